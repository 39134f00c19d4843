package conformance_test

import (
	"testing"

	"github.com/epin-conformance/harness/conformance"
)

func TestVisible(t *testing.T) {
	for _, test := range []struct{ in, keep, want string }{
		{"Shōgi, épin K^'", "", "Shōgi, épin K^'"},
		{"a\x1b[2Jb\x07\r\n\t", "", `a\x1b[2Jb\a\r\n\t`},
		{"a\n\tb\r", "\n\t", "a\n\tb" + `\r`},
		{"\u202eK\u200b", "", `\u202eK\u200b`},
		{"K\xff\xed\xa0\x80", "", `K\xff\xed\xa0\x80`},
		{"", "", ""},
	} {
		if got := conformance.Visible(test.in, test.keep); got != test.want {
			t.Errorf("Visible(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}
