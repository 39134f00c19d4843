package bench

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance/wire"
)

// BenchmarkOwnCost compares a certification with a bare pipe (certify/pipe): the same
// adapter is started, gets the same bytes of requests as fast as it reads them, and its
// responses are discarded. Both times are from before the first start of a process to
// the exit of the last.
//
//   - The requests are recorded in a separate run, with tee before the adapter. With these adapters
//     nearly all sweeps have the maximum size, recorded or not.
//   - The runner starts itself, generates all requests, sends those of some layers one at a time, and
//     starts the adapter once more for each history and environment while it uses another process.
//     The bare pipe starts the recorded processes one after the other.
//   - Each certification is paired with a bare pipe directly before or after it, in turns,
//     because the load of a machine changes from minute to minute. The ratio of a pair is
//     one measurement.
//   - The runner uses one process (--jobs 1). With more it is faster than the bare pipe.
func BenchmarkOwnCost(b *testing.B) {
	flags := []string{"--jobs", "1", "--profile", sized("standard", "quick")}
	for _, language := range []string{"python", "javascript", "go"} {
		var command wire.Command
		var recorded [][]byte
		pairs := 0
		b.Run(language, func(b *testing.B) {
			if recorded == nil {
				command = adapter(b, language)
				recorded = record(b, flags, command)
			}
			var certified, piped time.Duration
			both := []func(){
				func() { certified += certify(b, 0, flags, command, nil).took },
				func() { piped += pipe(b, command, recorded) },
			}
			for b.Loop() {
				if pairs++; pairs%2 == 0 {
					slices.Reverse(both)
				}
				both[0]()
				both[1]()
			}
			b.ReportMetric(0, "ns/op") // the time of both together has no meaning
			b.ReportMetric(certified.Seconds()/float64(b.N), "certify-s")
			b.ReportMetric(piped.Seconds()/float64(b.N), "pipe-s")
			b.ReportMetric(certified.Seconds()/piped.Seconds(), "certify/pipe")
		})
	}
}

// record returns what a certification sends to each process of the adapter.
func record(b *testing.B, flags []string, adapter wire.Command) (all [][]byte) {
	b.Helper()
	folder := b.TempDir()
	adapter.Args = append([]string{"sh", "-c", `tee "$0/$$" | "$@"`, folder}, adapter.Args...)
	certify(b, 0, flags, adapter, nil)
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		requests, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, requests)
	}
	if len(all) == 0 {
		b.Fatal("the runner started no process")
	}
	return all
}

// pipe sends each recording to a new process, one after the other, and returns the total time.
// A missing response is an error, because it would shorten the time.
func pipe(b *testing.B, adapter wire.Command, recorded [][]byte) time.Duration {
	began := time.Now()
	for _, requests := range recorded {
		var responses lines
		cmd := exec.Command(adapter.Args[0], adapter.Args[1:]...)
		cmd.Dir, cmd.Stdin, cmd.Stdout = adapter.Dir, bytes.NewReader(requests), &responses
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		if sent := bytes.Count(requests, []byte("\n")); int(responses) != sent {
			b.Fatalf("%d responses to %d requests", responses, sent)
		}
	}
	return time.Since(began)
}

// lines counts the line feeds that are written to it.
type lines int

func (n *lines) Write(p []byte) (int, error) {
	*n += lines(bytes.Count(p, []byte("\n")))
	return len(p), nil
}
