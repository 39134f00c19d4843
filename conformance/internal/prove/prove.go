// Package prove computes from the answers in a transcript what they prove about all strings.
// It shares no code with the suite, which chose the requests, nor with package automaton,
// which generates the words of the suite: it is a second opinion, short enough to be read.
//
// The theorem: let A be a set of access words that holds all prefixes of its words. Assume that the
// verdict of an operation is that of a finite automaton over bytes or characters, and that a word
// of A reaches each of its states. Then the verdict is correct on all strings, if it was correct on
//
//   - each word of A followed by each of [suffixes];
//   - each word of A and one byte (character), followed by suffixes that tell the state of the
//     specification from all others.
//
// ../automaton/proof/Complete.v has the proof, which Coq checks. [Operation.Access] returns
// the largest such A.
package prove

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/transcript"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// A state of the specification: what was read so far.
type state int

const (
	start    state = iota // nothing
	signed                // a sign
	letter                // a token that ends in its letter
	derived               // a token that ends in '
	sink                  // no prefix of a token
	terminal              // a token that ends in ^; not in edition 1.0.0-initial
)

// Run is what a transcript says about verdicts. [Read] makes one.
type Run struct {
	Header     transcript.Header
	End        transcript.End
	Library    conformance.Description
	Bytes      []string     // the bytes that the library takes, each as a string
	Operations []*Operation // parse, valid and sweep, as far as there are verdicts

	states  []state
	pending map[string]conformance.Request // without an answer, by session and id
}

// Operation has the answers of one operation.
type Operation struct {
	Op      conformance.Op
	Refuted string // why nothing is proven: an incorrect answer; empty if there is none

	*Run
	answered []uint64        // words of up to longest bytes with a correct verdict, see pack
	lost     map[string]bool // words without a verdict when their process ended, and since then
}

// longest is the length of words that fit a number. Longer words only refute.
const longest = 7

// suffixes separate every two states.
var suffixes = []string{"", "'", "^", "a", "+a"}

// step returns the state after a byte.
func (r *Run) step(s state, b byte) state {
	isLetter := 'a' <= b|0x20 && b|0x20 <= 'z'
	switch {
	case s == start && (b == '+' || b == '-'):
		return signed
	case (s == start || s == signed) && isLetter:
		return letter
	case s == letter && b == '^' && slices.Contains(r.states, terminal):
		return terminal
	case (s == letter || s == terminal) && b == '\'':
		return derived
	}
	return sink
}

func (r *Run) after(s state, word string) state {
	for i := range len(word) {
		s = r.step(s, word[i])
	}
	return s
}

// accepts reports whether s accepts a word.
func (r *Run) accepts(s state, word string) bool {
	s = r.after(s, word)
	return s == letter || s == terminal || s == derived
}

// pack returns a word of up to longest bytes as a number, which no other word has.
func pack(word string) uint64 {
	n := uint64(len(word))
	for i := range len(word) {
		n = n<<8 | uint64(word[i])
	}
	return n
}

// Read reads a transcript.
func Read(file io.Reader) (*Run, error) {
	zip, err := gzip.NewReader(bufio.NewReader(file))
	if err != nil {
		return nil, errors.New("it is not a transcript: it is not a gzip file")
	}
	zip.Multistream(false) // behind it is a digest, which epin judge checks
	r := &Run{pending: map[string]conformance.Request{}}
	lines, ended := bufio.NewScanner(io.LimitReader(zip, 8<<30)), false // the limit bounds the memory, too
	lines.Buffer(nil, wire.MaxLine+64)
	for n := 1; lines.Scan(); n++ {
		line, isEnd := strings.CutPrefix(lines.Text(), "Z ")
		switch {
		case ended:
			err = errors.New("it is behind the end")
		case n == 1:
			err = r.header(line)
		case isEnd:
			ended, err = true, json.Unmarshal([]byte(line), &r.End)
		default:
			err = r.record(line)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d is wrong: %w", n, err)
		}
	}
	if lines.Err() != nil || !ended {
		return nil, errors.New("it was cut short or altered")
	}
	for b := range 256 {
		if (b > 0 || !r.Library.NoNUL) && (b < 0x80 || r.Library.Bytes) {
			r.Bytes = append(r.Bytes, string([]byte{byte(b)}))
		}
	}
	slices.SortFunc(r.Operations, func(a, b *Operation) int { return strings.Compare(string(a.Op), string(b.Op)) })
	for _, o := range r.Operations {
		slices.Sort(o.answered)
		o.answered = slices.Compact(o.answered)
		for _, word := range slices.Sorted(maps.Keys(o.lost)) {
			o.refute("neither accepted nor rejected", word)
		}
	}
	return r, nil
}

func (r *Run) header(line string) error {
	if json.Unmarshal([]byte(line), &r.Header) != nil || r.Header.Format != transcript.Format {
		return fmt.Errorf("it is not a transcript of the format %s", transcript.Format)
	}
	edition, err := epin.ParseEdition(r.Header.Edition)
	if r.states = []state{start, signed, letter, derived, sink}; edition.HasTerminal() {
		r.states = append(r.states, terminal)
	}
	return err
}

// record reads one event: H SESSION LINE, Q SESSION ID LINE, A SESSION ID LINE or F SESSION LINE.
func (r *Run) record(line string) (err error) {
	field := strings.SplitN(line, " ", 4)
	if len(field) < 3 || len(field) < 4 && (field[0] == "Q" || field[0] == "A") {
		return errors.New("it is not a record")
	}
	session := field[1] + " "
	req, isPending := r.pending[session+field[2]]
	switch field[0] {
	case "H":
		if hello, err := wire.DecodeHello([]byte(strings.Join(field[2:], " "))); err == nil && r.Library.Ops == nil {
			r.Library = hello.Description
		}
	case "Q":
		_, r.pending[session+field[2]], err = wire.DecodeRequest([]byte(field[3]), r.Library.Bytes)
	case "A":
		if !isPending {
			return errors.New("nobody asked for it")
		}
		_, resp, err := wire.DecodeResponse(req, []byte(field[3]))
		if err != nil {
			return err
		}
		delete(r.pending, session+field[2])
		r.answer(req, resp)
	case "F":
		for key, req := range r.pending {
			if strings.HasPrefix(key, session) {
				delete(r.pending, key)
				r.answer(req, conformance.Response{NotSent: true})
			}
		}
	default:
		err = fmt.Errorf("nobody knows records %q", field[0])
	}
	return err
}

var verdicts = map[conformance.Outcome]byte{
	conformance.Accepted: conformance.VerdictYes, conformance.Rejected: conformance.VerdictNo,
	conformance.Crashed: conformance.VerdictCrash,
}

// answer adds the verdicts of a response. NotSent stands for no response.
func (r *Run) answer(req conformance.Request, resp conformance.Response) {
	if !slices.Contains([]conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep}, req.Op) {
		return
	}
	i := slices.IndexFunc(r.Operations, func(o *Operation) bool { return o.Op == req.Op })
	if i < 0 {
		i, r.Operations = len(r.Operations), append(r.Operations, &Operation{Run: r, Op: req.Op, lost: map[string]bool{}})
	}
	o := r.Operations[i]
	words := []string{req.Token}
	if req.Op == conformance.OpSweep {
		words = req.Tokens
	}
	for i, word := range words {
		verdict := verdicts[resp.Outcome] // 0 is declined
		if resp.Outcome == conformance.Swept {
			verdict = resp.Verdicts[i]
		}
		delete(o.lost, word)
		switch right := r.accepts(start, word); {
		case resp.NotSent:
			o.lost[word] = true
		case verdict == conformance.VerdictCrash:
			o.refute("crashed on", word)
		case verdict == conformance.VerdictYes && !right:
			o.refute("accepted", word)
		case verdict == conformance.VerdictNo && right:
			o.refute("rejected", word)
		case verdict != 0 && len(word) <= longest:
			o.answered = append(o.answered, pack(word))
		}
	}
}

func (o *Operation) refute(what, word string) {
	if o.Refuted == "" {
		o.Refuted = fmt.Sprintf("%s %+.60q", what, word)
	}
}

func (o *Operation) isAnswered(word string) bool {
	_, found := slices.BinarySearch(o.answered, pack(word))
	return found && len(word) <= longest
}

// Missing returns a word without a verdict that keeps a word from being an access word of an
// automaton over an alphabet, or false if nothing does but perhaps its prefixes.
func (o *Operation) Missing(word string, alphabet []string) (string, bool) {
	for _, suffix := range suffixes {
		if !o.isAnswered(word + suffix) {
			return word + suffix, true
		}
	}
	for _, symbol := range alphabet {
		longer := word + symbol
		s := o.after(start, longer)
		for _, other := range o.states {
			separates := func(suffix string) bool { return o.accepts(s, suffix) != o.accepts(other, suffix) }
			tells := func(suffix string) bool { return separates(suffix) && o.isAnswered(longer+suffix) }
			if other != s && !slices.ContainsFunc(suffixes, tells) {
				return longer + suffixes[slices.IndexFunc(suffixes, separates)], true
			}
		}
	}
	return "", false
}

// Access returns the largest set of access words for which the theorem holds over an alphabet,
// shorter words first. Nothing is proven if it is empty.
func (o *Operation) Access(alphabet []string) []string {
	access := []string{""}
	if _, missing := o.Missing("", alphabet); missing || o.Refuted != "" {
		return nil
	}
	for i := 0; i < len(access); i++ {
		for _, symbol := range alphabet {
			word := access[i] + symbol
			if _, missing := o.Missing(word, alphabet); !missing {
				access = append(access, word)
			}
		}
	}
	return access
}
