package features

import (
	"strings"
	"testing"
)

func TestTokens(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{`""`, []string{""}},
		{`"K^'"`, []string{"K^'"}},
		{`"K\n"`, []string{"K\n"}},
		{`"K", "K'"`, []string{"K", "K'"}},
		{`"K^" / "k^"`, []string{"K^", "k^"}},
		{`", ", " / "`, []string{", ", " / "}},
		{`"\xff"`, []string{"\xff"}},
	} {
		got, err := Tokens(c.in)
		if err != nil || strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("Tokens(%s) = %q, %v; wanted %q", c.in, got, err, c.want)
		}
	}
}
