//go:build !js

package wire

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
)

// Each sentence about what an adapter does wrong has the next step if the fault is never that of the library.

// advice is the next step for the author of an adapter, by the kind or the fault of a failure whose
// sentence has none.
var advice = map[any]string{
	conformance.LineTooLong:  "; end each response with a line feed, and keep it short",
	conformance.OutputClosed: "; leave it open until the input ends",
	conformance.Died:         "; read requests until the input ends; standard error may say what happened",
	EmptyLine:                "; write one line feed after each response",
	ByteOrderMark:            "; write UTF-8 without one",
	BadJSON:                  "; write it with a JSON library",
	BadMember:                "; write it like the expected one",
	OtherVersion:             "; write it like the expected one",
}

// Advice returns the failure's sentence for the author of an adapter, which always has the next step.
func Advice(f *conformance.Failure) string {
	if f.Kind == conformance.Died && f.Err == io.ErrUnexpectedEOF {
		return f.What + "; end each line with a line feed"
	}
	return f.What + cmp.Or(advice[FaultOf(f.Err)], advice[f.Kind])
}

// Malformed returns the failure for a line that is not a response, or is not well formed. err is the
// [*FormError].
func Malformed(line []byte, err error) *conformance.Failure {
	what := "the adapter wrote a response that is not well formed: " + conformance.Quote(line) + ": " + err.Error()
	if !bytes.HasPrefix(bytes.TrimLeft(line, " \t\r"), []byte("{")) {
		why := ""
		if FaultOf(err) != NotObject {
			why = " (" + err.Error() + ")"
		}
		what = "the adapter wrote a line that is not a response" + why + ": " + conformance.Quote(line) +
			"; standard output is for responses only"
	}
	return &conformance.Failure{Kind: conformance.MalformedAnswer, What: what, Err: err}
}

// Unexpected returns the failure for a response with the id of no open request. again reports that the
// request was answered before.
func Unexpected(line []byte, id int64, again bool) *conformance.Failure {
	kind, what, step := conformance.UnknownID, ", which no open request has", "return the id of the request unchanged"
	if again {
		kind, what, step = conformance.RepeatedID, " a second time", "respond to each request once"
	}
	what = fmt.Sprintf("the adapter responded to the id %d%s: %s; %s", id, what, conformance.Quote(line), step)
	return &conformance.Failure{Kind: kind, What: what}
}

// Failure returns the failure for an error of Line, which has waited for a time. due is a clause about the
// responses that were due, such as "before it responded to hello".
func (p *Process) Failure(ctx context.Context, err error, waited, due string) *conformance.Failure {
	if err == ErrLate && !isClosed(p.exited) {
		return &conformance.Failure{Kind: conformance.Hung, What: "the adapter sent no complete response within " + waited + " " + due}
	}
	if err == ErrLineTooLong {
		what := "the adapter wrote a line longer than 16 MiB: " + conformance.Quote(p.output.lines.rest)
		return &conformance.Failure{Kind: conformance.LineTooLong, What: what}
	}
	how := ", and something that it had started still holds its standard output"
	if err != ErrLate {
		if how = ""; err == io.ErrUnexpectedEOF {
			how = ", within a line: " + conformance.Quote(p.output.lines.rest)
		}
		deadline := time.Now().Add(p.grace)
		if within(ctx, p.grace, p.exited) {
			within(ctx, time.Until(deadline), p.stderrDone)
		}
	}
	if !isClosed(p.exited) {
		what := "the adapter closed its standard output, but did not exit" + how
		return &conformance.Failure{Kind: conformance.OutputClosed, What: what, Err: err}
	}
	state := p.state.String()
	what := "the adapter exited (" + state + ") " + due + how
	return &conformance.Failure{Kind: conformance.Died, What: what, State: state, Err: err}
}

func inSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'g', -1, 64) + " s" }

// whyNotStarted returns why c could not be started, and the next step.
func whyNotStarted(c Command, err error) string {
	name := c.Args[0]
	if c.Dir != "" {
		if info, statErr := os.Stat(c.Dir); statErr != nil || !info.IsDir() {
			return fmt.Sprintf("there is no directory %+q to start it in", c.Dir)
		}
	}
	path := exec.Command(name).Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.Dir, path)
	}
	info, statErr := os.Stat(path)
	switch {
	case errors.Is(err, exec.ErrDot):
		return fmt.Sprintf("%+q is in the current directory, which is not searched for programs; write %+q", name, "."+string(filepath.Separator)+name)
	case errors.Is(err, exec.ErrNotFound) && !strings.ContainsRune(name, filepath.Separator):
		return fmt.Sprintf("there is no program %+q on the PATH; check its spelling, or give its path", name)
	case statErr != nil && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, exec.ErrNotFound)):
		return fmt.Sprintf("there is no file %+q; check its spelling, and the directory that it is relative to", name)
	case statErr == nil && info.IsDir():
		return fmt.Sprintf("%+q is a directory; give the program in it", name)
	case statErr == nil && (errors.Is(err, fs.ErrPermission) || errors.Is(err, errFormat)):
		return fmt.Sprintf("%+q is not a program that this system can run; make it executable (with a first line that names its interpreter, if it is a script), or give the interpreter before it", name)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Sprintf("the interpreter that the first line of %+q names does not exist", name)
	}
	return fmt.Sprintf("%+q: %v", name, err) // an error of the system, such as too many open files
}
