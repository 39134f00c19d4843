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

// A record holds so many bytes, be they of responses or of questions.
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
		t.Errorf("%d bytes of wrong answers are kept, want up to %d", kept, MostKept)
	}
	if noted := len(record.silent) + len(record.right); noted > 0 {
		t.Errorf("%d long questions are noted", noted)
	}
}

// TestMoreThanIsKept has a library with more wrong answers than a record holds. What
// it answered rightly after the first that was dropped is not compared, since it
// cannot be told from what was dropped.
func TestMoreThanIsKept(t *testing.T) {
	record := NewRecord(epin.Current)
	record.most = 20 * (weightOfQuestion + 10)
	var asked []conformance.Request
	for i := range 100 {
		req := conformance.Request{Op: conformance.OpValid, Token: fmt.Sprintf("K!%d", i)}
		asked = append(asked, req)
		record.Add(req, conformance.Response{Outcome: conformance.Accepted})
		record.Failed(req)
	}
	asked = append(asked, conformance.Request{Op: conformance.OpValid, Token: "K!"})
	d, err := record.Diagnose(context.Background(), slices.Values(asked), "")
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
	// The same right answer before them forbids it.
	d, err = record.Diagnose(context.Background(), slices.Values(slices.Insert(asked, 0, asked[100])), "")
	if err != nil || len(d.Explanations) > 0 {
		t.Errorf("%+v, %v", d, err)
	}
}
