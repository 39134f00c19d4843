package printable_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// Whatever shows or marshals a text or a token escapes it, and what is read back is shown alike.
func TestEscapes(t *testing.T) {
	type texts struct {
		Text  printable.Text
		Lines printable.Lines
		Token printable.Token
	}
	in := texts{"\x1b[2J\n<", "\x1b[2J\n<", "\x1b<\xff"}
	got, err := json.Marshal(in)
	want := `{"Text":"\\x1b[2J\\n\u003c","Lines":"\\x1b[2J\n\u003c","Token":{"quoted":"\"\\x1b\u003c\\xff\"","hex":"1b3cff"}}`
	if err != nil || string(got) != want {
		t.Fatalf("%s, %v\nwant %s", got, err, want)
	}
	var back texts
	if err := json.Unmarshal(got, &back); err != nil || back.Token != in.Token {
		t.Errorf("%+v, %v", back, err)
	}
	if again, err := json.Marshal(back); err != nil || string(again) != want {
		t.Errorf("read back, it is %s, %v", again, err)
	}
	long := printable.Text(strings.Repeat("\x1b", 5000))
	if cut := long.Cut(); cut.Cut() == long || !strings.HasSuffix(cut.String(), `\x1b… (5,000 bytes)`) || printable.Text(cut.String()).String() != cut.String() {
		t.Errorf("cut, it ends in %.40q", cut[len(cut)-30:])
	}
}

// What is padded stands at either end of a long token, so both are shown.
func TestLongTokensAreShownByBothEnds(t *testing.T) {
	for _, test := range []struct{ token, want string }{
		{strings.Repeat("K", 58), `"` + strings.Repeat("K", 58) + `"`},
		{strings.Repeat("\x00", 4096) + "K", `"` + strings.Repeat(`\x00`, 10) + "…" + strings.Repeat(`\x00`, 4) + `K" (4,097 bytes)`},
		{"K" + strings.Repeat("'", 4096), `"K` + strings.Repeat("'", 39) + "…" + strings.Repeat("'", 20) + `" (4,097 bytes)`},
		{"K" + strings.Repeat("\xff", 20), `"K` + strings.Repeat(`\xff`, 9) + "…" + strings.Repeat(`\xff`, 5) + `" (21 bytes)`},
		{strings.Repeat("\U0001F600", 99) + "\n", `"` + strings.Repeat(`\U0001f600`, 4) + "…" + `\U0001f600\n" (397 bytes)`},
		{strings.Repeat("é", 99) + `"`, `"` + strings.Repeat(`\u00e9`, 6) + "…" + strings.Repeat(`\u00e9`, 3) + `\"" (199 bytes)`},
	} {
		if got := printable.Token(test.token).Shown(); got != test.want {
			t.Errorf("%.20q, %d bytes, is shown as\n%s, want\n%s", test.token, len(test.token), got, test.want)
		}
	}
}

// Neither a token nor a command line contains a command for the log of a CI system.
func TestLogCommandsAreBroken(t *testing.T) {
	token := printable.Token(" ::x::" + strings.Repeat("##[", 20))
	for _, text := range []string{token.String(), token.Shown(), printable.ShellLine([]string{"epin", "##[x]", "--host", "::1", "Foo::Bar", "a b", "#"})} {
		if strings.Contains(text, "##") || strings.Contains(text, " ::") {
			t.Error(text)
		}
	}
	if got, err := strconv.Unquote(token.String()); err != nil || got != string(token) {
		t.Errorf("%s is %q, %v", token.String(), got, err)
	}
	if got, want := printable.ShellLine([]string{"##[x]", "::1", "Foo::Bar", "#"}), `$'\043\043[x]' $'\072\0721' Foo::Bar '#'`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
