package main

import (
	"slices"
	"testing"
)

func TestSplitWords(t *testing.T) {
	for command, want := range map[string][]string{
		"adapter":                        {"adapter"},
		" python3\tadapter.py \n --x ":   {"python3", "adapter.py", "--x"},
		`'my adapter' "it's" a"b c"'d'`:  {"my adapter", "it's", "ab cd"},
		`C:\bin\epin.exe "" $HOME *.py;`: {`C:\bin\epin.exe`, "", "$HOME", "*.py;"},
	} {
		if got, err := splitWords(command); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is %q, %v; want %q", command, got, err, want)
		}
	}
	for _, command := range []string{"", " ", "''", "a 'b", `a "b'`} {
		if got, err := splitWords(command); err == nil {
			t.Errorf("%s is %q", command, got)
		}
	}
}
