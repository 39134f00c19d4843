//go:build js

// Command wasm is the program of the site to play with, and of packages/engine. JavaScript sends it
// requests as JSON and gets responses with the same id. On the site it runs in a worker of the page,
// which assets/engine.js starts.
package main

import (
	"context"
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/epin-conformance/harness/conformance/internal/page/engine"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
)

// request is a request of the page or of the package.
type request struct {
	ID      int      `json:"id"`
	Edition string   `json:"edition"`
	Token   string   `json:"token"`   // to explain, if Source is empty
	Source  string   `json:"source"`  // what startWorker starts; the other members belong to it
	Profile string   `json:"profile"` // see [suite.Config], also for the next two
	Seed    uint64   `json:"seed"`
	Only    []string `json:"only"`
	Timeout int      `json:"timeout"` // in milliseconds
	Report  bool     `json:"report"`  // whether to respond with the report, and not for the site
	Cancel  bool     `json:"cancel"`  // end all runs; there is no response
}

func main() {
	debug.SetGCPercent(400) // there is one thread for everything
	ctx, cancel := context.WithCancel(context.Background())
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
			if req.Cancel {
				cancel()
				return
			}
			if err == nil {
				err = answer(ctx, req, func(kind string, value any) { post(req.ID, kind, value) })
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

func answer(ctx context.Context, req request, post func(kind string, value any)) error {
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
	cfg := suite.Config{
		Open:    engine.Open(start(req.Source), time.Duration(req.Timeout)*time.Millisecond),
		Edition: edition, Profile: profile, Seed: req.Seed, Only: req.Only,
	}
	tell := func(p engine.Progress) { post("progress", p) }
	if !req.Report {
		c, err := engine.Certify(ctx, cfg, tell)
		if err == nil {
			post("certified", c)
		}
		return err
	}
	r, err := engine.Run(ctx, cfg, tell)
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
