//go:build js

// Command wasm is the program of the site to play with. It runs in a worker of the page, which
// sends requests as JSON and gets responses with the same id. assets/engine.js starts it.
package main

import (
	"context"
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/epin-conformance/harness/conformance/internal/page/engine"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
)

// request is a request of the page.
type request struct {
	ID      int    `json:"id"`
	Edition string `json:"edition"`
	Token   string `json:"token"`   // to explain, if Source is empty
	Source  string `json:"source"`  // the script of the function's worker
	Profile string `json:"profile"` // with Source
	Timeout int    `json:"timeout"` // with Source; in milliseconds
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
	open := engine.Open(start(req.Source), time.Duration(req.Timeout)*time.Millisecond)
	c, err := engine.Certify(context.Background(), open, edition, profile, func(p engine.Progress) { post("progress", p) })
	if err == nil {
		post("certified", c)
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
