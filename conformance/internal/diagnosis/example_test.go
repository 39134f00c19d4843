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
	causes, err := record.Diagnose(context.Background(), diagnosis.Run{
		Sent: slices.Values(sent), Failed: 1, Language: "python 3.12",
		Groups: []diagnosis.Group{{Requests: []conformance.Request{{Op: conformance.OpValid, Token: "K\n"}}}},
	})
	if err != nil {
		fmt.Println(err)
	}
	for _, cause := range causes[0] {
		fmt.Println(cause)
	}
	// Output:
	// The pattern ends in $, which also matches before a trailing newline. This explains the only failure. Fix: Use re.fullmatch, or end the pattern in \Z.
}
