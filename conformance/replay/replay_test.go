package replay_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/replay"
	"github.com/epin-conformance/harness/epin"
)

func file() replay.File {
	return replay.File{
		Format: replay.Format, Harness: replay.Harness{Version: "1", Corpus: "sha256:00"}, Edition: "1.0.0", Profile: "quick", Seed: 7,
		Implementation: replay.Implementation{Name: "<lib>", Version: "2", Language: "perl"},
		Check:          "fuzz/parse/4b", Requirements: []string{"epin/6/grammar"},
		Calls: []replay.Call{
			replay.NewCall(conformance.Request{Op: conformance.OpSweep, Token: "\xff"}, 3),
			replay.NewCall(conformance.Request{Op: conformance.OpApply, Token: "K", Methods: []conformance.Method{conformance.Derive, conformance.Native}}, 1),
			replay.NewCall(conformance.Request{Op: conformance.OpEqual, Token: "K", Other: "k"}, 1),
		},
		Answer: 1, Wanted: `"K"`, Got: "rejected & forgotten",
	}
}

func TestRoundTrip(t *testing.T) {
	f := file()
	got, err := replay.Parse(f.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, f) {
		t.Errorf("got %+v, want %+v", got, f)
	}
	edition, requests, answer, err := got.Requests()
	if err != nil || edition != epin.Current || len(requests) != 5 || answer != 3 {
		t.Fatalf("%s, %d requests, %d, %v", edition, len(requests), answer, err)
	}
	for i, want := range []conformance.Request{
		0: {Op: conformance.OpSweep, Token: "\xff"},
		3: {Op: conformance.OpApply, Token: "K", Methods: []conformance.Method{conformance.Derive, conformance.Native}},
		4: {Op: conformance.OpEqual, Token: "K", Other: "k"},
	} {
		if want.Op != "" && !requests[i].Equal(want) {
			t.Errorf("request %d is %+v, want %+v", i, requests[i], want)
		}
	}
	if _, err := replay.Parse(bytes.ReplaceAll(f.Bytes(), []byte("\n"), []byte(" \r\n\t"))); err != nil {
		t.Errorf("white space matters: %v", err)
	}
}

// The name is that of what is asked and answered.
func TestNames(t *testing.T) {
	f, g := file(), file()
	g.Seed, g.Profile, g.Check, g.Harness.Version = 8, "standard", "tokens/parse/4b", "2"
	if f.Name() != g.Name() {
		t.Error("another run gives another name")
	}
	g.Got = "accepted"
	if f.Name() == g.Name() {
		t.Error("another answer has the same name")
	}
}

func TestStrict(t *testing.T) {
	good := string(file().Bytes())
	for name, test := range map[string]struct{ text, says string }{
		"empty":                {"", "no replay file"},
		"no JSON":              {"K", "no replay file"},
		"an array":             {"[]", "no replay file"},
		"null":                 {"null", "its format is"},
		"something behind":     {good + "{}", "something follows"},
		"another format":       {strings.Replace(good, "replay/1", "replay/2", 1), `its format is "epin-replay/2"`},
		"unknown member":       {strings.Replace(good, `"seed"`, `"sead"`, 1), "unknown field"},
		"another case":         {strings.Replace(good, `"seed"`, `"Seed"`, 1), "not as this program writes it"},
		"twice":                {strings.Replace(good, `"seed": 7`, `"seed": 7, "seed": 7`, 1), "not as this program writes it"},
		"missing":              {strings.Replace(good, `"seed": 7,`, "", 1), "not as this program writes it"},
		"no text":              {strings.Replace(good, "perl", "p\xffrl", 1), "not as this program writes it"},
		"no such edition":      {strings.Replace(good, `"edition": "1.0.0"`, `"edition": "9"`, 1), `no edition "9"`},
		"no such operation":    {strings.Replace(good, `"op": "apply"`, `"op": "hello"`, 1), `no operation "hello"`},
		"no such method":       {strings.Replace(good, `"derive"`, `"promote"`, 1), `no transformation "promote"`},
		"method of the others": {strings.Replace(good, `"op": "apply"`, `"op": "parse"`, 1), "no transformation"},
		"not hexadecimal":      {strings.Replace(good, `"ff"`, `"fg"`, 1), "hexadecimal"},
		"upper case":           {strings.Replace(good, `"ff"`, `"FF"`, 1), "hexadecimal"},
		"two of one":           {strings.Replace(good, `"token": "ff",`, `"token": "ff", "other": "4b",`, 1), "takes one token"},
		"no tokens":            {strings.Replace(good, `"other": "6b"`, `"other": "21"`, 1), "only tokens"},
		"never":                {strings.Replace(good, `"times": 3`, `"times": 0`, 1), "from 1 to"},
		"for ever":             {strings.Replace(good, `"times": 3`, `"times": 32768`, 1), "comes to 32770 calls"},
		"overflow":             {strings.Replace(good, `"times": 3`, `"times": 9223372036854775807`, 1), "from 1 to"},
		"no answer":            {strings.Replace(good, `"answer": 1`, `"answer": 3`, 1), "there are 3"},
		"before all":           {strings.Replace(good, `"answer": 1`, `"answer": -1`, 1), "there are 3"},
		"many answers":         {strings.Replace(good, `"answer": 1`, `"answer": 0`, 1), "made 3 times"},
		"large":                {good + strings.Repeat(" ", replay.MaxBytes), "more than"},
	} {
		t.Run(name, func(t *testing.T) {
			if test.text == good {
				t.Fatal("nothing is wrong with it")
			}
			if _, err := replay.Parse([]byte(test.text)); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want %q", err, test.says)
			}
		})
	}
}
