package conformancetest

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

// brokenVariable makes this program the test of a broken library.
const brokenVariable = "EPIN_CONFORMANCETEST_BROKEN"

func broken() Functions[epin.Identifier] {
	f := reference()
	if os.Getenv(brokenVariable) == "misuse" {
		f.Booleans["side"] = nil
	}
	f.Valid = func(token string) bool {
		switch {
		case token == "\xff":
			panic("not UTF-8")
		case token == "K" && os.Getenv(brokenVariable) == "FailNow":
			(&testing.T{}).FailNow()
		}
		return epin.Valid(strings.TrimSuffix(token, "\n"))
	}
	return f
}

func TestOfABrokenLibrary(t *testing.T) {
	if os.Getenv(brokenVariable) == "" {
		t.Skip("this is a test for TestAsATest")
	}
	Run(t, broken().New, Profile("quick"))
}

func FuzzOfABrokenLibrary(f *testing.F) {
	if os.Getenv(brokenVariable) == "" {
		f.Skip("this is a target for TestAsATest")
	}
	Fuzz(f, broken().New)
}

// testBroken runs a part of the test of the broken library in another process, where it fails.
func testBroken(t *testing.T, how, part string) (output string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run="+part)
	cmd.Env = append(os.Environ(), brokenVariable+"="+how)
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Errorf("%s passes:\n%s", part, out)
	}
	return string(out)
}

func TestAsATest(t *testing.T) {
	if testing.Short() {
		t.Skip("runs of the suite, with no goroutines that others do not have")
	}
	out := testBroken(t, "1", "^TestOfABrokenLibrary$")
	outcome{text: out}.has(t,
		"--- FAIL: TestOfABrokenLibrary/epin/6/anchoring ",
		"--- FAIL: TestOfABrokenLibrary/epin/9.4/line-break ",
		"NOT CONFORMANT  the library (go)",
		`2. Accepts "A\n", which is not a valid token.`,
		": panic: not UTF-8, in ",
	)
	if strings.Contains(out, "epin/7.1/side") {
		t.Errorf("the output has a passed requirement:\n%s", out)
	}
	out = testBroken(t, "1", `^TestOfABrokenLibrary$/^epin$/^9\.4$/^line-break$`)
	if strings.Contains(out, "anchoring ") || !strings.Contains(out, "--- FAIL: TestOfABrokenLibrary/epin/9.4/line-break ") {
		t.Errorf("the command that repeats the subtest prints\n%s", out)
	}
	if lines := strings.Count(out, "\n"); lines > screen {
		t.Errorf("the output about one requirement has %d lines:\n%s", lines, out)
	}
	// A call that ends its goroutine ends the test, with the reason.
	out = testBroken(t, "FailNow", "^TestOfABrokenLibrary$")
	if !strings.Contains(out, "conformancetest: valid ended its goroutine, as runtime.Goexit") {
		t.Errorf("the output does not say why:\n%.2000s", out)
	}
}

func TestAsAFuzzTarget(t *testing.T) {
	for how, wanted := range map[string]string{
		"1":      `valid "K\n": expected rejected, got accepted`,
		"misuse": `Booleans of the unknown name "side": use derived, native, terminal`,
	} {
		out := testBroken(t, how, "^FuzzOfABrokenLibrary$")
		if n := strings.Count(out, "--- FAIL: FuzzOfABrokenLibrary/"); n != mostFailed || !strings.Contains(out, wanted) {
			t.Errorf("%d inputs failed; want %d, and %q:\n%.2000s", n, mostFailed, wanted, out)
		}
	}
}
