package badadapter

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// statuses holds the exit status of the command epin for each verdict.
var statuses = map[suite.Verdict]int{
	suite.FullyConformant: 0,
	suite.Conformant:      0,
	suite.NotConformant:   1,
	suite.NoVerdict:       3,
}

// isWithheld reports whether the command names a variable in its message as withheld. The
// message would depend on the environment of the test.
func isWithheld(variable string) bool {
	return regexp.MustCompile(`(?i)^(ACTIONS_|AWS_|[^=]*(TOKEN|SECRET|PASSWORD|CREDENTIAL)|[^=]*_KEY=)`).MatchString(variable)
}

// TestCertify tests the exit status of the command `epin certify` for some kinds.
func TestCertify(t *testing.T) {
	if !whole() {
		t.Skip("builds the command: with EPIN_WHOLE=1")
	}
	epin := filepath.Join(t.TempDir(), "epin")
	if runtime.GOOS == "windows" {
		epin += ".exe"
	}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", epin, "../../cmd/epin").CombinedOutput(); err != nil {
		t.Fatalf("building the command: %v\n%s", err, out)
	}
	for _, name := range []string{
		"is correct", "ends with another status", "ignores termination", "writes lines of 15 MiB", "takes text only",
		"accepts everything", "declines newlines", "declines transformations", "crashes on invalid UTF-8", "is incorrect, and then breaks the protocol", "writes escape sequences and HTML",
		"exits with 1 at once", "does not answer hello", "echoes its input", "answers twice", "writes a line without end",
		"never comes to an end", "supports nothing", "hangs after 500 answers", "exits with 3 after 500 answers",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := kindNamed(name)
			file := filepath.Join(t.TempDir(), "report.json")
			args := []string{"certify", "--report", "text", "--report", "json=" + file, "--profile", "quick", "--jobs", "1", "--seed", "1"}
			command := k.baseCommand()
			args = append(args, "--hello-timeout", command.HelloTimeout.String(), "--timeout", command.Timeout.String(),
				"--grace", command.Grace.String(), "--max-time", cmp.Or(k.maxTime, longest).String())
			certify := exec.CommandContext(t.Context(), epin, append(args, "--", self())...)
			certify.Env = slices.DeleteFunc(append(playing(roleAdapter, name), dirEnv+"="+t.TempDir()), isWithheld)
			var stdout, stderr bytes.Buffer
			certify.Stdout, certify.Stderr = &stdout, &stderr
			err := certify.Run()
			if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
				t.Fatal(err)
			}
			if got, want := certify.ProcessState.ExitCode(), statuses[k.verdict]; got != want {
				t.Errorf("the exit status is %d, want %d\n%s%s", got, want, &stdout, &stderr)
			}
			var r struct{ Reason string }
			if data, err := os.ReadFile(file); err != nil {
				t.Error(err)
			} else if err := json.Unmarshal(data, &r); err != nil || !regexp.MustCompile(k.reason).MatchString(r.Reason) {
				t.Errorf("the reason is %q (%v), want %s\n%s", r.Reason, err, k.reason, &stdout)
			}
			if stderr.Len() > 0 {
				t.Errorf("standard error is %q", &stderr)
			}
		})
	}
}
