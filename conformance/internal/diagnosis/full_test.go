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
	for q, resp := range record.wrong {
		kept += len(q.token) + resp.Size()
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
	d, err := record.Diagnose(context.Background(), slices.Values(sent), "")
	if err != nil {
		t.Fatal(err)
	}
	if d.Wrong < 20 || d.Wrong > 25 || d.Wrong+d.Dropped != 100 {
		t.Errorf("%d kept, %d dropped", d.Wrong, d.Dropped)
	}
	d.Failed = 100
	want := fmt.Sprintf("explains %d of the 100 failed checks; the other %d were not compared", d.Wrong, d.Dropped)
	if len(d.Explanations) == 0 || !strings.Contains(d.Paragraphs()[0], want) {
		t.Errorf("%q", d.Paragraphs())
	}
	// The same correct response before them refutes it.
	d, err = record.Diagnose(context.Background(), slices.Values(slices.Insert(sent, 0, sent[100])), "")
	if err != nil || len(d.Explanations) > 0 {
		t.Errorf("%+v, %v", d, err)
	}
}
