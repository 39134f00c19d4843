package transcript

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/childenv"
	"github.com/epin-conformance/harness/conformance/wire"
)

// format is the name and the version of the file format.
const format = "epin-transcript/1"

// Header describes the settings of the run.
type Header struct {
	Format     string   `json:"format"`
	Version    string   `json:"version"` // of the suite
	Corpus     string   `json:"corpus"`  // digest of the test vectors
	Edition    string   `json:"edition"`
	Profile    string   `json:"profile"`
	Seed       uint64   `json:"seed"`
	Complete   *int     `json:"complete,omitempty"`
	Exhaustive *int     `json:"exhaustive,omitempty"`
	Fuzz       bool     `json:"fuzz"` // whether the layer fuzz was selected: see [End] for its rounds
	Only       []string `json:"only"`
	Command    []string `json:"command"` // empty for the reference
	Adapter
}

// Adapter has the settings of the adapter, for commands that reproduce a finding.
type Adapter struct {
	// The timeouts in nanoseconds; 0 if not known.
	HelloTimeout time.Duration `json:"helloTimeout"`
	Timeout      time.Duration `json:"timeout"`
	Grace        time.Duration `json:"grace"`
	childenv.Selection
}

// End describes how the run ended.
type End struct {
	Cut    string `json:"cut"`    // why the run was cut short, or empty
	Rounds int    `json:"rounds"` // of the layer fuzz

	Environments []string `json:"environments,omitempty"` // the names of those that were tested
}

type failure struct {
	Kind   string `json:"kind"`
	What   string `json:"what"`
	State  string `json:"state"`
	Stderr string `json:"stderr"`
}

// Writer writes a transcript. Make one with [NewWriter].
type Writer struct {
	mu       sync.Mutex
	sum      hash.Hash     // the digest of the lines so far
	zip      *gzip.Writer  // writes to the file
	out      *bufio.Writer // writes to zip and sum, and keeps the first error
	sessions int
}

// NewWriter begins a transcript. It returns an error if the header is too long for [Read].
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	h.Format = format
	line := jsonOf(h)
	if len(line) >= maxLine {
		return nil, fmt.Errorf("the header, with the configuration of the run, is longer than %d bytes", maxLine-1)
	}
	t := &Writer{sum: sha256.New()}
	t.zip, _ = gzip.NewWriterLevel(w, gzip.BestSpeed) // the level is valid
	t.out = bufio.NewWriterSize(io.MultiWriter(t.zip, t.sum), 1<<16)
	_, err := fmt.Fprintf(t.out, "%s\n", line)
	return t, err
}

func jsonOf(v any) []byte {
	line, _ := json.Marshal(v) // all its fields can be encoded
	return line
}

// Log begins a session. It is a function for wire.Command.Log.
func (t *Writer) Log() wire.Log {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sessions++
	return &session{t, t.sessions}
}

type session struct {
	*Writer
	number int
}

// record writes one line, without the id if it is 0. Close returns its errors.
func (s *session) record(kind byte, id int64, line []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := append(s.out.AvailableBuffer(), kind, ' ')
	b = append(strconv.AppendInt(b, int64(s.number), 10), ' ')
	if id != 0 {
		b = append(strconv.AppendInt(b, id, 10), ' ')
	}
	s.out.Write(b)
	s.out.Write(line)
	s.out.WriteByte('\n')
}

func (s *session) Greeted(line []byte)            { s.record('H', 0, line) }
func (s *session) Sent(id int64, line []byte)     { s.record('Q', id, line) }
func (s *session) Answered(id int64, line []byte) { s.record('A', id, line) }

func (s *session) Failed(f *conformance.Failure) {
	s.record('F', 0, jsonOf(failure{f.Kind.String(), f.What, f.State, f.Stderr}))
}

// Close ends the transcript. It returns the first error of any write.
func (t *Writer) Close(end End) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Fprintf(t.out, "Z %s\n", jsonOf(end))
	t.out.Flush() // keeps its error
	fmt.Fprintf(t.out, "%x\n", t.sum.Sum(nil))
	return cmp.Or(t.out.Flush(), t.zip.Close())
}
