//go:build js

// Command wasm is the program of the site to play with, and of packages/engine. JavaScript sends it
// requests as JSON and gets responses with the same id. On the site it runs in a worker of the page,
// which assets/engine.js starts.
package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"syscall/js"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/epin-conformance/harness/conformance/internal/dialect"
	"github.com/epin-conformance/harness/conformance/internal/page/engine"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
)

// request is a request of the page or of the package.
type request struct {
	ID      int      `json:"id"`
	Edition string   `json:"edition"`
	Token   string   `json:"token"`   // to explain, if Source is empty and Compare is nil
	Source  string   `json:"source"`  // what startWorker starts; the other members belong to it
	Profile string   `json:"profile"` // see [suite.Config], also for the next two
	Seed    uint64   `json:"seed"`
	Only    []string `json:"only"`
	Timeout int      `json:"timeout"` // in milliseconds
	Report  bool     `json:"report"`  // whether to respond with the report, and not for the site

	Compare *dialect.Question `json:"compare"` // to respond to, and nothing else
}

func main() {
	debug.SetGCPercent(400) // there is one thread for everything
	post := func(id int, kind string, value any) {
		text, err := json.Marshal(map[string]any{"id": id, kind: value})
		if err != nil {
			panic(err) // every type has a JSON form
		}
		js.Global().Call("postMessage", string(text))
	}
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := args[0].Get("data").String()
		go func() { // a callback must not wait
			var req request
			err := json.Unmarshal([]byte(text), &req)
			if wrong := (*json.SemanticError)(nil); errors.As(err, &wrong) {
				err = fmt.Errorf("the option %s is incorrect: index.d.ts describes it", strings.Trim(string(wrong.JSONPointer), "/"))
			}
			if err == nil {
				err = answer(req, func(kind string, value any) { post(req.ID, kind, value) })
			}
			if err != nil {
				post(req.ID, "error", err.Error())
			}
		}()
		return nil
	}))
	post(0, "ready", true)
	select {}
}

func answer(req request, post func(kind string, value any)) error {
	if req.Compare != nil {
		a, err := dialect.Ask(*req.Compare)
		if err == nil {
			post("compared", a)
		}
		return err
	}
	edition, err := notation.Named(req.Edition)
	if err != nil {
		return err
	}
	if req.Source == "" {
		post("explained", engine.Explain(edition, req.Token))
		return nil
	}
	profile, err := suite.ParseProfile(req.Profile)
	if err != nil {
		return err
	}
	if req.Timeout < 10 {
		return fmt.Errorf("timeout is %d: give milliseconds from 10 on", req.Timeout)
	}
	ctx := context.Background() // the page ends its worker
	cfg := suite.Config{
		Open:    engine.Open(start(req.Source), time.Duration(req.Timeout)*time.Millisecond),
		Edition: edition, Profile: profile, Seed: req.Seed, Only: req.Only,
	}
	if !req.Report {
		c, err := engine.Certify(ctx, cfg, func(p engine.Progress) { post("progress", p) })
		if err == nil {
			post("certified", c)
		}
		return err
	}
	r, err := suite.Run(ctx, cfg)
	if err != nil {
		return err
	}
	r.Only = printable.Texts(req.Only)
	w, err := engine.Write(r)
	if err == nil {
		post("written", w)
	}
	return err
}

// start starts a script by startWorker in engine.js.
func start(script string) engine.Start {
	return func(tell func(lines, uncaught string)) (post func(lines string), end func()) {
		callback := js.FuncOf(func(_ js.Value, args []js.Value) any {
			tell(args[0].String(), args[1].String())
			return nil
		})
		worker := js.Global().Call("startWorker", script, callback)
		return func(lines string) { worker.Call("post", lines) }, func() {
			worker.Call("end")
			callback.Release()
		}
	}
}
