package transcript

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
)

// How much of a transcript is read: a stranger's may be made to fill the memory.
const (
	mostBytes = 8 << 30           // when it is no longer compressed
	mostKept  = 256 << 20         // bytes of what is not swept
	mostSwept = 32 << 20          // tokens
	longest   = wire.MaxLine + 64 // of a line

	// A run starts an adapter some hundred times, and each may fail with thousands of
	// requests under way.
	mostSessions = 1 << 12
	mostDue      = 1 << 20 // requests without a response, in all sessions
)

// reader takes the lines of a transcript apart. Make one with [newReader].
type reader struct {
	keyer
	file     *summed
	zip      *gzip.Reader
	in       io.Reader     // the lines
	rest     []byte        // of them: what was read, and is behind the last line
	number   int           // of that line
	batches  chan *batch   // closed at the end
	emptied  chan *batch   // of which nothing is needed any more
	stopping chan struct{} // closed when nobody wants to know more

	sessions map[string]asked
	due      int      // in all of them
	last     struct { // of sessions
		name  string
		asked asked
	}
	hello   bool // whether it was answered
	greeted bool // whether the first answer to it is one
	bytes   bool // whether that says that tokens may be any bytes
	singles int  // places so far
	swept   int
	kept    int
	forms   map[conformance.Op]uint64        // of requests without methods
	methods map[string]methods               // by the end of a line of apply
	known   map[uint64]*conformance.Response // what answers say
	memory  []byte                           // of rest
	scratch []byte                           // memory of a token
	batch   *batch                           // what was read since the last was handed on
}

// asked are the requests of a session that are not answered yet, by their ids.
type asked map[int64]due

// due is a request that was sent.
type due struct {
	op     conformance.Op
	apply  []conformance.Method
	at     int // place in the order: of a sweep, of its first token
	tokens int // of a sweep
}

// decode reads the answer to it, of whose request only some is looked at.
func (d due) decode(id int64, line []byte) (conformance.Response, error) {
	said, resp, err := wire.DecodeResponse(conformance.Request{Op: d.op, Methods: d.apply, Tokens: tokens[:d.tokens]}, line)
	if err == nil && said != id {
		err = errOtherID
	}
	return resp, err
}

var errOtherID = errors.New("its line has another id")

// tokens stand for those of a sweep, of which only the number counts.
var tokens [conformance.MaxSweepTokens]string

// methods are what a request of apply asks for.
type methods struct {
	list []conformance.Method
	form uint64
}

// mostMethods is how many lists of methods are remembered.
const mostMethods = 1 << 10

// batch is what some lines say.
type batch struct {
	single, swept asks
	answers       []answer // to what is in single, of this batch or one before it
	sweeps        []sweep  // that were answered
	verdicts      []byte   // of all of sweeps
	kills         []kill
	bytes         int           // of the lines
	hello         string        // the first answer to it, or empty
	failed        *wire.Failure // the first with which no session is greeted, or nil
}

// asks are places, and those where requests begin.
type asks struct {
	keys   []uint64
	begins []int32
}

type answer struct {
	at       int32
	response *conformance.Response
}

type sweep struct{ at, tokens int32 }

type kill struct {
	at      int32 // in swept or in single
	swept   bool
	failure *wire.Failure
}

// A batch is handed on when it holds so many places and answers, or stands for so many
// bytes of lines, and where somebody waits for it to begin: with hello. Reading goes some batches ahead, and then waits: so it takes what time
// judging leaves to it, until the end.
const (
	batchPlaces  = 1 << 12
	batchBytes   = 1 << 20
	batchesAhead = 1 << 6
)

// empty makes a batch ready for other lines: its memory is as large as they need.
func (b *batch) empty() {
	clear(b.answers) // or it would hold on to them
	*b = batch{
		single: asks{b.single.keys[:0], b.single.begins[:0]}, swept: asks{b.swept.keys[:0], b.swept.begins[:0]},
		answers: b.answers[:0], sweeps: b.sweeps[:0], verdicts: b.verdicts[:0], kills: b.kills[:0],
	}
}

func (b *batch) full() bool {
	places := len(b.single.keys) + len(b.swept.keys) + len(b.answers) + len(b.sweeps)
	return places >= batchPlaces || b.bytes >= batchBytes || b.hello != ""
}

func newReader(file *summed, zip *gzip.Reader, keys keyer) *reader {
	r := &reader{
		keyer: keys, file: file, zip: zip, in: io.LimitReader(zip, mostBytes),
		batches: make(chan *batch, batchesAhead), emptied: make(chan *batch, batchesAhead), stopping: make(chan struct{}),
		sessions: map[string]asked{}, forms: map[conformance.Op]uint64{},
		methods: map[string]methods{}, known: map[uint64]*conformance.Response{},
		batch: &batch{},
	}
	for _, op := range conformance.Ops() {
		r.forms[op] = r.ofForm(op, nil)
	}
	return r
}

// line reads the next line, without its end. It is good until the next call.
func (r *reader) line() ([]byte, error) {
	r.number++
	for looked := 0; ; {
		n := bytes.IndexByte(r.rest[looked:], '\n')
		if n >= 0 && looked+n < longest {
			line := r.rest[:looked+n]
			r.rest = r.rest[looked+n+1:]
			return line, nil
		}
		if looked = len(r.rest); n >= 0 || looked >= longest {
			return nil, fmt.Errorf("line %d is longer than a line may be", r.number)
		}
		if err := r.fill(); err != nil {
			return nil, damaged(err)
		}
	}
}

// fill adds to rest.
func (r *reader) fill() error {
	if len(r.rest) == cap(r.rest) {
		if 2*len(r.rest) >= len(r.memory) {
			r.memory = make([]byte, max(2*len(r.memory), 1<<16))
		}
		r.rest = r.memory[:copy(r.memory, r.rest)]
	}
	n, err := r.in.Read(r.rest[len(r.rest):cap(r.rest)])
	r.rest = r.rest[:len(r.rest)+n]
	if n > 0 {
		return nil // the error comes again
	}
	return err
}

// damaged says what an error of reading means.
func damaged(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("it ends too early: it was cut short")
	}
	return fmt.Errorf("it was altered: %w", err)
}

// errStopped ends the reading of what nobody wants to know.
var errStopped = errors.New("nobody wants to know more")

// read reads the lines behind the first, and the digest.
func (r *reader) read() (End, error) {
	for {
		line, err := r.line()
		if err != nil {
			return End{}, err
		}
		if rest, ended := bytes.CutPrefix(line, []byte("Z ")); ended {
			var end End
			if err := decode(rest, &end); err != nil {
				return End{}, r.wrong(err)
			}
			if err := r.close(); err != nil {
				return End{}, err
			}
			return end, r.hand()
		}
		if err := r.record(line); err != nil {
			return End{}, r.wrong(err)
		}
		if r.batch.bytes += len(line); r.batch.full() {
			if err := r.hand(); err != nil {
				return End{}, err
			}
		}
	}
}

func (r *reader) wrong(err error) error { return fmt.Errorf("line %d is wrong: %w", r.number, err) }

// hand hands on what was read.
func (r *reader) hand() error {
	select {
	case r.batches <- r.batch:
	case <-r.stopping:
		return errStopped
	}
	select {
	case r.batch = <-r.emptied:
	default:
		r.batch = &batch{}
	}
	return nil
}

// close reads what follows the lines.
func (r *reader) close() error {
	if len(r.rest) > 0 {
		return behind("its end", nil)
	}
	if err := r.fill(); err != io.EOF {
		return behind("its end", err)
	}
	digest := r.file.digest()
	const most = 1 << 10 // bytes of a digest that is compressed
	last, err := io.ReadAll(io.LimitReader(r.file, most+1))
	switch {
	case err != nil:
		return damaged(err)
	case len(last) > most:
		return behind("its digest", nil)
	case len(last) < len(memberHeader):
		return damaged(io.ErrUnexpectedEOF)
	case !bytes.HasPrefix(last, []byte(memberHeader)):
		return errors.New("it was altered: the gzip header of its digest is another")
	}
	in := bytes.NewReader(last)
	if err := r.zip.Reset(in); err != nil {
		return damaged(err)
	}
	r.zip.Multistream(false)
	said, err := io.ReadAll(io.LimitReader(r.zip, int64(len(digest))+1))
	switch {
	case err != nil:
		return damaged(err)
	case string(said) != digest:
		return errors.New("it was altered: its digest is another")
	case in.Len() > 0:
		return behind("its digest", nil)
	}
	return nil
}

// memberHeader is the gzip header that [Writer] writes: without a time, a name or a comment.
const memberHeader = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\xff"

// behind says what is wrong behind the last thing that a file holds, where err is what
// reading on gave.
func behind(last string, err error) error {
	if err == nil {
		return fmt.Errorf("it was altered: there is something behind %s", last)
	}
	return damaged(err)
}

// record takes what happened in a session.
func (r *reader) record(line []byte) error {
	if len(line) < 2 || line[1] != ' ' {
		return errors.New("it is no record")
	}
	kind, rest := line[0], line[2:]
	end := bytes.IndexByte(rest, ' ')
	if end < 0 {
		return errors.New("it is no record")
	}
	s, err := r.session(rest[:end])
	if err != nil {
		return err
	}
	rest = rest[end+1:]
	switch kind {
	case 'H':
		if !r.hello && len(rest) > 0 {
			described, err := decodeHello(rest)
			r.hello, r.greeted, r.bytes = true, err == nil, described.Description.Bytes
			r.batch.hello = string(rest)
		}
		return nil
	case 'F':
		var f failure
		if err := decode(rest, &f); err != nil {
			return errors.New("it is no failure")
		}
		if err := r.keep(len(rest)); err != nil {
			return err
		}
		return r.fail(s, f)
	}
	digits := rest
	if end := bytes.IndexByte(rest, ' '); end >= 0 {
		digits, rest = rest[:end], rest[end+1:]
	}
	id, err := idOf(digits)
	if err != nil {
		return err
	}
	switch kind {
	case 'Q':
		return r.sent(s, id, rest)
	case 'A':
		return r.answered(s, id, rest)
	}
	return fmt.Errorf("nobody knows records %q", string(kind))
}

// session returns the session of a name, and the one before again where it has the same.
func (r *reader) session(name []byte) (asked, error) {
	if s := r.last.asked; s != nil && r.last.name == string(name) {
		return s, nil
	}
	s := r.sessions[string(name)]
	if s == nil {
		if err := r.keep(64 + len(name)); err != nil {
			return nil, err
		}
		if len(r.sessions) >= mostSessions {
			return nil, errors.New("it holds more sessions than are read")
		}
		s = asked{}
		r.sessions[string(name)] = s
	}
	r.last.name, r.last.asked = string(name), s
	return s, nil
}

// idOf reads the id of a record.
func idOf(digits []byte) (id int64, err error) {
	if len(digits) == 0 || len(digits) > len("9007199254740991") {
		return 0, errors.New("it has no id")
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, errors.New("it has no id")
		}
		id = 10*id + int64(c-'0')
	}
	return id, nil
}

// keep counts what is kept of what is not swept.
func (r *reader) keep(bytes int) error {
	if r.kept += bytes; r.kept > mostKept {
		return errors.New("it holds more answers than are read")
	}
	return nil
}

// fail notes that a session has failed: a request that alone was due is what did it.
func (r *reader) fail(s asked, f failure) error {
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
	if kind < wire.MalformedAnswer && r.batch.failed == nil {
		r.batch.failed = failed
	}
	if len(s) == 1 && (kind == wire.Died || kind == wire.Hung) {
		for _, d := range s {
			if d.op != conformance.OpSweep || d.tokens == 1 {
				r.batch.kills = append(r.batch.kills, kill{int32(d.at), d.op == conformance.OpSweep, failed})
			}
		}
	}
	return nil
}

func (r *reader) sent(s asked, id int64, line []byte) error {
	if !r.greeted {
		return errors.New("nobody was greeted before it")
	}
	var d due
	said, rest, ok := cutID(line)
	if ok {
		d, ok = r.usual(rest)
	}
	if !ok {
		var req conformance.Request
		var err error
		if said, req, err = wire.DecodeRequest(line, r.bytes); err != nil {
			return err
		}
		d = r.ask(req)
	}
	if said != id {
		return errOtherID
	}
	kept := 8
	if d.op != conformance.OpSweep {
		kept = 48 + 16*len(d.apply)
	}
	if err := r.keep(kept); err != nil {
		return err
	}
	if r.swept > mostSwept {
		return errors.New("it holds more tokens than are read")
	}
	if _, again := s[id]; !again {
		if r.due++; r.due > mostDue {
			return errors.New("it holds more requests without a response than are read")
		}
	}
	s[id] = d
	return nil
}

// ask adds a request to what was asked.
func (r *reader) ask(req conformance.Request) due {
	if req.Op != conformance.OpSweep {
		return r.askOne(req.Op, req.Methods, r.ofRequest(req))
	}
	keys := r.batch.swept.keys
	for _, token := range req.Tokens {
		keys = append(keys, r.ofText(token))
	}
	return r.askSwept(keys)
}

// askOne adds a request that is no sweep, with its key.
func (r *reader) askOne(op conformance.Op, methods []conformance.Method, key uint64) due {
	d := due{op: op, apply: methods, at: r.singles}
	r.singles++
	b := &r.batch.single
	b.begins, b.keys = append(b.begins, int32(d.at)), append(b.keys, key)
	return d
}

// askSwept adds a sweep, given all keys of the batch with its own behind them.
func (r *reader) askSwept(keys []uint64) due {
	b := &r.batch.swept
	d := due{op: conformance.OpSweep, at: r.swept, tokens: len(keys) - len(b.keys)}
	r.swept += d.tokens
	b.begins, b.keys = append(b.begins, int32(d.at)), keys
	return d
}

func (r *reader) answered(s asked, id int64, line []byte) error {
	d, ok := s[id]
	if !ok {
		return errors.New("nobody asked for it")
	}
	delete(s, id)
	r.due--
	b := r.batch
	said, rest, usual := cutID(line)
	if usual && said != id {
		return errOtherID
	}
	if d.op == conformance.OpSweep {
		verdicts, ok := usualVerdicts(rest, d.tokens)
		if !usual || !ok {
			resp, err := d.decode(id, line)
			if err != nil {
				return err
			}
			if resp.Outcome != conformance.Swept {
				return nil // it said that it cannot be asked: as if it had not been
			}
			verdicts = []byte(resp.Verdicts)
		}
		b.sweeps, b.verdicts = append(b.sweeps, sweep{int32(d.at), int32(d.tokens)}), append(b.verdicts, verdicts...)
		return nil
	}
	// Most answers are some that were given before, but for their ids.
	key := uint64(0)
	if usual {
		key = r.together(r.forms[d.op], uint64(len(d.apply)), r.ofBytes(rest))
	}
	known := r.known[key]
	if known == nil || !usual {
		resp, err := d.decode(id, line)
		if err != nil {
			return err
		}
		if err := r.keep(512 + resp.Size()); err != nil {
			return err
		}
		if known = &resp; usual {
			r.known[key] = known
		}
	}
	b.answers = append(b.answers, answer{int32(d.at), known})
	return nil
}
