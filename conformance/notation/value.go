package notation

import "strconv"

// Kind is the type of an attribute.
type Kind uint8

// The kinds. The zero value is Absent.
const (
	Absent Kind = iota // no attribute: the library does not offer it
	Text
	Letter  // a text; a letter counts without its case, as EPIN §7.1 calls the Piece Name a case-insensitive identity
	Boolean // "true" or "false"
)

// A Value is what a library returns for an attribute. The zero value is nothing. The text of an
// attribute that is not absent stands as the library returned it.
type Value struct {
	Kind Kind
	Text string
}

// Values are the values of the attributes of a token, in the order of Edition.Attributes.
type Values [MaxAttributes]Value

// TextValue returns a Value of kind Text.
func TextValue(text string) Value { return Value{Text, text} }

// BoolValue returns a Value of kind Boolean.
func BoolValue(b bool) Value { return Value{Boolean, strconv.FormatBool(b)} }

// Offered reports whether v is a value at all.
func (v Value) Offered() bool { return v.Kind != Absent }

// Same reports whether v and w mean the same.
func (v Value) Same(w Value) bool {
	if v.Kind == Letter && w.Kind == Letter && len(v.Text) == 1 && len(w.Text) == 1 {
		return upper(v.Text[0]) == upper(w.Text[0])
	}
	return v == w
}

// Shown returns the value as reports show it: a text quoted, true and false as they are.
func (v Value) Shown() string {
	if v.Kind == Boolean {
		return v.Text
	}
	return strconv.Quote(v.Text)
}
