// Package requirement is the catalogue of the requirements of the documents of EPIN, PIN, SIN and QPI.
// Package suite counts responses for requirements, and reports name them.
//
// A requirement has an immutable identifier of the form document/section/slug, a level, the
// editions it applies to, one sentence, and its place in the documents. Reports, tags of
// features, vectors and lists of known failures use the identifiers. So new identifiers can
// be added, but none is ever renamed.
//
// A level says whether an implementation must offer something. Everything that it offers
// must be correct: an incorrect response at any level means not conformant.
package requirement

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/notation"
)

// Level is the level of a requirement.
type Level uint8

// The levels, strictest first. The zero value is not valid.
const (
	_           Level = iota
	Required          // MUST
	Recommended       // SHOULD
	Informative       // an example, or a SHOULD of others than libraries; need not be offered
)

var levelNames = [...]string{"", "required", "recommended", "informative"}

// String returns the level in lower case, such as "required".
func (l Level) String() string { return levelNames[l] }

// MarshalText returns what String returns.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText sets l to the level with a name. It returns an error for other texts.
func (l *Level) UnmarshalText(text []byte) error {
	i := slices.Index(levelNames[1:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown level of a requirement: %q", text)
	}
	*l = Level(i + 1)
	return nil
}

// Document is one of the documents that requirements come from.
type Document struct {
	Key   string // the first part of the identifiers, such as "epin-initial"; two documents may share it
	Title string
	Says  string // a short description
}

// The documents.
var (
	docEPIN = Document{"epin", "Extended Piece Identifier Notation (EPIN) Specification 1.0.0",
		"the text of record, with the terminal marker ^"}
	docExamples = Document{"examples", "EPIN 1.0.0 Examples",
		"the examples page of the text of record"}
	docEPINInitial = Document{"epin-initial", "Extended Piece Identifier Notation (EPIN) Specification 1.0.0, January 25, 2025",
		"the first text published under the same number, without ^; it has no MUST or SHOULD, so the levels are ours"}
	docEPINRb = Document{"epin-initial", "README of epin.rb",
		"a Ruby library for that first text; it has no MUST or SHOULD, so the levels are ours"}
	docPINInitial = Document{"pin-initial", "Piece Identifier Notation (PIN) Specification 1.0.0, June 23, 2025",
		"the first PIN text, without ^; it has no MUST or SHOULD, so the levels are ours"}
	docPIN = Document{"pin", "Piece Identifier Notation (PIN) Specification 1.0.0",
		"the current PIN text, with the terminal marker ^; we have not seen the text from §5.1 on"}
	docPINExamples = Document{"pin", "PIN 1.0.0 Examples",
		"the examples page of the current PIN text"}
	docSIN = Document{"sin", "Style Identifier Notation (SIN) Specification 1.0.0",
		"the text at https://sashite.dev/specs/sin/1.0.0/, of which we have seen the grammar and a few sentences"}
	docQPI = Document{"qpi", "Qualified Piece Identifier (QPI) Specification 1.0.0",
		"the current QPI text at https://sashite.dev/specs/qpi/1.0.0/, with independent cases; we have seen the grammar and a few sentences, and the levels of methods are ours"}
	docQPIAligned = Document{"qpi-aligned", "Qualified Piece Identifier (QPI) 1.0.0, aligned cases",
		"an earlier text under the same number, and a language with the terminal marker, which one library implements and for which we have seen no text; the levels are ours"}
)

// Documents returns the documents, the text of record first.
func Documents() []Document {
	return []Document{docEPIN, docExamples, docEPINInitial, docEPINRb, docPINInitial, docPIN, docPINExamples, docSIN, docQPI, docQPIAligned}
}

// Requirement is one statement that a document requires, recommends or shows as an example.
type Requirement struct {
	ID       string // such as "epin/9.4/line-break"
	Level    Level
	Editions []*notation.Edition // the editions it applies to
	Says     string              // one sentence
	Document Document
	Section  string // the section of the document, such as "9.4" or "Basic variants"
	Note     string // what in Says the document does not say, or why no library is tested on it; mostly empty
}

// Reading reports whether part of what r says is our reading of the document, as its Note says.
func (r Requirement) Reading() bool { return strings.Contains(strings.ToLower(r.Note), "our reading") }

// AppliesTo reports whether r applies to an edition.
func (r Requirement) AppliesTo(edition *notation.Edition) bool {
	return slices.Contains(r.Editions, edition)
}

// All returns the whole catalogue, by document and in the order of each document. The
// caller may change the result.
func All() []Requirement { return slices.Clone(catalogue) }

// Of returns the requirements of one edition, in the order of [All]. Those of an edition without documents
// are the ones that its row names, and required.
func Of(edition *notation.Edition) []Requirement {
	if edition.Documented {
		return slices.DeleteFunc(All(), func(r Requirement) bool { return !r.AppliesTo(edition) })
	}
	var rs []Requirement
	for _, id := range edition.Requirements() {
		rs = append(rs, Requirement{ID: id, Level: Required, Editions: []*notation.Edition{edition}})
	}
	return rs
}

// Lookup returns the requirement with an identifier, and whether there is one.
func Lookup(id string) (Requirement, bool) {
	for _, r := range catalogue {
		if r.ID == id {
			return r, true
		}
	}
	return Requirement{}, false
}
