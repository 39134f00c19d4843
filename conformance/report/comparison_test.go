package report_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/report"
	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/epin"
)

// compared is a run with two companions, one of which is not there.
func compared(t *testing.T) suite.Config {
	return suite.Config{Profile: suite.Quick, Seed: 1, Only: []string{suite.LayerFuzz}, Fuzz: &suite.Fuzz{Rounds: 1, Against: []suite.Companion{
		{Given: "'to\x1bggles'", Args: []string{"to\x1bggles"}, Open: broken(t, "derive-toggles")},
		{Given: "missing", Args: []string{"missing"}, Open: func(context.Context, epin.Edition) (conformance.Implementation, error) {
			return nil, errors.New("it is\nnot there")
		}},
	}}}
}

func TestComparisonInText(t *testing.T) {
	r := reportOn(t, reference, compared(t))
	if !r.Comparison.Wrong() || !r.Comparison.LeftOut() || r.Verdict == suite.NotConformant.String() {
		t.Errorf("wrong %t, left out %t, %s", r.Comparison.Wrong(), r.Comparison.LeftOut(), r.Verdict)
	}
	var b strings.Builder
	if err := report.WriteText(&b, r, report.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n   0  the reference\n",
		`, by 'to\x1bggles'` + "\n",
		"\n   3  missing\n      it could not be asked: it is\\nnot there\n",
		"\n            asked           0           1           2           3\n",
		"\n   3            0           ·           ·           ·           ·\n",
		"\n   0  accepted, tokens \"R'\" \"R'\"\n   2  accepted, tokens \"R'\" \"R\"\n",
		"--only single/apply/derive/4127 -- $'to\\033ggles'\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
	var none *report.Comparison
	if none.Wrong() || none.LeftOut() {
		t.Error("without a comparison somebody is wrong")
	}
}
