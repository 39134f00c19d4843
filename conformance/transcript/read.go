package transcript

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// How much of a transcript is read: a stranger's may be made to fill the memory.
const (
	mostBytes = 8 << 30           // when it is no longer compressed
	mostKept  = 512 << 20         // bytes of answers that are not swept
	mostSwept = 64 << 20          // tokens
	longest   = wire.MaxLine + 64 // of a line
)

// Transcript answers from what was written. [Read] makes one.
type Transcript struct {
	Header Header
	End    End

	hello   string        // the first answer to it
	failed  *wire.Failure // where no session was greeted
	seed    maphash.Seed
	single  map[uint64]*answers
	swept   map[uint64]byte     // the verdict on a token, where it is one
	several map[uint64]*answers // the verdicts, where they are several
	fatal   map[uint64]*wire.Failure
	kept    int
	mu      sync.Mutex
	missing int
	first   string
}

// answers are those to one request, in the order in which it was asked.
type answers struct {
	lines []string
	next  int
}

// take returns the next answer; the last one again where there is no other.
func (a *answers) take() string {
	line := a.lines[a.next]
	if a.next < len(a.lines)-1 {
		a.next++
	}
	return line
}

// asked are the requests of a session that are not answered yet, by their ids.
type asked map[int64]due

// due is a request that was sent.
type due struct {
	request conformance.Request
	at      int // of the lines of its answers
}

// Read reads a transcript. An error says what is wrong with it.
func Read(r io.Reader) (*Transcript, error) {
	raw := bufio.NewReaderSize(r, 1<<16)
	zip, err := gzip.NewReader(raw)
	if err != nil {
		return nil, errors.New("it is no transcript: it does not begin as a gzip file does")
	}
	zip.Multistream(false)
	t := &Transcript{
		seed: maphash.MakeSeed(), single: map[uint64]*answers{}, swept: map[uint64]byte{}, several: map[uint64]*answers{}, fatal: map[uint64]*wire.Failure{},
	}
	in := bufio.NewReaderSize(io.LimitReader(zip, mostBytes), 1<<20)
	sum := sha256.New()
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
			if want := hex.EncodeToString(sum.Sum(nil)) + "\n"; string(line) != want {
				return nil, errors.New("it was altered: its digest is another")
			}
			if _, err := in.ReadByte(); err != io.EOF {
				return nil, behind(err)
			}
			if _, err := raw.ReadByte(); err != io.EOF {
				return nil, behind(err)
			}
			t.settle()
			return t, nil
		}
		sum.Write(line)
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
		s = asked{}
		sessions[string(name)] = s
	}
	switch kind[0] {
	case 'H':
		if t.hello == "" {
			t.hello = string(rest)
		}
		return nil
	case 'F':
		var f failure
		if err := decode(rest, &f); err != nil {
			return errors.New("it is no failure")
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

func (t *Transcript) sent(s asked, id int64, line []byte) error {
	described, err := wire.DecodeHello([]byte(t.hello))
	if err != nil {
		return errors.New("nobody was greeted before it")
	}
	_, req, err := wire.DecodeRequest(line, described.Description.Bytes)
	if err != nil {
		return err
	}
	d := due{request: req}
	if req.Op != conformance.OpSweep {
		a := t.answersTo(t.single, t.key(req))
		d.at = len(a.lines)
		a.lines = append(a.lines, "")
		t.kept += 16
	}
	s[id] = d
	return nil
}

func (t *Transcript) answersTo(of map[uint64]*answers, key uint64) *answers {
	a := of[key]
	if a == nil {
		a = &answers{}
		of[key] = a
		t.kept += 64
	}
	return a
}

func (t *Transcript) answered(s asked, id int64, line []byte) error {
	d, ok := s[id]
	if !ok {
		return errors.New("nobody asked for it")
	}
	delete(s, id)
	_, resp, err := wire.DecodeResponse(d.request, line)
	if err != nil {
		return err
	}
	if d.request.Op != conformance.OpSweep {
		t.single[t.key(d.request)].lines[d.at] = string(line)
		if t.kept += len(line); t.kept > mostKept {
			return errors.New("it holds more answers than are read")
		}
		return nil
	}
	if resp.Outcome != conformance.Swept {
		return nil // it said that it cannot be asked: as if it had not been
	}
	for i, token := range d.request.Tokens {
		key, verdict := t.keyOf(conformance.OpSweep, token), resp.Verdicts[i]
		if a := t.several[key]; a != nil {
			a.lines = append(a.lines, resp.Verdicts[i:i+1])
			t.kept += 16
			continue
		}
		old, asked := t.swept[key]
		if !asked {
			if t.swept[key] = verdict; len(t.swept) > mostSwept {
				return errors.New("it holds more tokens than are read")
			}
		} else if old != verdict {
			t.several[key] = &answers{lines: []string{string(old), resp.Verdicts[i : i+1]}}
		}
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
			if d.request.Op != conformance.OpSweep {
				t.fatal[t.key(d.request)] = failed
			} else if len(d.request.Tokens) == 1 {
				t.fatal[t.keyOf(conformance.OpSweep, d.request.Tokens[0])] = failed
			}
		}
	}
	return nil
}

// settle forgets requests that were never answered.
func (t *Transcript) settle() {
	for key, a := range t.single {
		a.lines = slices.DeleteFunc(a.lines, func(line string) bool { return line == "" })
		if len(a.lines) == 0 {
			delete(t.single, key)
		}
	}
}

// key is what a request is found by, and keyOf that of an operation on one token.
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

func (t *Transcript) keyOf(op conformance.Op, token string) uint64 {
	return maphash.String(t.seed, token) ^ uint64(len(op))
}

// Open is a [conformance.Factory] of what answers from the transcript. What is opened is
// to be used by one goroutine, and one after the other.
func (t *Transcript) Open(_ context.Context, edition epin.Edition) (conformance.Implementation, error) {
	if t.hello == "" {
		if t.failed == nil {
			return nil, errors.New("the transcript holds no session")
		}
		return nil, t.failed
	}
	h, err := wire.DecodeHello([]byte(t.hello))
	if err != nil || h.Unsupported {
		if t.failed == nil {
			return nil, errors.New("the transcript holds no session that was greeted")
		}
		return nil, t.failed
	}
	h.Description.Methods = slices.DeleteFunc(h.Description.Methods, func(m conformance.Method) bool {
		return !slices.Contains(conformance.MethodsOf(edition), m)
	})
	return &player{t, h.Description}, nil
}

// player is one opening of a transcript.
type player struct {
	*Transcript
	offers conformance.Description
}

// Describe returns what the adapter said of its library.
func (p *player) Describe() conformance.Description { return p.offers }

// Do answers as the adapter did.
func (p *player) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	if !p.offers.Offers(req.Op) || slices.ContainsFunc(req.Methods, func(m conformance.Method) bool { return !slices.Contains(p.offers.Methods, m) }) || !p.expressible(req) {
		return conformance.Response{}, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if req.Op == conformance.OpSweep {
		return p.sweep(req)
	}
	key := p.key(req)
	if f := p.fatal[key]; f != nil {
		return conformance.Response{}, fails(f, req)
	}
	a := p.single[key]
	if a == nil {
		return conformance.Response{}, p.miss(req)
	}
	_, resp, err := wire.DecodeResponse(req, []byte(a.take()))
	return resp, err
}

// DoAll answers one after the other: see [conformance.Batcher], which an adapter is too.
func (p *player) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	return conformance.DoAll(ctx, struct{ conformance.Implementation }{p}, requests, answer)
}

// expressible reports whether the adapter can be asked about the tokens.
func (p *player) expressible(req conformance.Request) bool {
	return p.offers.Bytes || utf8.ValidString(req.Token) && utf8.ValidString(req.Other) &&
		!slices.ContainsFunc(req.Tokens, func(token string) bool { return !utf8.ValidString(token) })
}

func (p *player) sweep(req conformance.Request) (conformance.Response, error) {
	verdicts := make([]byte, len(req.Tokens))
	for i, token := range req.Tokens {
		key := p.keyOf(conformance.OpSweep, token)
		if f := p.fatal[key]; f != nil {
			return conformance.Response{}, fails(f, req)
		}
		if a := p.several[key]; a != nil {
			verdicts[i] = a.take()[0]
			continue
		}
		verdict, ok := p.swept[key]
		if !ok {
			one := conformance.Request{Op: conformance.OpSweep, Token: token}
			if err := p.miss(one); err != nil {
				return conformance.Response{}, err
			}
			verdict = conformance.VerdictNone
		}
		verdicts[i] = verdict
	}
	return conformance.Response{Outcome: conformance.Swept, Verdicts: string(verdicts)}, nil
}

// fails is the failure that a request brings back.
func fails(f *wire.Failure, req conformance.Request) error {
	again := *f
	again.Request = &req
	return &again
}

// miss notes a question that was never answered: an error where the run was cut short.
func (t *Transcript) miss(req conformance.Request) error {
	if t.missing++; t.missing == 1 {
		token := req.Token
		if len(token) > 60 {
			token = token[:60] + "…"
		}
		t.first = fmt.Sprintf("%s of %q", req.Op, token)
	}
	if t.End.Cut != "" {
		return errors.New(t.End.Cut)
	}
	return nil
}

// Close returns why what was asked is not the whole of what is asked now, if it is not.
func (p *player) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.End.Cut != "":
		return errors.New(p.End.Cut)
	case p.missing > 0:
		return fmt.Errorf("the transcript holds no answer to %d questions that are asked now, the first a %s: they are not exercised", p.missing, p.first)
	}
	return nil
}
