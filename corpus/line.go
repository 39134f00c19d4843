package corpus

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// The keys of a vector and of its expected result, over all operations.
var (
	vectorKeys = []string{"id", "edition", "op", "token", "hex", "other", "other_hex", "methods", "want", "requirements", "why"}
	wantKeys   = []string{"valid", "token", "pin", "native", "derived", "name", "side", "state", "terminal", "tokens", "original", "equal"}
)

// The values that some keys may have.
var (
	ops     = []string{OpParse, OpApply, OpEqual}
	sides   = []string{"first", "second"}
	states  = []string{"normal", "enhanced", "diminished"}
	methods = []string{"native", "derive", "flip", "enhance", "diminish", "normalize"}
)

// rules holds the differences between the editions: the methods, and the first parts of
// identifiers of requirements.
var rules = map[string]struct{ methods, roots []string }{
	Current: {append(slices.Clip(methods), "mark", "unmark"), []string{"epin", "examples"}},
	Initial: {methods, []string{"epin-initial", "pin-initial"}},
}

const initialPrefix = "initial-" // of the ids of the initial edition

// decodeLine decodes one line, without its LF.
func decodeLine(line []byte) (Vector, error) {
	o, err := parseLine(line)
	if err != nil {
		return Vector{}, err
	}
	v := o.vector()
	return v, *o.fault
}

// vector returns the vector in o.
func (o *object) vector() Vector {
	o.onlyKnown(vectorKeys)
	v := Vector{
		Edition: o.oneOf("edition", Editions()),
		Op:      o.oneOf("op", ops),
	}
	v.ID = o.id(v.Edition)
	v.Token = o.bytes("token", "hex")
	switch v.Op {
	case OpApply:
		v.Methods = o.methods(v.Edition)
	case OpEqual:
		v.Other = o.bytes("other", "other_hex")
	}
	v.Want = o.object("want").want(v)
	v.Requirements = o.requirements(v.Edition)
	if v.Why = o.text("why"); v.Why == "" {
		o.fail(`"why" is empty; write in one sentence which bug the vector finds`)
	}
	o.finish(fmt.Sprintf("a vector of op %q", v.Op))
	return v
}

// want returns the expected result in o. v has all other fields of the vector.
func (o *object) want(v Vector) Want {
	o.onlyKnown(wantKeys)
	var w Want
	if v.Op == OpEqual {
		w.Equal = Some(o.boolean("equal"))
		o.finish(`the answer to "equal"`)
		return w
	}
	w.Valid = Some(o.boolean("valid"))
	if !w.Valid.Value {
		o.finish("the answer to an invalid token")
		return w
	}
	if v.Op == OpApply {
		w.Tokens = Some(o.texts("tokens"))
		if got, want := len(w.Tokens.Value), len(v.Methods); got != want {
			o.fail(`"want.tokens" and "methods" have %d and %d entries; give one token for each method`, got, want)
		}
		w.Original = Some(o.text("original"))
		o.finish(`the answer to "apply"`)
		return w
	}
	w.Token = Some(o.text("token"))
	w.PIN = Some(o.text("pin"))
	w.Native = Some(o.boolean("native"))
	w.Derived = Some(o.boolean("derived"))
	w.Name = Some(o.text("name"))
	if name := w.Name.Value; len(name) != 1 || name < "A" || name > "Z" {
		o.fail(`"want.name" is %s; make it one of "A" to "Z"`, quote(w.Name.Value))
	}
	w.Side = Some(o.oneOf("side", sides))
	w.State = Some(o.oneOf("state", states))
	w.Terminal = Some(o.boolean("terminal"))
	if w.Terminal.Value && v.Edition == Initial {
		o.fail(`"want.terminal" is true; make it false, edition %q has no terminal pieces`, Initial)
	}
	o.finish(`the answer to "parse"`)
	return w
}

// oneOf returns the string of a key, which must be in the table.
func (o *object) oneOf(key string, table []string) string {
	text := o.text(key)
	if !slices.Contains(table, text) {
		o.fail("%q is %s; make it one of %s", o.path+key, quote(text), quoteAll(table))
	}
	return text
}

func (o *object) id(edition string) string {
	id := o.text("id")
	switch {
	case !isWords(id, "-", alphanumeric):
		o.fail(`"id" is %s; make it words of a-z and 0-9 with single hyphens between them`, quote(id))
	case (edition == Initial) != strings.HasPrefix(id, initialPrefix):
		o.fail(`id %s and edition %q do not go together; only the ids of edition %q begin with %q`, quote(id), edition, Initial, initialPrefix)
	}
	return id
}

const alphanumeric = "abcdefghijklmnopqrstuvwxyz0123456789"

// isWords reports whether text is a list of non-empty words of these characters with separators
// between them.
func isWords(text, separator, characters string) bool {
	for word := range strings.SplitSeq(text, separator) {
		if word == "" || strings.Trim(word, characters) != "" {
			return false
		}
	}
	return true
}

// bytes returns a token, which is in hexadecimal, and also as text if it is UTF-8.
func (o *object) bytes(textKey, hexKey string) string {
	digits := o.text(hexKey)
	decoded, err := hex.DecodeString(digits)
	if err != nil || strings.ToLower(digits) != digits {
		o.fail("%q is %s; make it hexadecimal, two lower-case digits for each byte", hexKey, quote(digits))
	}
	token := string(decoded)
	_, given := o.members[textKey]
	switch {
	case given:
		if o.text(textKey) != token {
			o.fail("%q and %q are different bytes; make them the same token", textKey, hexKey)
		}
	case utf8.ValidString(token):
		o.fail("key %q is missing, but the bytes of %q are UTF-8; add it", textKey, hexKey)
	}
	return token
}

func (o *object) methods(edition string) []string {
	known := rules[edition].methods
	methods := o.texts("methods")
	for _, m := range methods {
		if !slices.Contains(known, m) {
			o.fail(`method %s is not known in edition %q; use %s`, quote(m), edition, quoteAll(known))
		}
	}
	return methods
}

func (o *object) requirements(edition string) []string {
	roots := rules[edition].roots
	requirements := o.texts("requirements")
	if len(requirements) == 0 {
		o.fail(`"requirements" is empty; list those that the vector tests`)
	}
	for i, r := range requirements {
		root, _, more := strings.Cut(r, "/")
		if !more || !slices.Contains(roots, root) || !isWords(r, "/", alphanumeric+".-") {
			o.fail("requirement %s does not belong to edition %q; use one that begins with %s", quote(r), edition, `"`+strings.Join(roots, `/" or "`)+`/"`)
		}
		if slices.Contains(requirements[:i], r) {
			o.fail("duplicate requirement %s; keep one of the two", quote(r))
		}
	}
	return requirements
}
