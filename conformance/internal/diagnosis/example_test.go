package diagnosis_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/diagnosis"
	"github.com/epin-conformance/harness/epin"
)

// A run adds the responses to a record, and afterwards yields its requests.
func ExampleRecord_Diagnose() {
	responses := map[string]conformance.Outcome{
		"K": conformance.Accepted, "K\n": conformance.Accepted, "K\r": conformance.Rejected, "K!": conformance.Rejected,
		"K ": conformance.Rejected, "!K": conformance.Rejected, "x!\nK": conformance.Rejected, "\nK": conformance.Rejected,
		"K\u0085": conformance.Rejected, "K\n\n": conformance.Rejected,
	}
	record := diagnosis.NewRecord(epin.Current)
	var sent []conformance.Request
	for token, outcome := range responses {
		req := conformance.Request{Op: conformance.OpValid, Token: token}
		sent = append(sent, req)
		record.Add(req, conformance.Response{Outcome: outcome})
		record.Failed(req) // if the response is incorrect
	}
	d, err := record.Diagnose(context.Background(), slices.Values(sent), "python 3.12")
	if err != nil {
		fmt.Println(err)
	}
	d.Failed = 1
	for _, p := range d.Paragraphs() {
		fmt.Println(p)
	}
	// Output:
	// A known mistake explains the 1 failed check: dollar-for-z. The expression ends in $, which in many engines also matches before a line feed at the end. To mend it: End it in \z (in Python \Z, in JavaScript and Go $ without the flag m). In Python: Use re.fullmatch, or end the expression in \Z.
}
