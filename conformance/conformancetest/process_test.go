package conformancetest

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

func writeFile(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// brokenVariable makes this program the test of a broken library.
const brokenVariable = "EPIN_CONFORMANCETEST_BROKEN"

func broken() Functions[epin.Identifier] {
	f := reference()
	f.Valid = func(token string) bool {
		if token == "\xff" {
			panic("not UTF-8")
		}
		return epin.Valid(strings.TrimSuffix(token, "\n"))
	}
	return f
}

func TestOfABrokenLibrary(t *testing.T) {
	if os.Getenv(brokenVariable) == "" {
		t.Skip("this is a test for TestAsATest")
	}
	Run(t, broken().New, Profile("quick"), patience)
}

func FuzzOfABrokenLibrary(f *testing.F) {
	if os.Getenv(brokenVariable) == "" {
		f.Skip("this is a target for TestAsATest")
	}
	Fuzz(f, broken().New)
}

// testBroken runs a part of the test of the broken library in another process.
func testBroken(t *testing.T, arg ...string) (output string, failed bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], arg...)
	cmd.Env = append(os.Environ(), brokenVariable+"=1")
	out, err := cmd.CombinedOutput()
	return string(out), err != nil
}

func TestAsATest(t *testing.T) {
	skipWholeRun(t)
	out, failed := testBroken(t, "-test.run=^TestOfABrokenLibrary$")
	for _, part := range []string{
		"--- FAIL: TestOfABrokenLibrary/epin/6/anchoring ",
		"--- FAIL: TestOfABrokenLibrary/epin/9.4/line-break ",
		"NOT CONFORMANT  the library (go)",
		`"A\n"`,
		`2. Accepts "A\n", which is not a valid token.`,
		": panic: not UTF-8, in ",
	} {
		if !failed || !strings.Contains(out, part) {
			t.Fatalf("failed: %t; the output does not contain %q:\n%s", failed, part, out)
		}
	}
	if strings.Contains(out, "epin/7.1/side") {
		t.Errorf("the output has a passed requirement:\n%s", out)
	}
	out, failed = testBroken(t, `-test.run=^TestOfABrokenLibrary$/^epin$/^9\.4$/^line-break$`)
	if !failed || strings.Contains(out, "anchoring ") || !strings.Contains(out, "--- FAIL: TestOfABrokenLibrary/epin/9.4/line-break ") {
		t.Errorf("the command that repeats the subtest prints\n%s", out)
	}
	if lines := strings.Count(out, "\n"); lines > screen {
		t.Errorf("the output about one requirement has %d lines:\n%s", lines, out)
	}
	out, failed = testBroken(t, "-test.run=TestOfABrokenLibrary/epin/9.4/empty")
	if failed {
		t.Errorf("the subtest of a passed requirement fails:\n%s", out)
	}
}

func TestAsAFuzzTarget(t *testing.T) {
	out, failed := testBroken(t, "-test.run=^FuzzOfABrokenLibrary$")
	const wanted = `valid "K\n": expected rejected, got accepted`
	if n := strings.Count(out, "--- FAIL: FuzzOfABrokenLibrary/"); !failed || n != mostFailed || !strings.Contains(out, wanted) {
		t.Errorf("failed: %t, %d inputs; want %d, and %q:\n%s", failed, n, mostFailed, wanted, out)
	}
	seeds, err := seedsOf(epin.Current)
	if err != nil {
		t.Fatal(err)
	}
	out, failed = testBroken(t, fmt.Sprintf("-test.run=^FuzzOfABrokenLibrary$/^seed#%d$", slices.Index(seeds, "\xff")))
	if crash := `valid "\xff": expected rejected, got crashed: panic: not UTF-8, in `; !failed || !strings.Contains(out, crash) {
		t.Errorf("failed: %t; the output does not contain %q:\n%s", failed, crash, out)
	}
}
