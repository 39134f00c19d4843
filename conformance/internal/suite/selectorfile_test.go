package suite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/corrupt"
	"github.com/epin-conformance/harness/conformance/internal/selector"
)

// What is taken from a damaged selector file is written again as a file that says the same.
func TestSelectorsOfWhatIsDamaged(t *testing.T) {
	const file = "edition 1.0.0, profile quick, seed 1\n# A comment.\n\n256× single/sweep/41\nsingle/parse/41\nvectors/parse/4b0a\n"
	corrupt.Test(t, []byte(file), 500, func(damaged []byte) (accepted bool, wrong error) {
		got, err := ParseSelectorFile(damaged)
		if err != nil {
			return false, nil
		}
		again, err := ParseSelectorFile(got.Bytes())
		if err != nil || !slices.Equal(again.Selectors, got.Selectors) || (again.Run == nil) != (got.Run == nil) || got.Run != nil && *again.Run != *got.Run {
			return true, fmt.Errorf("%q is read as %q", damaged, got.Bytes())
		}
		for _, text := range got.Selectors[:min(len(got.Selectors), 10)] {
			_, _ = selector.Parse(0, text) // does not panic
		}
		return true, nil
	})
}

func TestSelectorFileHasALimit(t *testing.T) {
	most := strings.Repeat("single/parse/41\n", 1<<16)
	if _, err := ParseSelectorFile([]byte(most)); err != nil {
		t.Error(err)
	}
	want := "line 65537: it names more than 65536 selectors: use fewer in one run"
	if _, err := ParseSelectorFile([]byte(most + "single/parse/41\n")); err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %q", err, want)
	}
}
