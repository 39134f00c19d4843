package number_test

import (
	"math"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/number"
)

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 65536: "65,536", 100000: "100,000", 1114112: "1,114,112",
		-1: "-1", -999: "-999", -1000: "-1,000", math.MinInt32: "-2,147,483,648",
	} {
		if got := number.Thousands(n); got != want {
			t.Errorf("%d is written %s, wanted %s", n, got, want)
		}
	}
}
