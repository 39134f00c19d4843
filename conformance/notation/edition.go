// Package notation has the notations that the harness tests, as a table: a row is a notation in one
// edition. Everything that the harness knows of a notation follows from its row: the automaton, the
// list of tokens, correct responses, the requests of each layer, and the requirements that an
// incorrect response violates. A further notation is a further row.
//
// The packages epin, epin/pin, epin/sin and epin/qpi are reference implementations. They are not made
// from the table, and tests compare them with it.
package notation

import (
	"cmp"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// An Edition is a notation in one edition: a finite language of short tokens with a model behind it.
// A token is the fields of one of the forms in order, so the string form of a token is the token itself.
// The zero value has no tokens.
type Edition struct {
	Notation string // such as "EPIN"
	Number   string // such as "1.0.0-initial"
	Regexp   string // the regular expression of the document
	Short    string // a token without optional fields, for requests that need one token
	Long     string // a token with all fields

	Documented bool // whether it has requirements, test vectors and features in the packages of these names

	Forms      [][]Field   // each of at most MaxFields; no string has two forms
	Attributes []Attribute // at most MaxAttributes; the first is the string form
	Methods    []Method
	Clauses    Clauses
}

// A Field is a place in a token: one of its bytes or, if it is optional, nothing. No byte of an
// optional field is one of the next field. Without bytes it is always absent.
type Field struct {
	Bytes    string
	Optional bool
}

// Limits of an Edition.
const (
	MaxFields     = 8
	MaxAttributes = 10
)

// A Token has the byte of each field of a valid token, or 0 where it is absent.
type Token [MaxFields]byte

// An Attribute is something that a library returns for a valid token.
type Attribute struct {
	Key          string // in the adapter protocol
	Kind         Kind
	Of           func(t Token) string // the text of the correct value
	Requirements []string
}

// A Method is a transformation of a token.
type Method struct {
	Name         string // in the adapter protocol
	Do           func(t *Token)
	Requirements []string
	Twice        []string // requirements of a second call in a row
}

// StringForm is the index of the string form in Edition.Attributes.
const StringForm = 0

// String returns the name of e in the adapter protocol: "1.0.0" for EPIN, and for another notation
// one such as "pin/1.0.0".
func (e *Edition) String() string {
	if e.Notation == EPIN.Notation {
		return e.Number
	}
	return strings.ToLower(e.Notation) + "/" + e.Number
}

// Title returns the notation and the number of e, such as "EPIN 1.0.0".
func (e *Edition) Title() string { return e.Notation + " " + e.Number }

// Equal reports whether e and other are the same row of the table.
func (e *Edition) Equal(other *Edition) bool { return e == other }

// Named returns the edition with a name: what [Edition.String] returns, or for EPIN also with
// "epin/" before it. The error lists the names.
func Named(name string) (*Edition, error) {
	for _, e := range editions {
		if name == e.String() || name == strings.ToLower(e.Notation)+"/"+e.Number {
			return e, nil
		}
	}
	return nil, fmt.Errorf("unknown edition %+q: use %s", name, Names())
}

// Names lists the names of all editions but some, with "or" before the last one.
func Names(except ...*Edition) string {
	var names []string
	for _, e := range editions {
		if !slices.Contains(except, e) {
			names = append(names, e.String())
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// All returns every edition of the table, those of EPIN first.
func All() []*Edition { return slices.Clone(editions) }

// Siblings returns the other editions of the notation, in the order of the table.
func (e *Edition) Siblings() []*Edition {
	return slices.DeleteFunc(All(), func(other *Edition) bool { return other == e || other.Notation != e.Notation })
}

// Parse returns the fields of a token, and whether it is valid.
func (e *Edition) Parse(token string) (t Token, valid bool) {
	t, at, complete := e.read(token)
	return t, complete && at == len(token)
}

// Prefix returns the number of bytes of a string that a valid token can begin with.
func (e *Edition) Prefix(s string) int {
	_, at, _ := e.read(s)
	return at
}

// Contains reports whether a part of s is a valid token.
func (e *Edition) Contains(s string) bool {
	for i := range len(s) {
		if _, _, complete := e.read(s[i:]); complete {
			return true
		}
	}
	return false
}

// read returns the fields at the beginning of s, their number of bytes, and whether no required field
// is missing: of the form of which there are most.
func (e *Edition) read(s string) (t Token, at int, complete bool) {
	for _, form := range e.Forms {
		if of, n, all := readForm(form, s); n > at || all {
			t, at, complete = of, n, all
		}
	}
	return t, at, complete
}

func readForm(form []Field, s string) (t Token, at int, complete bool) {
	for i, field := range form {
		if at < len(s) && strings.IndexByte(field.Bytes, s[at]) >= 0 {
			t[i] = s[at]
			at++
		} else if !field.Optional {
			return t, at, false
		}
	}
	return t, at, at > 0
}

// Valid reports whether a string is a valid token.
func (e *Edition) Valid(token string) bool {
	_, valid := e.Parse(token)
	return valid
}

// String returns the string form of a token.
func (t Token) String() string {
	form := make([]byte, 0, len(t))
	for _, b := range t {
		if b != 0 {
			form = append(form, b)
		}
	}
	return string(form)
}

// Tokens yields all valid tokens. The letters decide the order first, without their case, and then the
// other fields from left to right. An absent field comes first.
func (e *Edition) Tokens() iter.Seq[string] {
	var forms []string
	for _, form := range e.Forms {
		for _, t := range tokensOf(form) {
			forms = append(forms, t.String())
		}
	}
	return slices.Values(forms)
}

func tokensOf(form []Field) []Token {
	tokens := []Token{{}} // of the fields so far, the most significant first
	for _, optional := range []bool{false, true} {
		for i, field := range form {
			if field.Optional != optional {
				continue
			}
			values := []byte(field.Bytes)
			slices.SortFunc(values, byLetter)
			if optional {
				values = slices.Insert(values, 0, 0)
			}
			var longer []Token
			for _, t := range tokens {
				for _, t[i] = range values {
					longer = append(longer, t)
				}
			}
			tokens = longer
		}
	}
	return tokens
}

// byLetter compares bytes, and letters first without their case.
func byLetter(a, b byte) int { return cmp.Or(cmp.Compare(upper(a), upper(b)), cmp.Compare(a, b)) }

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		b -= 'a' - 'A'
	}
	return b
}

// Marks returns the bytes of tokens that are no letters, in the order of the fields.
func (e *Edition) Marks() string {
	var marks []byte
	for _, field := range slices.Concat(e.Forms...) {
		for _, b := range []byte(field.Bytes) {
			if u := upper(b); (u < 'A' || 'Z' < u) && !slices.Contains(marks, b) {
				marks = append(marks, b)
			}
		}
	}
	return string(marks)
}

// AllMarks returns the marks of all editions of the notation, or + for one without marks, which has to
// reject it.
func (e *Edition) AllMarks() string {
	marks := e.Marks()
	for _, other := range e.Siblings() {
		if more := other.Marks(); len(more) > len(marks) {
			marks = more
		}
	}
	return cmp.Or(marks, "+")
}

// Letters returns the letters of a token, in upper case.
func Letters(token string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if r < 'A' || 'Z' < r && r < 'a' || 'z' < r {
			return -1
		}
		return r
	}, token))
}

// Index returns the index of the attribute with a key, or -1.
func (e *Edition) Index(key string) int {
	return slices.IndexFunc(e.Attributes, func(a Attribute) bool { return a.Key == key })
}

// Method returns the method with a name, or nil.
func (e *Edition) Method(name string) *Method {
	for i := range e.Methods {
		if e.Methods[i].Name == name {
			return &e.Methods[i]
		}
	}
	return nil
}

// Requirements returns the identifiers of all requirements in the row, sorted.
func (e *Edition) Requirements() []string {
	of := e.Clauses
	all := slices.Concat(of.Valid, of.Invalid, of.Unanchored, of.Receiver, of.Equivalence, of.OneVerdict)
	for _, a := range e.Attributes {
		all = append(all, a.Requirements...)
	}
	for _, m := range e.Methods {
		all = slices.Concat(all, m.Requirements, m.Twice)
	}
	for _, s := range of.Special {
		all = append(all, s.ID)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Values returns the correct value of each attribute of a token.
func (e *Edition) Values(t Token) (values Values) {
	for i, a := range e.Attributes {
		values[i] = Value{a.Kind, a.Of(t)}
	}
	return values
}

// Clauses are the requirements of an edition, by what in a response violates them. Those of an
// attribute or a method stand with it.
type Clauses struct {
	Valid       []string  // the verdict on a token
	Invalid     []string  // the verdict on another string
	Unanchored  []string  // the verdict on another string that may contain a token
	Receiver    []string  // the value that methods were called on
	Equivalence []string  // whether two tokens are equal
	ByForm      bool      // whether equal string forms are evidence for Equivalence, if a library offers no comparison
	Distinct    string    // the name of a method whose result is not equal to most tokens
	OneVerdict  []string  // two verdicts on one string
	Special     []Special // beside those above
	Determining []string  // keys of attributes; if these are correct, they are evidence for those of Determined
	Determined  []string  // keys of attributes behind those of Determining; an implementation need not return them
}

// Special is a requirement about some strings, or about some aspects of a response.
type Special struct {
	ID       string
	Tokens   bool           // whether it is about tokens, and not about other strings
	About    *regexp.Regexp // which of these; nil for those that a test vector names
	Aspects  []string       // of a response: "verdict" and keys of attributes; nil for the verdict
	Lost     string         // if not empty, only a string form that lacks this end violates it
	Accepted bool           // whether only a string that is accepted violates it
}

// Validity returns the requirements about the verdict on a string.
func (c Clauses) Validity() []string {
	all := slices.Concat(c.Unanchored, c.Valid, c.Invalid)
	slices.Sort(all)
	return slices.Compact(all)
}

func about(expression string) *regexp.Regexp { return regexp.MustCompile(expression) }
