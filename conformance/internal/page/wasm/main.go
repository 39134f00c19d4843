//go:build js

// Command wasm is the program of the page to play with. It runs in a worker of the page, gets
// requests as JSON, and sends responses with the same id.
package main

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/epin-conformance/harness/conformance/internal/page/engine"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// request is a request of the page.
type request struct {
	ID      int    `json:"id"`
	Edition string `json:"edition"`
	Token   string `json:"token"`  // to explain, if Source is empty
	Source  string `json:"source"` // the script of the function's worker
	Profile string `json:"profile"`
	Timeout int    `json:"timeout"` // milliseconds for each call of the function
}

// response is a response, or news of a run before its response.
type response struct {
	ID        int               `json:"id"`
	Error     string            `json:"error,omitempty"`
	Explained *engine.Explained `json:"explained,omitempty"`
	Progress  *engine.Progress  `json:"progress,omitempty"`
	Certified *engine.Certified `json:"certified,omitempty"`
}

func main() {
	debug.SetGCPercent(400) // one thread does everything
	self := js.Global()
	post := func(r response) {
		text, _ := json.Marshal(r) // has only strings, numbers and booleans
		self.Call("postMessage", string(text))
	}
	self.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := args[0].Get("data").String()
		go func() { // a callback must not wait
			var req request
			err := json.Unmarshal([]byte(text), &req)
			resp := response{ID: req.ID}
			if err == nil {
				err = answer(req, &resp, post)
			}
			if err != nil {
				resp.Error = err.Error()
			}
			post(resp)
		}()
		return nil
	}))
	post(response{}) // it is ready
	select {}
}

func answer(req request, resp *response, post func(response)) error {
	edition, err := epin.ParseEdition(req.Edition)
	if err != nil {
		return err
	}
	if req.Source == "" {
		e := engine.Explain(edition, req.Token)
		resp.Explained = &e
		return nil
	}
	profile, err := suite.ParseProfile(req.Profile)
	if err != nil {
		return err
	}
	open := engine.Open(func() engine.Worker { return start(req.Source) }, time.Duration(req.Timeout)*time.Millisecond)
	c, err := engine.Certify(context.Background(), open, edition, profile, func(p engine.Progress) { post(response{ID: req.ID, Progress: &p}) })
	resp.Certified = &c
	return err
}

// worker is a worker of the browser.
type worker struct {
	js.Value
	address   js.Value
	messages  chan engine.Message
	callbacks []js.Func
}

// start starts a worker. A page from the file system shares no Blob URL with its workers.
func start(script string) engine.Worker {
	self := js.Global()
	blob := self.Get("Blob").New([]any{script}, map[string]any{"type": "text/javascript"})
	address := self.Get("URL").Call("createObjectURL", blob)
	w := &worker{Value: self.Get("Worker").New(address), address: address, messages: make(chan engine.Message, 2048)}
	on := func(event string, read func(js.Value) engine.Message) {
		f := js.FuncOf(func(_ js.Value, args []js.Value) any {
			select {
			case w.messages <- read(args[0]):
			default: // it sends what nobody asked for
			}
			return nil
		})
		w.callbacks = append(w.callbacks, f)
		w.Set(event, f)
	}
	on("onmessage", func(e js.Value) engine.Message {
		if data := e.Get("data"); data.Type() == js.TypeString {
			return engine.Message{Lines: data.String()}
		}
		return engine.Message{}
	})
	on("onerror", func(e js.Value) engine.Message {
		e.Call("preventDefault")
		message := e.Get("message")
		if message.Type() != js.TypeString {
			return engine.Message{Error: "it could not be started"}
		}
		return engine.Message{Error: message.String()}
	})
	return w
}

func (w *worker) Post(lines string)               { w.Call("postMessage", lines) }
func (w *worker) Messages() <-chan engine.Message { return w.messages }

func (w *worker) Terminate() {
	w.Call("terminate")
	for _, f := range w.callbacks {
		f.Release()
	}
	w.callbacks = nil
	js.Global().Get("URL").Call("revokeObjectURL", w.address)
}
