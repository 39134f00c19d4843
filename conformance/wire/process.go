package wire

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/started"
)

// process is a program that was started, with our ends of its pipes. They are
// files, not pipes of package os/exec: closing a file always wakes a goroutine that waits
// for it, even if an unknown process holds the other end.
type process struct {
	stdin, stdout, stderr *os.File
	tree                  *tree
	tail                  tail          // of standard error
	stderrEnded           chan struct{} // closed at the end of standard error
	exited                chan struct{} // closed when the process has exited and was waited for
	state                 *os.ProcessState
	goroutines            sync.WaitGroup
}

// startProcess starts c, and the goroutines that read its standard error and wait for it.
// called is its name in errors. The error is a [*conformance.Failure].
func startProcess(c Command, called string) (*process, error) {
	if len(c.Args) == 0 {
		return nil, &conformance.Failure{Kind: conformance.CannotStart, What: called + " cannot be started: no program was given"}
	}
	p, err := start(c)
	if err != nil {
		return nil, &conformance.Failure{Kind: conformance.CannotStart, What: called + " cannot be started: " + whyNotStarted(c, err), Err: err}
	}
	return p, nil
}

func start(c Command) (*process, error) {
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = c.Env
	inNewTree(cmd)
	var opened []*os.File
	closeAll := func(files []*os.File) {
		for _, f := range files {
			f.Close()
		}
	}
	for range 3 {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(opened)
			return nil, err
		}
		enlarge(w)
		opened = append(opened, r, w)
	}
	theirs := []*os.File{opened[0], opened[3], opened[5]}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs[0], theirs[1], theirs[2]
	if err := started.Start(cmd); err != nil {
		closeAll(opened)
		return nil, err
	}
	closeAll(theirs)
	p := &process{
		stdin: opened[1], stdout: opened[2], stderr: opened[4],
		stderrEnded: make(chan struct{}),
		exited:      make(chan struct{}),
	}
	tree, err := newTree(cmd.Process)
	if err != nil {
		p.closePipes()
		return nil, errors.Join(err, cmd.Process.Kill(), started.Wait(cmd))
	}
	p.tree = tree
	p.goroutines.Go(func() {
		defer close(p.stderrEnded)
		_, _ = io.Copy(&p.tail, p.stderr) // ends when either side is closed
	})
	p.goroutines.Go(func() {
		_ = started.Wait(cmd) // the state holds the result
		p.tree.alive()        // records whether the process group still exists
		p.state = cmd.ProcessState
		close(p.exited)
	})
	return p, nil
}

func (p *process) closePipes() {
	p.stdin.Close()
	p.stdout.Close()
	p.stderr.Close()
}

// stop terminates the processes, and kills them a quarter of grace later. It waits until over
// is closed, at most for grace after that, and returns what it had to do.
func (p *process) stop(over <-chan struct{}, grace time.Duration) (how string) {
	p.tree.terminate()
	if within(grace/4, over, nil) {
		return "terminated"
	}
	p.tree.kill()
	within(grace, over, nil)
	return "killed"
}

// close kills the remaining processes, closes the pipes, and waits for the goroutines.
func (p *process) close() {
	p.tree.kill()
	p.tree.close()
	p.closePipes()
	p.goroutines.Wait()
}

func (p *process) hasExited() bool { return isClosed(p.exited) }

// input is the queue for the standard input of a process. One goroutine writes to it, so that
// no other one blocks if the process does not read.
type input struct {
	mu      *sync.Mutex // guards the fields below; it belongs to the owner
	work    *sync.Cond  // the goroutine waits for something to do
	out     []byte
	closing bool // the goroutine has to close standard input after out
	writing bool
	err     error // why the goroutine has stopped before that
}

func newInput(mu *sync.Mutex) input { return input{mu: mu, work: sync.NewCond(mu)} }

// close drops what is queued, and makes the goroutine close standard input. mu is held.
func (in *input) close() {
	in.closing, in.out = true, nil
	in.work.Signal()
}

// write is the goroutine.
func (in *input) write(stdin *os.File) {
	defer stdin.Close()
	in.mu.Lock()
	defer in.mu.Unlock()
	var batch []byte
	for in.err == nil {
		for len(in.out) == 0 && !in.closing {
			in.work.Wait()
		}
		if len(in.out) == 0 {
			return
		}
		batch, in.out, in.writing = in.out, batch[:0], true
		in.mu.Unlock()
		_, err := stdin.Write(batch)
		if cap(batch) > 2*windowBytes {
			batch = nil // before a wait, which can be long
		}
		in.mu.Lock()
		in.writing, in.err = false, err
	}
}

// within waits until over or broken is closed, at most for the duration patience. It reports
// whether over is closed.
func within(patience time.Duration, over, broken <-chan struct{}) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-over:
	case <-timer.C:
	case <-broken:
	}
	return isClosed(over)
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// whyNotStarted returns why c could not be started, and the next step.
func whyNotStarted(c Command, err error) string {
	name := c.Args[0]
	if c.Dir != "" {
		if info, statErr := os.Stat(c.Dir); statErr != nil || !info.IsDir() {
			return fmt.Sprintf("there is no directory %+q to start it in", c.Dir)
		}
	}
	path, lookErr := exec.LookPath(name)
	if lookErr != nil || filepath.Base(name) != name {
		path = name
		if !filepath.IsAbs(path) {
			path = filepath.Join(c.Dir, path)
		}
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
	case statErr == nil && notExecutable(err):
		return fmt.Sprintf("%+q is not a program that this system can run; make it executable (with a first line that names its interpreter, if it is a script), or give the interpreter before it", name)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Sprintf("the interpreter that the first line of %+q names does not exist", name)
	}
	return fmt.Sprintf("%+q: %v", name, err) // an error of the system, such as too many open files
}
