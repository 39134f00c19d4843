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

// The main function of an adapter in Go. It reads os.Stdin; here, a text takes its place.
func ExampleServe() {
	stdin := strings.NewReader(`{"id":0,"op":"hello","protocol":1,"edition":"1.0.0"}
{"id":7,"op":"valid","token":"+K^'"}
{"id":9,"op":"valid","token":"K\n"}
`)
	library := conformance.Functions[struct{}]{Library: "acme-epin", Valid: epin.Valid} // of your library
	open := func(_ context.Context, edition *notation.Edition) (conformance.Implementation, error) {
		return library.New(edition), nil
	}
	if err := wire.Serve(context.Background(), stdin, os.Stdout, open); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	// Output:
	// {"id":0,"protocol":1,"implementation":{"name":"acme-epin","language":"go"},"ops":["valid","sweep"],"methods":[],"bytes":true}
	// {"id":7,"valid":true}
	// {"id":9,"valid":false}
}
