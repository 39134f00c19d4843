package conformance_test

import (
	"context"
	"fmt"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
)

// Send requests to an implementation, here the reference.
func Example() {
	impl := conformance.Reference(notation.EPIN)
	for _, token := range []string{"+K^'", "K''"} {
		resp, err := impl.Do(context.Background(), conformance.Request{Op: conformance.OpParse, Token: token})
		if err != nil {
			fmt.Println("inconclusive:", err)
			return
		}
		fmt.Printf("%q is %s", token, resp.Outcome)
		if resp.Outcome == conformance.Accepted {
			fmt.Printf(": name %s, side %s, state %s", resp.Attribute(notation.EPIN, "name").Text, resp.Attribute(notation.EPIN, "side").Text, resp.Attribute(notation.EPIN, "state").Text)
		}
		fmt.Println()
	}
	// Output:
	// "+K^'" is accepted: name K, side first, state enhanced
	// "K''" is rejected
}

// Make an implementation of any Go function. Package conformancetest tests it.
func ExampleFunctions() {
	impl := conformance.Functions[struct{}]{Valid: epin.Valid}.New(notation.EPIN)
	for _, op := range []conformance.Op{conformance.OpValid, conformance.OpParse} {
		resp, err := impl.Do(context.Background(), conformance.Request{Op: op, Token: "K'"})
		fmt.Println(op, resp.Outcome, err)
	}
	// Output:
	// valid accepted <nil>
	// parse unsupported <nil>
}
