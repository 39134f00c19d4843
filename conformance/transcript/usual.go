package transcript

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
)

// Nearly all lines are to the letter as package wire writes requests, and as most
// programs write answers. To take them apart as any JSON would take most of the time of
// judging. What stands here reads such lines, and reports false for any other, be it
// right or wrong.

// usual adds a request to what was asked, given what follows its id.
func (r *reader) usual(rest []byte) (due, bool) {
	rest, ok := bytes.CutPrefix(rest, []byte(`,"op":"`))
	if !ok {
		return due{}, false
	}
	name, rest, _ := bytes.Cut(rest, []byte(`"`))
	var op conformance.Op
	switch string(name) {
	case string(conformance.OpSweep):
		return r.usualSweep(rest)
	case string(conformance.OpParse):
		op = conformance.OpParse
	case string(conformance.OpValid):
		op = conformance.OpValid
	case string(conformance.OpApply):
		op = conformance.OpApply
	case string(conformance.OpEqual):
		op = conformance.OpEqual
	default:
		return due{}, false
	}
	token, rest, ok := r.usualText(rest, `,"token":"`)
	if !ok {
		return due{}, false
	}
	asks, other := methods{form: r.forms[op]}, r.ofText("")
	switch op {
	case conformance.OpApply:
		if asks, ok = r.usualMethods(rest); !ok {
			return due{}, false
		}
	case conformance.OpEqual:
		if other, rest, ok = r.usualText(rest, `,"other":"`); !ok {
			return due{}, false
		}
		fallthrough
	default:
		if string(rest) != "}" {
			return due{}, false
		}
	}
	return r.askOne(op, asks.list, r.together(asks.form, token, other)), true
}

// usualText reads a token behind its key, and returns the key of it, and what follows.
func (r *reader) usualText(line []byte, key string) (token uint64, rest []byte, ok bool) {
	if line, ok = bytes.CutPrefix(line, []byte(key)); !ok {
		return 0, nil, false
	}
	text, rest, ok := bytes.Cut(line, []byte(`"`))
	if ok && bytes.IndexByte(text, '\\') >= 0 {
		text, rest, ok = r.unescaped(line)
	} else {
		ok = ok && !holdsControl(text)
	}
	if !ok || len(text) > conformance.MaxTokenBytes || !utf8.Valid(text) {
		return 0, nil, false
	}
	return r.ofBytes(text), rest, true
}

// holdsControl reports whether one of the bytes is below 0x20.
func holdsControl(b []byte) bool {
	for ; len(b) >= 8; b = b[8:] {
		// A byte below 0x20 borrows when 0x20 is taken from it; one from 0x80 on is none.
		if w := binary.LittleEndian.Uint64(b); (w-0x2020202020202020)&^w&0x8080808080808080 != 0 {
			return true
		}
	}
	for _, c := range b {
		if c < 0x20 {
			return true
		}
	}
	return false
}

// unescaped reads up to the end of a string that holds escapes. What it says is good
// until the next call.
func (r *reader) unescaped(b []byte) (text, rest []byte, ok bool) {
	text = r.scratch[:0]
	for i := 0; i < len(b); {
		c := b[i]
		switch {
		case c == '"':
			r.scratch = text
			return text, b[i+1:], true
		case c < 0x20:
			return nil, nil, false
		case c != '\\':
			text = append(text, c)
			i++
		case len(b) >= i+6 && string(b[i+1:i+4]) == "u00" && nibble[b[i+4]] < 8 && nibble[b[i+5]] < 16:
			text = append(text, nibble[b[i+4]]<<4|nibble[b[i+5]])
			i += 6
		case len(b) > i+1 && (b[i+1] == '"' || b[i+1] == '\\'):
			text = append(text, b[i+1])
			i += 2
		default:
			return nil, nil, false
		}
	}
	return nil, nil, false
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

// usualMethods reads the end of a request of apply.
func (r *reader) usualMethods(end []byte) (methods, bool) {
	if known, ok := r.methods[string(end)]; ok {
		return known, true
	}
	list, ok := bytes.CutPrefix(end, []byte(`,"methods":[`))
	if !ok {
		return methods{}, false
	}
	if list, ok = bytes.CutSuffix(list, []byte("]}")); !ok {
		return methods{}, false
	}
	asks := methods{list: []conformance.Method{}}
	if len(list) > 0 {
		for name := range bytes.SplitSeq(list, []byte(",")) {
			if len(name) < 2 || name[0] != '"' || name[len(name)-1] != '"' {
				return methods{}, false
			}
			name = name[1 : len(name)-1]
			if bytes.ContainsFunc(name, func(c rune) bool { return c < 'a' || c > 'z' }) {
				return methods{}, false
			}
			asks.list = append(asks.list, conformance.Method(name))
		}
	}
	asks.form = r.ofForm(conformance.OpApply, asks.list)
	if len(r.methods) < mostMethods {
		r.methods[string(end)] = asks
	}
	return asks, true
}

// usualSweep adds a sweep in hexadecimal.
func (r *reader) usualSweep(rest []byte) (due, bool) {
	rest, ok := bytes.CutPrefix(rest, []byte(`,"hex":["`))
	if !ok || !r.bytes {
		return due{}, false
	}
	if rest, ok = bytes.CutSuffix(rest, []byte(`"]}`)); !ok {
		return due{}, false
	}
	keys := r.batch.swept.keys
	most := len(keys) + conformance.MaxSweepTokens
	token := slices.Grow(r.scratch[:0], len(rest)/2)[:len(rest)/2]
	r.scratch = token
	for all := 0; ; {
		n := 0
		for ; n < len(token) && 2*n+1 < len(rest); n++ {
			high, low := nibble[rest[2*n]], nibble[rest[2*n+1]]
			if high|low >= 16 {
				break
			}
			token[n] = high<<4 | low
		}
		keys = append(keys, r.ofBytes(token[:n]))
		rest, all = rest[2*n:], all+n
		if all > conformance.MaxSweepBytes || len(keys) > most {
			return due{}, false
		}
		if len(rest) == 0 {
			return r.askSwept(keys), true
		}
		if rest, ok = bytes.CutPrefix(rest, []byte(`","`)); !ok {
			return due{}, false
		}
	}
}

// usualVerdicts returns the verdicts on so many tokens, given what follows the id of an
// answer to a sweep.
func usualVerdicts(rest []byte, tokens int) ([]byte, bool) {
	rest, ok := bytes.CutPrefix(rest, []byte(`,"valid":"`))
	if !ok {
		return nil, false
	}
	verdicts, ok := bytes.CutSuffix(rest, []byte(`"}`))
	if !ok || len(verdicts) != tokens {
		return nil, false
	}
	for _, v := range verdicts {
		switch v {
		case conformance.VerdictYes, conformance.VerdictNo, conformance.VerdictCrash:
		default:
			return nil, false
		}
	}
	return verdicts, true
}

// cutID splits a message into its id and the rest, where the message begins with the id as
// nearly all do: `{"id":1,` or `{"id": 1,`. ok is false for any other message, valid or not.
// Two messages with the same rest differ in nothing but their ids.
func cutID(line []byte) (id int64, rest []byte, ok bool) {
	const most = 15 // digits of an id that needs no second look
	rest, ok = bytes.CutPrefix(line, []byte(`{"id":`))
	if !ok {
		return 0, nil, false
	}
	rest = bytes.TrimPrefix(rest, []byte(" "))
	n := 0
	for ; n < len(rest) && '0' <= rest[n] && rest[n] <= '9'; n++ {
		if n == most {
			return 0, nil, false
		}
		id = 10*id + int64(rest[n]-'0')
	}
	if n == 0 || n > 1 && rest[0] == '0' || n == len(rest) || rest[n] != ',' && rest[n] != '}' {
		return 0, nil, false
	}
	return id, rest[n:], true
}
