// Package dialect answers whether a regular expression accepts exactly the valid tokens of an edition, as a language or
// a library reads it, for `epin regexp`. It computes that from the pattern and runs nothing, so it holds for all strings.
//
// A pattern is translated for package automaton, which compiles it. What package regexp lacks or reads otherwise is in
// the table of dialects: each class is written with its members, and an anchor as what it asserts. The automaton is
// compared with that of the edition. README.md lists what a dialect has, and the limits.
package dialect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/notation"
)

// A Question is whether a pattern accepts exactly the valid tokens of an edition.
type Question struct {
	Edition string `json:"edition"` // a name in package notation
	Dialect string `json:"dialect"`
	Call    string `json:"call"`    // a function of the dialect; the one that authors use most if it is empty
	Pattern string `json:"pattern"` // alone, or as a literal of source code with its flags
	Flags   string `json:"flags"`   // more flags
}

// An Answer says how the language of a pattern differs from an edition. The call, the pattern and the flags of its
// question are those that were read.
type Answer struct {
	Question
	Title    string            `json:"title"`              // of the dialect
	Equal    bool              `json:"equal"`              // proven for all strings
	Strings  string            `json:"strings"`            // which these are, such as "every byte string"
	Tokens   int               `json:"tokens"`             // how many valid tokens there are
	Accepted []printable.Token `json:"accepted,omitempty"` // the shortest invalid strings that are accepted, at most 3
	Rejected []printable.Token `json:"rejected,omitempty"` // the shortest valid tokens that are rejected, at most 3
	Violates []string          `json:"violates,omitempty"` // the requirements that these violate
	Causes   []Cause           `json:"causes,omitempty"`   // that together explain all differences; none if none are known
	Exact    string            `json:"exact"`              // a pattern without flags that is proven to be equal, for the same call
}

// A Cause is a likely cause of the differences, and how it is fixed.
type Cause struct {
	Text string `json:"text"`
	Fix  string `json:"fix"`
}

// Ask answers a question. The error says which part of the pattern has no answer, or which name is unknown.
func Ask(q Question) (a *Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			a, err = nil, r.(refusal)
		}
	}()
	e, err := notation.Named(q.Edition)
	if err != nil {
		return nil, err
	}
	d, err := named(All, q.Dialect, func(d *Dialect) string { return d.Name }, "dialect")
	if err != nil {
		return nil, err
	}
	call, err := named(d.Calls, cmp.Or(q.Call, d.Calls[0].Name), func(c Call) string { return c.Name }, "call of "+d.Title)
	if err != nil {
		return nil, err
	}
	if !utf8.ValidString(q.Pattern) {
		return nil, refusal(`the pattern is not UTF-8: write other bytes as \x80 to \xff`)
	}
	pattern, flags := d.unquote(q.Pattern)
	q.Call, q.Pattern, q.Flags = call.Name, pattern, flags+q.Flags
	if unknown := strings.Trim(q.Flags, d.flags+d.ignored); unknown != "" {
		return nil, refusal(fmt.Sprintf("the flag %q is not supported for %s: write the pattern without it", unknown, d.Title))
	}
	t := &translator{dialect: d, pattern: pattern}
	l, valid, judge := t.language(call, q.Flags), automaton.Of(e), oracle.New(e)
	a = &Answer{Question: q, Title: d.Title, Strings: "every well-formed text", Tokens: valid.Count()}
	a.Exact = strings.NewReplacer(`\A`, d.anchors[0], `\z`, d.anchors[1]).Replace(e.Regexp)
	if t.unit == automaton.Bytes || d.bytes {
		a.Strings = "every byte string"
	}
	a.Accepted, a.Rejected = examples(l, l.DFA, valid), examples(l, valid, l.DFA)
	if a.Equal = len(a.Accepted)+len(a.Rejected) == 0; !a.Equal {
		a.Causes = t.causes(e)
	}
	for i, text := range slices.Concat(a.Accepted, a.Rejected) {
		got := conformance.Response{Outcome: conformance.Rejected}
		if i < len(a.Accepted) {
			got.Outcome = conformance.Accepted
		}
		wrong := judge.Wrong(conformance.Request{Op: conformance.OpValid, Token: string(text)}, got)
		a.Violates = oracle.Union(a.Violates, judge.Requirements(wrong))
	}
	return a, nil
}

// examples returns the shortest texts that only a accepts: at most three, one for each state of the difference.
func examples(l *automaton.Language, a, b *automaton.DFA) (texts []printable.Token) {
	difference := automaton.Without(a, b)
	for s, word := range difference.Cover() {
		if difference.Accepting(automaton.State(s)) && len(texts) < 3 {
			texts = append(texts, printable.Token(l.Text(word)))
		}
	}
	return texts
}
