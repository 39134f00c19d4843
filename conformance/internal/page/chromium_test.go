package page

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/epin-conformance/harness/conformance/internal/browsertest"
)

// built builds package wasm.
func built(t *testing.T) Engine {
	t.Helper()
	file := filepath.Join(t.TempDir(), "engine.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "./wasm")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(filepath.Join(runtime.GOROOT(), "lib/wasm/wasm_exec.js"))
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	w.Write(program)
	w.Close()
	return Engine{packed.Bytes(), string(script)}
}

func await[T any](t *testing.T, b *browsertest.Browser, promise string) T {
	t.Helper()
	return browsertest.Do(t, b, chromedp.Evaluate[T](promise, chromedp.EvalAwaitPromise))
}

func TestDebug(t *testing.T) {
	dir := t.TempDir()
	if err := Write(dir, built(t)); err != nil {
		t.Fatal(err)
	}
	b := browsertest.Start(t, nil)
	b.URL = "file://" + dir
	began := time.Now()
	b.Open(t, "/index.html", 1280)
	fmt.Println(time.Since(began))
	fmt.Println(await[string](t, b, `new Promise(done => { const look = () => document.querySelector("#said, .problem:not(noscript *)") ? done(document.getElementById("explained").innerText + performance.now()) : setTimeout(look, 5); look(); })`))
	fmt.Println(time.Since(began))
	for _, name := range strings.Fields(os.Getenv("EX")) {
		began = time.Now()
		browsertest.Do(t, b, chromedp.Evaluate[chromedp.Void](`document.getElementById("verdict")?.remove(); document.querySelector("[data-example=`+name+`]").click(); document.getElementById("profile").value="`+os.Getenv("PROFILE")+`"; document.getElementById("certify").click()`))
		fmt.Println(await[string](t, b, `new Promise(done => { const look = () => document.querySelector("#verdict, .problem:not(noscript *)") ? done(document.getElementById("status").innerText + document.getElementById("result").innerText) : setTimeout(look, 5); look(); })`))
		fmt.Println(name, time.Since(began))
		b.Screenshot(t, name)
	}
}
