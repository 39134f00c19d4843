package transcript

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/maphash"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

// Limits of Read: a hostile transcript must not fill the memory.
const (
	maxBytes = 8 << 30 // uncompressed
	maxLine  = wire.MaxLine + 64
)

var maxKept = 1280 << 20 // approximate bytes of memory; tests set less

// The bytes that each of these counts towards maxKept. A place is counted with the list of its key.
const (
	placeSize    = 48
	requestSize  = 128
	responseSize = 512
	sessionSize  = 256
)

// Transcript holds the responses of a run. [Read] makes one.
type Transcript struct {
	Header Header
	End    End

	hello     []byte               // the first response to hello
	failed    *conformance.Failure // the first failure before a response to hello
	cut       error                // why the run was cut short
	seed      maphash.Seed         // of the keys in index
	index     index                // an answer is a verdict, or an index of responses plus 1
	responses []*conformance.Response
	missing   map[uint64]bool // the keys of requests without a response
	first     string          // the first of these requests
}

// reader is the state of Read.
type reader struct {
	*Transcript
	edition  *notation.Edition
	lines    *bufio.Reader
	long     []byte // the buffer for a line that is longer than that of lines
	number   int    // of the current line, from 1
	kept     int    // approximate bytes of memory, see maxKept
	sessions map[string]map[string]pending
	known    map[known]int32 // answers in index
	tokens   []string        // empty strings, a buffer for sweeps
}

// pending is a request without a response.
type pending struct {
	op  conformance.Op
	at  int    // the place of the request, or of its first token
	n   int    // the number of its results or tokens
	key uint64 // of the request, or of its last token
}

// known identifies responses that decode to the same value.
type known struct {
	op   conformance.Op
	n    int    // results of apply
	tail uint64 // digest of what follows the id
}

// Read reads a transcript. The error tells what is wrong with the file.
func Read(r io.Reader) (*Transcript, error) {
	sum := &summer{in: r, sum: sha256.New()}
	file := bufio.NewReaderSize(sum, summerSize)
	if head, _ := file.Peek(len(memberHeader)); len(head) < len(memberHeader) && strings.HasPrefix(memberHeader, string(head)) {
		return nil, errTruncated
	}
	zip, err := gzip.NewReader(file)
	if err != nil {
		return nil, errors.New("it is not a transcript: it is not a gzip file")
	}
	zip.Multistream(false)
	unzipped, w := io.Pipe()
	const ahead = 1 << 19 // bytes that are uncompressed while others are read
	go func() {
		buffered := bufio.NewWriterSize(w, ahead)
		_, err := io.Copy(buffered, io.LimitReader(zip, maxBytes))
		w.CloseWithError(errors.Join(buffered.Flush(), err))
	}()
	t := &reader{
		Transcript: &Transcript{seed: maphash.MakeSeed(), index: index{lists: map[uint64]list{}, fatal: map[uint64]*conformance.Failure{}}}, lines: bufio.NewReaderSize(unzipped, 4*ahead),
		sessions: map[string]map[string]pending{}, known: map[known]int32{},
	}
	switch err = t.read(); {
	case err == nil:
		err = sum.check(file, zip)
	case errors.Is(err, errTruncated), errors.Is(err, errDigest), errors.Is(err, errTooLarge):
	default: // an incorrect line, perhaps because the file was changed
		if _, rest := io.Copy(io.Discard, t.lines); rest != nil || sum.check(file, zip) != nil {
			err = errDigest
		}
	}
	unzipped.Close()
	return t.Transcript, err
}

// Errors of a whole file.
var (
	errTruncated = errors.New("it is truncated")
	errDigest    = errors.New("it was changed: its digest differs")
	errTooLarge  = errors.New("the transcript is too large to be judged again: record a run of the profile standard")
)

// damaged returns the error for a read that failed with err.
func damaged(err error) error {
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		return errTruncated
	}
	return fmt.Errorf("%w (%w)", errDigest, err)
}

// ended returns an error unless err, of a read after the last part, is io.EOF.
func ended(err error, last string) error {
	switch err {
	case io.EOF:
		return nil
	case nil:
		return fmt.Errorf("it was changed: there is data after its %s", last)
	}
	return damaged(err)
}

// summer computes the digest of a file that a bufio.Reader of summerSize reads.
type summer struct {
	in   io.Reader
	sum  hash.Hash
	last []byte // the bytes of the last read, in the buffer
}

// summerSize is larger than any read of package flate, so that each byte passes the buffer.
const summerSize = 1 << 16

func (s *summer) Read(p []byte) (int, error) {
	s.sum.Write(s.last)
	n, err := s.in.Read(p)
	s.last = p[:n]
	return n, err
}

// memberHeader is the gzip header that [Writer] writes: without a time, a name or a comment.
const memberHeader = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\xff"

// check reads the digest at the end of the file, and compares it with that of all bytes
// before it.
func (s *summer) check(file *bufio.Reader, zip *gzip.Reader) error {
	s.sum.Write(s.last[:len(s.last)-file.Buffered()])
	want := fmt.Sprintf("%x\n", s.sum.Sum(nil))
	header, err := file.Peek(len(memberHeader))
	if err == nil && string(header) != memberHeader {
		return errors.New("it was changed: the gzip header of its digest differs")
	}
	if err == nil {
		err = zip.Reset(file)
	}
	if err != nil {
		return damaged(err)
	}
	zip.Multistream(false)
	digest, err := io.ReadAll(io.LimitReader(zip, int64(len(want))+1))
	if err != nil {
		return damaged(err)
	}
	if string(digest) != want {
		return errDigest
	}
	_, err = file.ReadByte()
	return ended(err, "digest")
}

// line reads the next line, which is valid until the next call.
func (r *reader) line() ([]byte, error) {
	r.number++
	line, err := r.lines.ReadSlice('\n')
	r.long = r.long[:0]
	for err == bufio.ErrBufferFull && len(r.long) < maxLine {
		r.long = append(r.long, line...)
		line, err = r.lines.ReadSlice('\n')
	}
	if len(r.long) > 0 {
		r.long = append(r.long, line...)
		line = r.long
	}
	switch {
	case len(line) > maxLine:
		return nil, fmt.Errorf("line %d is too long", r.number)
	case err != nil:
		return nil, damaged(err)
	}
	return line[:len(line)-1], nil
}

func decode(line []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

// read reads all lines.
func (r *reader) read() error {
	line, err := r.line()
	if err != nil {
		return err
	}
	if err := decode(line, &r.Header); err != nil || r.Header.Format != format {
		return fmt.Errorf("it is not a transcript of the format %s", format)
	}
	if r.edition, err = notation.Named(r.Header.Edition); err != nil {
		return err
	}
	for last := false; !last; {
		if line, err = r.line(); err != nil {
			return err
		}
		if line, last = bytes.CutPrefix(line, []byte("Z ")); last {
			err = decode(line, &r.End)
		} else {
			err = r.record(line)
		}
		if err == nil && r.kept > maxKept {
			err = errTooLarge
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", r.number, err)
		}
	}
	if r.End.Cut != "" {
		r.cut = errors.New(r.End.Cut)
	}
	_, err = r.lines.ReadByte()
	return ended(err, "end")
}

// record reads one event of a session.
func (r *reader) record(line []byte) error {
	kind, rest, _ := bytes.Cut(line, []byte(" "))
	name, rest, ok := bytes.Cut(rest, []byte(" "))
	if !ok {
		return errors.New("not a record")
	}
	session := r.sessions[string(name)]
	if session == nil {
		r.kept += sessionSize + len(name)
		session = map[string]pending{}
		r.sessions[string(name)] = session
	}
	switch string(kind) {
	case "H":
		if r.hello == nil && len(rest) > 0 {
			r.hello = bytes.Clone(rest)
		}
		return nil
	case "F":
		return r.failure(session, rest)
	}
	id, line, _ := bytes.Cut(rest, []byte(" "))
	tail := cutID(line, id)
	switch string(kind) {
	case "Q":
		p, err := r.request(tail)
		session[string(id)] = p
		r.kept += len(id)
		return err
	case "A":
		p, ok := session[string(id)]
		if !ok {
			return errors.New("a response without a request")
		}
		delete(session, string(id))
		return r.response(p, id, line, tail)
	}
	return fmt.Errorf("unknown kind of record %q", kind)
}

// cutID returns what follows the id in a line that begins with it, as requests and most
// responses do, or nil.
func cutID(line, id []byte) []byte {
	tail, _ := bytes.CutPrefix(line, []byte(`{"id":`))
	tail, ok := bytes.CutPrefix(bytes.TrimPrefix(tail, []byte(" ")), id)
	if !ok || len(tail) == 0 || tail[0] != ',' {
		return nil
	}
	return tail
}

// request adds a request. tail is the rest of its line after the id.
func (r *reader) request(tail []byte) (pending, error) {
	op, _, _ := bytes.Cut(bytes.TrimPrefix(tail, []byte(`,"op":"`)), []byte(`"`))
	p := pending{op: conformance.Op(op), at: len(r.index.places)}
	if !slices.Contains(conformance.Ops(), p.op) {
		return p, errors.New("not a request with its id")
	}
	for part := range parts(p.op, tail) {
		p.key = maphash.Bytes(r.seed, part)
		r.index.add(p.key)
		p.n++
	}
	r.kept += requestSize + p.n*placeSize
	if p.op == conformance.OpApply {
		_, methods, some := bytes.Cut(tail, []byte(`,"methods":["`))
		if p.n = bytes.Count(methods, []byte(`","`)); some {
			p.n++
		}
		if bytes.HasSuffix(methods, []byte(`,"unread":true}`)) {
			p.n = min(p.n, 1)
		}
	}
	return p, nil
}

// parts yields the parts of a request that have answers of their own: each token of a sweep,
// or the whole tail. It splits at `","`, which package wire writes between strings only: in
// a JSON string, a backslash precedes each quote.
func parts(op conformance.Op, tail []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if op != conformance.OpSweep {
			yield(tail)
			return
		}
		_, list, more := bytes.Cut(tail, []byte(`":["`)) // after the key hex or tokens
		list = bytes.TrimSuffix(list, []byte(`"]}`))
		for part := []byte(nil); more; {
			part, list, more = bytes.Cut(list, []byte(`","`))
			if !yield(part) {
				return
			}
		}
	}
}

// response adds the response to a request. Most responses repeat, so it decodes each tail
// only once.
func (r *reader) response(to pending, id, line, tail []byte) error {
	key := known{to.op, to.n, maphash.Bytes(r.seed, tail)}
	if answer := r.known[key]; answer != 0 {
		r.index.places[to.at].answer = answer
		return nil
	}
	req := conformance.Request{Op: to.op}
	if to.op == conformance.OpSweep {
		r.tokens = slices.Grow(r.tokens, to.n)
		req.Tokens = r.tokens[:to.n]
	} else {
		req.Methods = make([]conformance.Method, to.n)
	}
	answered, resp, err := wire.DecodeResponse(r.edition, req, line)
	switch {
	case err != nil:
		return err
	case strconv.FormatInt(answered, 10) != string(id):
		return errors.New("the response has another id")
	case to.op == conformance.OpSweep:
		for i, verdict := range []byte(resp.Verdicts) { // empty if the response is Unsupported
			r.index.places[to.at+i].answer = int32(verdict)
		}
		return nil
	}
	r.responses = append(r.responses, &resp)
	r.kept += responseSize + resp.Size()
	answer := int32(len(r.responses))
	r.index.places[to.at].answer = answer
	if tail != nil {
		r.known[key] = answer
	}
	return nil
}

// failure adds the failure of a session. If exactly one request was pending, it is fatal.
func (r *reader) failure(session map[string]pending, line []byte) error {
	var f failure
	if err := decode(line, &f); err != nil {
		return errors.New("not a failure")
	}
	kind := conformance.CannotStart
	for kind.String() != f.Kind {
		if kind++; kind > conformance.Hung {
			return fmt.Errorf("unknown kind of failure %q", f.Kind)
		}
	}
	r.kept += len(line)
	failed := &conformance.Failure{Kind: kind, What: f.What, State: f.State, Stderr: f.Stderr}
	if kind == conformance.EditionUnsupported {
		failed.Err = conformance.ErrUnsupportedEdition
	}
	if kind < conformance.MalformedAnswer && r.failed == nil {
		r.failed = failed
	}
	for _, p := range session {
		if len(session) == 1 && (kind == conformance.Died || kind == conformance.Hung) && (p.op != conformance.OpSweep || p.n == 1) {
			r.index.fatal[p.key] = failed
			r.index.places[p.at].answer = died
		}
	}
	return nil
}
