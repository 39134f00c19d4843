package wire_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// library makes a Go library an implementation. It offers only a validity check.
type library struct{}

func (library) Describe() conformance.Description {
	return conformance.Description{Name: "acme-epin", Ops: []conformance.Op{conformance.OpValid}, Bytes: true}
}

func (library) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	if epin.Valid(req.Token) { // the call to your library
		return conformance.Response{Outcome: conformance.Accepted}, nil
	}
	return conformance.Response{Outcome: conformance.Rejected}, nil
}

// The main function of an adapter in Go. It reads os.Stdin; here, a text takes its place.
func ExampleServe() {
	stdin := strings.NewReader(`{"id":0,"op":"hello","protocol":1,"edition":"1.0.0"}
{"id":7,"op":"valid","token":"+K^'"}
{"id":9,"op":"valid","token":"K\n"}
`)
	open := func(context.Context, *notation.Edition) (conformance.Implementation, error) { return library{}, nil }
	if err := wire.Serve(context.Background(), stdin, os.Stdout, open); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	// Output:
	// {"id":0,"protocol":1,"implementation":{"name":"acme-epin"},"ops":["valid"],"methods":[],"bytes":true}
	// {"id":7,"valid":true}
	// {"id":9,"valid":false}
}
