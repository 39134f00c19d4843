package transcript

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strconv"
	"sync"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
)

// How much of a transcript is read: a stranger's may be made to fill the memory.
const (
	mostBytes = 8 << 30           // when it is no longer compressed
	mostKept  = 512 << 20         // bytes of what is not swept
	mostSwept = 64 << 20          // tokens
	longest   = wire.MaxLine + 64 // of a line
)

// Transcript answers from what was written. [Read] makes one.
type Transcript struct {
	Header Header
	End    End

	hello    string        // the first answer to it
	greeted  bool          // whether it is one
	bytes    bool          // whether it says that bytes are taken
	failed   *wire.Failure // where no session was greeted
	seed     maphash.Seed
	single   order
	answers  [][]byte // by place in single
	swept    order
	verdicts []byte // by place in swept
	token    []byte // memory of sweptHex
	kept     int
	mu       sync.Mutex
	missing  int
	first    string
}

// asked are the requests of a session that are not answered yet, by their ids.
type asked map[int64]due

// due is a request that was sent.
type due struct {
	op      conformance.Op
	methods []conformance.Method
	at      int // place in the order: of a sweep, of its first token
	tokens  int // of a sweep
}

// request is what of a request its answer is held against.
func (d due) request() conformance.Request {
	return conformance.Request{Op: d.op, Methods: d.methods, Tokens: tokens[:d.tokens]}
}

// tokens stand for those of a sweep, of which only the number counts.
var tokens [conformance.MaxSweepTokens]string

// Read reads a transcript. An error says what is wrong with it.
func Read(r io.Reader) (*Transcript, error) {
	raw := bufio.NewReaderSize(r, 1<<16)
	zip, err := gzip.NewReader(raw)
	if err != nil {
		return nil, errors.New("it is no transcript: it does not begin as a gzip file does")
	}
	zip.Multistream(false)
	t := &Transcript{seed: maphash.MakeSeed()}
	unzipped := readAhead(io.LimitReader(zip, mostBytes))
	defer unzipped.stop()
	in := bufio.NewReaderSize(unzipped, 1<<20)
	sessions := map[string]asked{}
	var long []byte
	ended := false
	for number := 1; ; number++ {
		line, err := in.ReadSlice('\n')
		for long = long[:0]; err == bufio.ErrBufferFull && len(long) <= longest; line, err = in.ReadSlice('\n') {
			long = append(long, line...)
		}
		if len(long) > 0 {
			long = append(long, line...)
			line = long
		}
		switch {
		case err == bufio.ErrBufferFull || len(line) > longest:
			return nil, fmt.Errorf("line %d is longer than a line may be", number)
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return nil, errors.New("it ends too early: it was cut short")
		case err != nil:
			return nil, fmt.Errorf("it was altered: %w", err)
		case ended:
			said := string(line)
			if _, err := in.ReadByte(); err != io.EOF {
				return nil, behind(err)
			}
			if said != unzipped.digest() {
				return nil, errors.New("it was altered: its digest is another")
			}
			if _, err := raw.ReadByte(); err != io.EOF {
				return nil, behind(err)
			}
			return t, nil
		}
		line = bytes.TrimSuffix(line, []byte("\n"))
		switch {
		case number == 1:
			if err := decode(line, &t.Header); err != nil || t.Header.Format != Format {
				return nil, fmt.Errorf("it is no transcript of the form %s", Format)
			}
			continue
		case bytes.HasPrefix(line, []byte("Z ")):
			if err = decode(line[2:], &t.End); err == nil {
				ended = true
				continue
			}
		default:
			err = t.record(sessions, line)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d is wrong: %w", number, err)
		}
	}
}

// behind says what is wrong behind the digest, where err is what reading on gave.
func behind(err error) error {
	switch err {
	case nil:
		return errors.New("it was altered: there is something behind its digest")
	case io.ErrUnexpectedEOF:
		return errors.New("it ends too early: it was cut short")
	}
	return fmt.Errorf("it was altered: %w", err)
}

func decode(line []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

// record takes what happened in a session.
func (t *Transcript) record(sessions map[string]asked, line []byte) error {
	kind, rest, _ := bytes.Cut(line, []byte(" "))
	name, rest, ok := bytes.Cut(rest, []byte(" "))
	if !ok || len(kind) != 1 {
		return errors.New("it is no record")
	}
	s := sessions[string(name)]
	if s == nil {
		if err := t.keep(64 + len(name)); err != nil {
			return err
		}
		s = asked{}
		sessions[string(name)] = s
	}
	switch kind[0] {
	case 'H':
		if t.hello == "" {
			t.hello = string(rest)
			described, err := wire.DecodeHello(rest)
			t.greeted, t.bytes = err == nil, described.Description.Bytes
		}
		return nil
	case 'F':
		var f failure
		if err := decode(rest, &f); err != nil {
			return errors.New("it is no failure")
		}
		if err := t.keep(len(rest)); err != nil {
			return err
		}
		return t.fail(s, f)
	}
	digits, rest, _ := bytes.Cut(rest, []byte(" "))
	id, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil {
		return errors.New("it has no id")
	}
	switch kind[0] {
	case 'Q':
		return t.sent(s, id, rest)
	case 'A':
		return t.answered(s, id, rest)
	}
	return fmt.Errorf("nobody knows records %q", kind)
}

// keep counts what is kept of what is not swept.
func (t *Transcript) keep(bytes int) error {
	if t.kept += bytes; t.kept > mostKept {
		return errors.New("it holds more answers than are read")
	}
	return nil
}

func (t *Transcript) sent(s asked, id int64, line []byte) error {
	if !t.greeted {
		return errors.New("nobody was greeted before it")
	}
	d := due{op: conformance.OpSweep, at: len(t.swept.keys)}
	if t.bytes && t.sweptHex(id, line) {
		d.tokens = len(t.swept.keys) - d.at
	} else {
		_, req, err := wire.DecodeRequest(line, t.bytes)
		if err != nil {
			return err
		}
		if d = t.ask(req); d.op != conformance.OpSweep {
			if err := t.keep(128 + 16*len(d.methods)); err != nil {
				return err
			}
		}
	}
	if len(t.swept.keys) > mostSwept {
		return errors.New("it holds more tokens than are read")
	}
	t.verdicts = append(t.verdicts, make([]byte, len(t.swept.keys)-len(t.verdicts))...)
	if _, again := s[id]; !again {
		if err := t.keep(64); err != nil {
			return err
		}
	}
	s[id] = d
	return nil
}

// ask adds a request to what was asked.
func (t *Transcript) ask(req conformance.Request) due {
	if req.Op != conformance.OpSweep {
		t.single.begin()
		t.single.add(t.key(req))
		t.answers = append(t.answers, nil)
		return due{op: req.Op, methods: req.Methods, at: len(t.answers) - 1}
	}
	d := due{op: req.Op, at: len(t.swept.keys), tokens: len(req.Tokens)}
	t.swept.begin()
	for _, token := range req.Tokens {
		t.swept.add(t.keyOf(token))
	}
	return d
}

// sweptHex adds a sweep to what was asked, whose line is written as package wire writes
// one in hexadecimal: that is most of a transcript, and takes most of the time to read.
// It reports false, and has added nothing, for any other line, be it right or wrong.
func (t *Transcript) sweptHex(id int64, line []byte) bool {
	const most = conformance.MaxSweepBytes
	t.token = append(strconv.AppendInt(append(t.token[:0], `{"id":`...), id, 10), `,"op":"sweep","hex":["`...)
	rest, ok := bytes.CutPrefix(line, t.token)
	if !ok {
		return false
	}
	if rest, ok = bytes.CutSuffix(rest, []byte(`"]}`)); !ok {
		return false
	}
	before, all := len(t.swept.keys), 0
	t.swept.begin()
	for token := t.token[:0]; ; token = token[:0] {
		for len(rest) >= 2 && nibble[rest[0]]|nibble[rest[1]] < 16 {
			token = append(token, nibble[rest[0]]<<4|nibble[rest[1]])
			rest = rest[2:]
		}
		t.token = token
		t.swept.add(maphash.Bytes(t.seed, token))
		all += len(token)
		if ended := len(rest) == 0; ended || !bytes.HasPrefix(rest, []byte(`","`)) {
			if ended && all <= most && len(t.swept.keys)-before <= conformance.MaxSweepTokens {
				return true
			}
			t.swept.drop(before)
			return false
		}
		rest = rest[3:]
	}
}

// nibble is what a digit stands for, in lower-case hexadecimal; 16 for what is none.
var nibble = func() (t [256]byte) {
	for c := range t {
		t[c] = 16
	}
	for i, c := range []byte("0123456789abcdef") {
		t[c] = byte(i)
	}
	return t
}()

func (t *Transcript) answered(s asked, id int64, line []byte) error {
	d, ok := s[id]
	if !ok {
		return errors.New("nobody asked for it")
	}
	delete(s, id)
	t.kept -= 64
	_, resp, err := wire.DecodeResponse(d.request(), line)
	if err != nil {
		return err
	}
	if d.op != conformance.OpSweep {
		t.answers[d.at] = bytes.Clone(line)
		t.single.answered(d.at, 1)
		return t.keep(len(line))
	}
	if resp.Outcome == conformance.Swept { // else it said that it cannot be asked: as if it had not been
		copy(t.verdicts[d.at:], resp.Verdicts)
		t.swept.answered(d.at, d.tokens)
	}
	return nil
}

// fail notes that a session has failed: a request that alone was due is what did it.
func (t *Transcript) fail(s asked, f failure) error {
	kind := wire.CannotStart
	for kind.String() != f.Kind {
		if kind++; kind > wire.Hung {
			return fmt.Errorf("there is no failure %q", f.Kind)
		}
	}
	failed := &wire.Failure{Kind: kind, What: f.What, State: f.State, Stderr: f.Stderr}
	if kind == wire.EditionUnsupported {
		failed.Err = wire.ErrUnsupportedEdition
	}
	if kind < wire.MalformedAnswer && t.failed == nil {
		t.failed = failed
	}
	if len(s) == 1 && (kind == wire.Died || kind == wire.Hung) {
		for _, d := range s {
			if d.op != conformance.OpSweep {
				t.single.kills(d.at, failed)
			} else if d.tokens == 1 {
				t.swept.kills(d.at, failed)
			}
		}
	}
	return nil
}

// key is what a request is found by, and keyOf what a token of a sweep is.
func (t *Transcript) key(req conformance.Request) uint64 {
	var h maphash.Hash
	h.SetSeed(t.seed)
	h.WriteString(string(req.Op))
	for _, m := range req.Methods {
		h.WriteByte(' ')
		h.WriteString(string(m))
	}
	h.WriteByte('\n')
	h.WriteString(strconv.Itoa(len(req.Token)))
	h.WriteByte(' ')
	h.WriteString(req.Token)
	h.WriteString(req.Other)
	return h.Sum64()
}

func (t *Transcript) keyOf(token string) uint64 { return maphash.String(t.seed, token) }
