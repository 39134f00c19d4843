package diagnosis

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// TestRecordIsBounded checks that a record limits the bytes of responses and of requests.
func TestRecordIsBounded(t *testing.T) {
	record := NewRecord(epin.Current)
	kept, long := 0, strings.Repeat("x", 1<<10)
	for i := range 3 * MostKept >> 10 {
		record.Add(conformance.Request{Op: conformance.OpParse, Token: fmt.Sprintf("K!%d", i)},
			conformance.Response{Outcome: conformance.Accepted, Token: conformance.Some(long), Error: long})
		record.Add(conformance.Request{Op: conformance.OpValid, Token: fmt.Sprintf("K!%d%s", i, long)}, conformance.Response{})
		record.Add(conformance.Request{Op: conformance.OpValid, Token: fmt.Sprintf("K!%d%s", i, long)}, conformance.Response{Outcome: conformance.Rejected})
	}
	for q, w := range record.wrong {
		kept += len(q.token) + w.response.Size()
	}
	if kept > MostKept || kept < MostKept/2 {
		t.Errorf("%d bytes of incorrect responses are kept, want at most %d", kept, MostKept)
	}
	if noted := len(record.silent) + len(record.right); noted > 0 {
		t.Errorf("%d long requests are noted", noted)
	}
}

// TestMoreThanIsKept tests more incorrect responses than a record holds. Requests after the
// first dropped response are not compared, because correct ones cannot be told from dropped
// ones.
func TestMoreThanIsKept(t *testing.T) {
	record := NewRecord(epin.Current)
	record.most = 20 * (weightOfRequest + 10)
	var sent []conformance.Request
	for i := range 100 {
		req := conformance.Request{Op: conformance.OpValid, Token: fmt.Sprintf("K!%d", i)}
		sent = append(sent, req)
		record.Add(req, conformance.Response{Outcome: conformance.Accepted})
		record.Failed(req)
	}
	sent = append(sent, conformance.Request{Op: conformance.OpValid, Token: "K!"})
	dollar := func(sent []conformance.Request) bool {
		t.Helper()
		causes, err := record.Diagnose(context.Background(), Run{Sent: slices.Values(sent), Failed: 100, Groups: []Group{{Requests: sent}}})
		if err != nil {
			t.Fatal(err)
		}
		return len(causes[0]) > 0
	}
	if kept := len(record.wrong); kept < 20 || kept > 25 || kept+record.dropped != 100 {
		t.Errorf("%d kept, %d dropped", kept, record.dropped)
	}
	if !dollar(sent) {
		t.Error("no cause of those that are kept")
	}
	// The same correct response before them refutes it.
	if dollar(slices.Insert(sent, 0, sent[100])) {
		t.Error("a correct response does not refute the cause")
	}
}
