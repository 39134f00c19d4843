// Package transcript records every request and every raw response of a run, which package wire logs, and
// replays the responses in place of wire: that gives the verdict again without the library.
//
// A transcript is a gzip file of lines. The first is a [Header] in JSON. Then come
//
//	H N LINE     session N answered hello
//	Q N ID LINE  session N got a request
//	A N ID LINE  session N answered it
//	F N FAILURE  session N failed, in JSON
//
// in the order of the events, Z and an [End] in JSON, and the SHA-256 digest of the lines before, in
// hexadecimal. A session is a process of the adapter; LINE is a line of its pipe.
//
// [Read] rejects a file that is truncated or altered, and says which. The digest is not a signature: an
// attacker can alter the file and compute a new one.
//
// For the n-th time that a request is made, a [Transcript] returns its n-th response, and
// the last one again after that. The size of sweeps does not matter. A request that alone made
// a process exit or hang does so again, after all its responses.
// A request that was never made is not tested. If the run was cut short, it ends the replay.
package transcript

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"slices"
	"strconv"

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

	hello     []byte       // the first response to hello
	failed    error        // the first failure before a response to hello
	cut       error        // why the run was cut short
	seed      maphash.Seed // of the keys in index
	index     index        // an answer is a verdict, or an index of responses plus 1
	responses []*conformance.Response
	missing   map[uint64]bool // the keys of requests without a response
	first     string          // the first of these requests
}

type reader struct {
	*Transcript
	edition  *notation.Edition
	number   int  // of lines so far
	ended    bool // whether End was read
	kept     int  // approximate bytes of memory, see maxKept
	sessions map[string]map[string]pending
	known    map[known]int32 // answers in index

	applyAttributes bool // whether hello announced apply_attributes
}

type pending struct {
	op      conformance.Op
	results int    // of apply
	at      int    // the place of the request, or of its first token
	n       int    // the number of its places
	key     uint64 // of the last one
}

// known identifies responses that decode to the same value.
type known struct {
	op   conformance.Op
	n    int    // results of apply
	tail uint64 // digest of what follows the id
}

// Read reads a transcript. The error tells what is wrong with the file. It reports an incorrect digest in place
// of an incorrect line.
func Read(file io.Reader) (*Transcript, error) {
	zip, err := gzip.NewReader(file)
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return nil, errTruncated
	case err != nil:
		return nil, errors.New("it is not a transcript: it is not a gzip file")
	}
	r := &reader{
		Transcript: &Transcript{seed: maphash.MakeSeed(), index: index{lists: map[uint64]list{}, fatal: map[uint64]*conformance.Failure{}}},
		sessions:   map[string]map[string]pending{},
		known:      map[known]int32{},
	}
	lines := bufio.NewScanner(io.LimitReader(zip, maxBytes))
	lines.Buffer(make([]byte, 1<<16), maxLine)
	lines.Split(whole)
	var last []byte     // the line before, with its line feed
	var incorrect error // of the first incorrect line
	sum := sha256.New()
	for ; lines.Scan(); r.number++ {
		if incorrect == nil && r.number > 0 {
			incorrect = r.line(last[:len(last)-1])
		}
		if r.kept > maxKept {
			return nil, fmt.Errorf("line %d: the transcript is too large to be judged again: record a run of the profile standard", r.number)
		}
		sum.Write(last)
		last = append(append(last[:0], lines.Bytes()...), '\n')
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d is too long", r.number+1)
	case errors.Is(err, io.ErrUnexpectedEOF), err == nil && incorrect == nil && !r.ended:
		return nil, errTruncated
	case err != nil:
		return nil, fmt.Errorf("%w (%w)", errDigest, err)
	case string(last) != fmt.Sprintf("%x\n", sum.Sum(nil)):
		return nil, errDigest
	}
	return r.Transcript, incorrect
}

// Errors of a whole file.
var (
	errTruncated = errors.New("it is truncated")
	errDigest    = errors.New("it was changed: its digest differs")
)

// whole is a bufio.SplitFunc for lines that end in a line feed.
func whole(data []byte, atEOF bool) (advance int, line []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		err = io.ErrUnexpectedEOF
	}
	return 0, nil, err
}

func decode(line []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

// line reads a line before the last one.
func (r *reader) line(line []byte) (err error) {
	rest, isEnd := bytes.CutPrefix(line, []byte("Z "))
	switch {
	case r.number == 1:
		if err := decode(line, &r.Header); err != nil || r.Header.Format != format {
			return fmt.Errorf("it is not a transcript of the format %s", format)
		}
		r.edition, err = notation.Named(r.Header.Edition)
		return err
	case r.ended:
		return errors.New("it was changed: there is data after its end")
	case isEnd:
		r.ended = true
		if err = decode(rest, &r.End); r.End.Cut != "" {
			r.cut = errors.New(r.End.Cut)
		}
	default:
		err = r.record(line)
	}
	if err != nil {
		return fmt.Errorf("line %d: %w", r.number, err)
	}
	return nil
}

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
			offers, _ := wire.DecodeHello(r.edition, rest) // Open returns the error
			r.applyAttributes = offers.ApplyAttributes
		}
		return nil
	case "F":
		return r.failure(session, rest)
	}
	id, line, _ := bytes.Cut(rest, []byte(" "))
	switch string(kind) {
	case "Q":
		p, err := r.request(id, line)
		session[string(id)] = p
		r.kept += len(id)
		return err
	case "A":
		p, ok := session[string(id)]
		if !ok {
			return errors.New("a response without a request")
		}
		delete(session, string(id))
		return r.response(p, id, line)
	}
	return fmt.Errorf("unknown kind of record %q", kind)
}

func (r *reader) request(id, line []byte) (pending, error) {
	var takesBytes []conformance.Op
	if bytes.Contains(line, []byte(`"hex":`)) { // not in a string, which has no bare quote
		takesBytes = conformance.Ops()
	}
	sent, req, err := wire.DecodeRequest(line, takesBytes)
	if err != nil || !slices.Contains(conformance.Ops(), req.Op) || strconv.FormatInt(sent, 10) != string(id) {
		return pending{}, errors.New("not a request with its id")
	}
	p := pending{op: req.Op, results: len(req.Results()), at: len(r.index.places)}
	for _, p.key = range r.keys(req) {
		r.index.add(p.key)
		p.n++
	}
	r.kept += requestSize + p.n*placeSize
	return p, nil
}

// keys yields the parts of a request that have answers of their own, each with its key: the tokens
// of a sweep, or for another operation its token.
func (t *Transcript) keys(req conformance.Request) iter.Seq2[string, uint64] {
	tokens := req.Tokens
	if req.Op != conformance.OpSweep {
		tokens = []string{req.Token}
	}
	common := fmt.Appendf(nil, "%s %q %q ", req.Op, req.Methods, req.Other)
	return func(yield func(string, uint64) bool) {
		for _, token := range tokens {
			if !yield(token, maphash.Bytes(t.seed, append(common, token...))) {
				return
			}
		}
	}
}

// response adds the response to a request. Most responses repeat, so it decodes only once what
// follows the id.
func (r *reader) response(to pending, id, line []byte) error {
	head, tail, cached := bytes.Cut(line, slices.Concat(id, []byte(",")))
	cached = cached && string(bytes.TrimRight(head, " ")) == `{"id":`
	key := known{to.op, to.results, maphash.Bytes(r.seed, tail)}
	if answer := r.known[key]; cached && answer != 0 {
		r.index.places[to.at].answer = answer
		return nil
	}
	req := conformance.Request{Op: to.op, Methods: make([]conformance.Method, to.results)}
	if to.op == conformance.OpSweep {
		req.Tokens = make([]string, to.n)
	}
	answered, resp, err := wire.DecodeResponse(r.edition, req, line, r.applyAttributes)
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
	if cached {
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
		if len(session) == 1 && (kind == conformance.Died || kind == conformance.Hung) && p.n == 1 {
			r.index.fatal[p.key] = failed
			r.index.places[p.at].answer = died
		}
	}
	return nil
}
