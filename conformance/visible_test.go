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
		{"##[error]K ##vso[x] ###[y] C# # 1", "", `\x23#[error]K \x23#vso[x] \x23\x23#[y] C# # 1`},
		{"::error::K ::x::y  ::z \"::q :::w a:b ::1", "", `\x3a:error::K \x3a:x::y  \x3a:z "\x3a:q \x3a\x3a:w a:b \x3a:1`},
		{"Foo::Bar std::vec é::K 1::2 <epin> ::= <pin>", "", "Foo::Bar std::vec é::K 1::2 <epin> ::= <pin>"},
		{"a\n::error::b\n\t::c", "\n\t", "a\n\\x3a:error::b\n\t\\x3a:c"},
		{"a\n::b\x1b::c\xff::d", "", `a\n\x3a:b\x1b\x3a:c\xff\x3a:d`},
	} {
		if got := conformance.Visible(test.in, test.keep); got != test.want {
			t.Errorf("Visible(%q) = %q, want %q", test.in, got, test.want)
		} else if again := conformance.Visible(got, test.keep); again != got {
			t.Errorf("Visible(%q) = %q, want the same", got, again)
		}
	}
}
