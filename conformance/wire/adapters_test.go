package wire

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// adapters holds the adapters in the test binary, by the name in adapterEnv. They return an
// exit status. Package badadapter tests this package with adapters that misbehave.
var adapters = map[string]func() int{
	"reference": func() int {
		if err := Serve(context.Background(), os.Stdin, os.Stdout, openReference); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return 0
	},
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

func openReference(_ context.Context, edition *notation.Edition) (conformance.Implementation, error) {
	return conformance.Reference(edition), nil
}

// answer answers hello and up to n requests. It returns earlier at the end of the input.
func answer(n int) {
	in := bufio.NewReader(os.Stdin)
	for i := 0; i <= n; i++ {
		line, err := in.ReadBytes('\n')
		if err != nil {
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
