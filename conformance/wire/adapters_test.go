package wire

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// adapters holds the adapters in the test binary, by the name in adapterEnv. They return an
// exit status. Package badadapter tests this package with adapters that misbehave.
var adapters = map[string]func() int{
	"reference": func() int { return serve(os.Stdin, os.Stdout) },
	"recorded":  recorded,
	// Plain offers parse only, and accepts the strings of one byte.
	"plain": func() int { answer(1 << 62); return 0 },
	"closes stdin": func() int {
		answer(3)
		os.Stdin.Close()
		fmt.Fprint(os.Stderr, inputClosed)
		time.Sleep(time.Hour)
		return 0
	},
}

// inputClosed is the text on standard error of "closes stdin" after it has closed its input.
const inputClosed = "standard input is closed"

func openReference(_ context.Context, edition epin.Edition) (conformance.Implementation, error) {
	return conformance.Reference(edition), nil
}

func serve(r io.Reader, w io.Writer) int {
	if err := Serve(context.Background(), r, w, openReference); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// recorded is the reference. It copies its input and output to the files "requests" and
// "responses" in the current directory.
func recorded() int {
	requests, err := os.Create("requests")
	if err != nil {
		panic(err)
	}
	responses, err := os.Create("responses")
	if err != nil {
		panic(err)
	}
	return serve(io.TeeReader(os.Stdin, requests), io.MultiWriter(os.Stdout, responses))
}

// answer answers hello and up to n requests, and reads one more. It returns earlier at the
// end of the input.
func answer(n int) {
	in := bufio.NewReader(os.Stdin)
	for i := 0; ; i++ {
		line, err := in.ReadBytes('\n')
		if err != nil || i > n {
			return
		}
		if i == 0 {
			fmt.Println(`{"id":0,"protocol":1,"implementation":{"name":"by hand"}}`)
			continue
		}
		id, req, err := DecodeRequest(line[:len(line)-1], false)
		if err != nil {
			panic(err)
		}
		fmt.Printf(`{"id":%d,"valid":%t}`+"\n", id, len(req.Token) == 1)
	}
}
