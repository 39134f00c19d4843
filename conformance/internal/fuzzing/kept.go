package fuzzing

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Bounds of the kept inputs, and of texts. Inputs longer than longestKept are not kept, because their
// mutations are as long. Beyond mostInputs or mostBytes the oldest input is dropped. After
// mostKinds kinds no input is kept: a library that returns a new text each time must not
// fill the memory.
const (
	mostInputs  = 256
	mostBytes   = 1 << 18
	longestKept = 1 << 12 // bytes of one
	mostKinds   = 4096

	longestShape = 32  // how many bytes of a text count for its kind
	longestError = 512 // the same for the text of an error or a crash
)

type keeper struct {
	kinds  map[string]bool // is not nil
	inputs []string        // the oldest first
	bytes  int
	fresh  []string // the inputs that were not mutated yet
}

// add keeps an input whose response is of the given kind. It reports whether it does: the
// kind has to be new, and the input must not be kept already.
func (k *keeper) add(input string, kind string) bool {
	if k.kinds[kind] || len(k.kinds) >= mostKinds {
		return false
	}
	k.kinds[kind] = true
	if len(input) > longestKept || slices.Contains(k.inputs, input) {
		return false
	}
	input = strings.Clone(input)
	k.inputs, k.bytes = append(k.inputs, input), k.bytes+len(input)
	k.fresh = append(k.fresh, input)
	for len(k.inputs) > mostInputs || k.bytes > mostBytes {
		k.bytes -= len(k.inputs[0])
		k.inputs = slices.Delete(k.inputs, 0, 1)
	}
	k.fresh = k.fresh[max(0, len(k.fresh)-mostInputs):]
	return true
}

// kindOf returns the class of a response: the operation, the outcome, whether it is correct, and a
// detail. The detail is the shape of the offered fields, or the text of an error or a crash
// without its variable parts.
func kindOf(edition *notation.Edition, req conformance.Request, resp conformance.Response) string {
	detail := ""
	switch {
	case resp.Outcome == conformance.Crashed:
		detail = plain(resp.Crash, req.Token)
	case resp.Outcome == conformance.Rejected && resp.Error != "":
		detail = plain(resp.Error, req.Token)
	case resp.Outcome == conformance.Accepted && req.Op == conformance.OpParse:
		for _, v := range resp.Attributes {
			if v.Offered() {
				detail += shape(v.Text)
			}
			detail += " "
		}
	case resp.Outcome == conformance.Accepted && req.Op == conformance.OpApply:
		// Only the first and the last shape, to bound the number of kinds.
		detail = shape(resp.Original) + " " + shape(append([]string{resp.Original}, resp.Tokens...)[len(resp.Tokens)])
	}
	correct := edition.Valid(req.Token) == (resp.Outcome == conformance.Accepted)
	return string(req.Op) + " " + resp.Outcome.String() + " " + strconv.FormatBool(correct) + " " + detail
}

// shape returns a text with each upper-case letter replaced by A, each lower-case one by a,
// each digit by 0, and each character beyond ASCII by a question mark.
func shape(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z':
			return 'A'
		case 'a' <= r && r <= 'z':
			return 'a'
		case '0' <= r && r <= '9':
			return '0'
		case r >= utf8.RuneSelf:
			return '?'
		}
		return r
	}, s[:min(len(s), longestShape)])
}

// plain returns the text of an error or a crash without the parts that vary with the input:
// the input itself, quoted text, numbers, addresses, and everything that is not ASCII.
func plain(s, token string) string {
	s = s[:min(len(s), longestError)]
	if len(token) > 1 {
		s = strings.ReplaceAll(s, token, "")
	}
	for _, quote := range []byte("\"'`") {
		// An input can hold quotes, so remove everything between the first and the last.
		first, last := strings.IndexByte(s, quote), strings.LastIndexByte(s, quote)
		if first < last {
			s = s[:first] + s[last+1:]
		}
	}
	separates := func(r rune) bool {
		return r != '_' && (r >= utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	}
	words := slices.DeleteFunc(strings.FieldsFunc(s, separates), func(w string) bool {
		return len(w) == 1 || strings.ContainsAny(w, "0123456789") // a letter of the input, a number, an address
	})
	return strings.Join(words, " ")
}
