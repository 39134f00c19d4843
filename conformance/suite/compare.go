package suite

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/fuzzing"
	"github.com/epin-conformance/harness/epin"
)

// Companion is a library that the layer fuzz asks the same as the implementation under
// test. It is judged as that is; the verdict of the run does not speak of it.
type Companion struct {
	Given string   // the command that starts it, as it was given
	Args  []string // the same in words
	Open  conformance.Factory
}

// Comparison is what came of asking several libraries the same: first what the layers of
// the profile compare with an oracle, and then what the layer fuzz asks besides. A library
// is not asked what it does not offer; a yes or no it is asked for by its fastest way.
//
// Two libraries disagree on a question that both were asked where one accepts and the
// other does not, where one crashes and the other does not, or where they give another
// value for something that both offer. Texts of errors and crashes do not count.
type Comparison struct {
	// Libraries are the reference, the implementation under test, and its companions in
	// their order.
	Libraries []Library
	Pairs     []Pair // each once, in their order
	AllDiffer Pair   // of the questions that at least three were asked, those on which no two agree; A and B are 0
}

// Library is one of those that are compared.
type Library struct {
	Given, Out     string // Out: why it could not be asked, or not to the end; empty where it was
	Args           []string
	Implementation conformance.Description // zero where it could not be started
	Asked          int                     // questions that it answered
	Failed         int                     // of a companion, those that it answered wrongly
	Findings       []Finding               // of a companion, what it answered wrongly, shrunk
	Notes          []string                // about a companion
	LastWords      string                  // where it was left out, the end of its standard error, raw
}

// Pair is how two libraries compare.
type Pair struct {
	A, B           int // in Comparison.Libraries
	Asked, Differs int // questions
	Example        *Disagreement
}

// Disagreement is a question that two libraries do not answer alike: the shortest that
// was asked, and the first of these.
type Disagreement struct {
	Request conformance.Request // a verdict that each library gives by its fastest way is a sweep with its one token in Token
	Said    []string            // by each library, in their order: raw, and empty of one that was not asked
}

// companion is one while it is asked.
type companion struct {
	*runner
	of     Companion
	asker  *asker // nil until the layer fuzz begins
	out    string
	failed error // of the round that is asked
	words  string
}

// openCompanions opens the companions. One that cannot be opened is left out.
func (r *runner) openCompanions(ctx context.Context) {
	for _, of := range r.cfg.fuzz().Against {
		cfg := r.cfg
		cfg.Open, cfg.Jobs, cfg.Only, cfg.Known, cfg.FailFast, cfg.Fuzz = of.Open, 1, nil, nil, false, nil
		c := &companion{runner: newRunner(cfg, &selection{}, func(Event) {}), of: of}
		c.leaveOut(ctx, c.open(ctx))
		r.companions = append(r.companions, c)
	}
}

// leaveOut ends the part of a companion because of an error, if there is one.
func (c *companion) leaveOut(ctx context.Context, err error) {
	if err != nil && c.out == "" && ctx.Err() == nil {
		c.out, c.words = cutBy(ctx, err), lastWordsOf(c.impl, err)
	}
}

func (r *runner) closeCompanions(ctx context.Context) {
	for _, c := range r.companions {
		if c.pool != nil {
			c.leaveOut(ctx, c.pool.Close())
		}
	}
}

// offeredByAny is what at least one of the libraries offers.
func (r *runner) offeredByAny() conformance.Description {
	all := r.description
	all.Ops, all.Methods = slices.Clone(all.Ops), slices.Clone(all.Methods)
	for _, c := range r.companions {
		all.Bytes = all.Bytes || c.description.Bytes
		all.Ops, all.Methods = unionOf(all.Ops, c.description.Ops), unionOf(all.Methods, c.description.Methods)
	}
	return all
}

func unionOf[T comparable](a, b []T) []T {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}

// compared is what came of the comparison, with what the companions answered wrongly
// shrunk; nil without any.
func (r *runner) compared(ctx context.Context, took time.Duration) *Comparison {
	if len(r.companions) == 0 {
		return nil
	}
	if r.matrix == nil { // it did not come so far
		r.matrix = newMatrix(r.cfg.Edition, len(r.companions)+1)
	}
	c := r.matrix.Comparison
	c.Libraries[1].Implementation = r.description
	for i, companion := range r.companions {
		l := &c.Libraries[i+2]
		l.Given, l.Args, l.Implementation = companion.of.Given, companion.of.Args, companion.description
		l.Out, l.LastWords = companion.out, companion.words
		if companion.asker == nil {
			continue
		}
		companion.asker.tally.fold(&companion.clauses)
		l.Failed = companion.asker.tally.counts.Failed
		if companion.pool == nil {
			continue
		}
		companion.notes = slices.Concat(companion.restarts.note(), companion.pool.notes())
		l.Findings = companion.shrink(ctx, took)
		l.Notes = companion.notes
	}
	return &c
}

// layers asks what the layers of the profile compare with an oracle.
func (f *fuzzRun) layers(ctx context.Context) error {
	edition := f.cfg.Edition
	parts, err := partsOf(f.cfg, conformance.Describe(conformance.Reference(edition), edition))
	if err != nil {
		return err
	}
	for _, p := range parts {
		if p.questions == nil {
			continue
		}
		for some := range together(p.questions) {
			round := fuzzing.Round{Calls: some}
			if p.way == string(conformance.OpSweep) {
				round = fuzzing.Round{Bulk: some}
			}
			if err := f.round(ctx, round); err != nil {
				return err
			}
		}
	}
	return nil
}

// How many questions of a layer are compared before anything is forgotten.
const (
	mostTogether      = 4096
	mostBytesTogether = 4 << 20
)

func together(questions iter.Seq[conformance.Request]) iter.Seq[[]conformance.Request] {
	return func(yield func([]conformance.Request) bool) {
		var some []conformance.Request
		bytes := 0
		for req := range questions {
			some, bytes = append(some, req), bytes+len(req.Token)
			if len(some) < mostTogether && bytes < mostBytesTogether {
				continue
			}
			if !yield(some) {
				return
			}
			some, bytes = nil, 0
		}
		if len(some) > 0 {
			yield(some)
		}
	}
}

// matrix counts who disagrees with whom.
type matrix struct {
	Comparison
	edition epin.Edition
	said    []conformance.Response // to the question that is looked at
}

// newMatrix returns one for the reference and so many libraries.
func newMatrix(edition epin.Edition, libraries int) *matrix {
	m := &matrix{edition: edition, said: make([]conformance.Response, libraries+1)}
	m.Libraries = make([]Library, libraries+1)
	for a := range m.Libraries {
		for b := a + 1; b <= libraries; b++ {
			m.Pairs = append(m.Pairs, Pair{A: a, B: b})
		}
	}
	return m
}

// add takes what the libraries said to the question at a place of a round.
func (m *matrix) add(oracle conformance.Implementation, req conformance.Request, bulk bool, askers []*asker, place int) {
	if bulk {
		req.Op = conformance.OpSweep
	}
	answered, agreed := 0, false
	for i, a := range askers {
		m.said[i+1] = conformance.Response{}
		if a.took(place) {
			m.said[i+1] = a.answers[place]
			m.Libraries[i+1].Asked++
			answered++
		}
	}
	if answered == 0 {
		return
	}
	m.said[0] = m.right(oracle, req)
	m.Libraries[0].Asked++
	for i := range m.Pairs {
		p := &m.Pairs[i]
		a, b := m.said[p.A], m.said[p.B]
		if a.Outcome == conformance.Unsupported || b.Outcome == conformance.Unsupported {
			continue
		}
		p.Asked++
		if !disagree(a, b) {
			agreed = true
			continue
		}
		p.differ(req, m.said)
	}
	if answered < 2 {
		return
	}
	m.AllDiffer.Asked++
	if !agreed {
		m.AllDiffer.differ(req, m.said)
	}
}

// right is the answer of the reference, with every detail: what a library does not say is
// not compared.
func (m *matrix) right(oracle conformance.Implementation, req conformance.Request) conformance.Response {
	switch req.Op {
	case conformance.OpParse, conformance.OpValid, conformance.OpSweep:
		if !m.edition.Valid(req.Token) {
			return conformance.Response{Outcome: conformance.Rejected}
		}
		req.Op = conformance.OpParse
	}
	resp, err := oracle.Do(context.Background(), req)
	if err != nil {
		panic(err) // the reference answers everything
	}
	return resp
}

// differ takes a question that is not answered alike.
func (p *Pair) differ(req conformance.Request, said []conformance.Response) {
	p.Differs++
	if p.Example != nil && compareRequests(p.Example.Request, req) <= 0 {
		return
	}
	p.Example = &Disagreement{Request: req, Said: saidOf(said)}
}

// compareRequests orders requests, the shortest first.
func compareRequests(a, b conformance.Request) int {
	return cmp.Or(cmp.Compare(len(a.Token)+len(a.Other), len(b.Token)+len(b.Other)), cmp.Compare(len(a.Methods), len(b.Methods)))
}

// disagree reports whether two answers to one question are not the same.
func disagree(a, b conformance.Response) bool {
	if a.Outcome != b.Outcome {
		return true
	}
	if a.Outcome != conformance.Accepted {
		return false
	}
	return otherValue(a.Token, b.Token) || otherValue(a.PIN, b.PIN) || otherValue(a.Native, b.Native) || otherValue(a.Derived, b.Derived) ||
		otherValue(a.Name, b.Name) || otherValue(a.Side, b.Side) || otherValue(a.State, b.State) || otherValue(a.Terminal, b.Terminal) ||
		!slices.Equal(a.Tokens, b.Tokens) || a.Original != b.Original
}

func otherValue[T comparable](a, b conformance.Optional[T]) bool {
	return a.Offered && b.Offered && a.Value != b.Value
}

// saidOf says in words what each library said; of a value, what not all agree on.
func saidOf(said []conformance.Response) []string {
	texts := make([]string, len(said))
	for i, r := range said {
		if r.Outcome != conformance.Unsupported {
			texts[i] = outcomeText(r)
		}
	}
	for _, detail := range details {
		values := make([]string, len(said))
		var known []string
		for i, r := range said {
			if r.Outcome == conformance.Accepted {
				values[i] = detail.of(r)
			}
			if values[i] != "" && !slices.Contains(known, values[i]) {
				known = append(known, values[i])
			}
		}
		for i, value := range values {
			if value != "" && len(known) > 1 {
				texts[i] += ", " + detail.name + " " + value
			}
		}
	}
	return texts
}

// details are what a library may say of an accepted token; empty where it does not.
var details = []struct {
	name string
	of   func(conformance.Response) string
}{
	{"token", func(r conformance.Response) string { return offered(r.Token) }},
	{"pin", func(r conformance.Response) string { return offered(r.PIN) }},
	{"native", func(r conformance.Response) string { return offered(r.Native) }},
	{"derived", func(r conformance.Response) string { return offered(r.Derived) }},
	{"name", func(r conformance.Response) string { return offered(r.Name) }},
	{"side", func(r conformance.Response) string { return offered(r.Side) }},
	{"state", func(r conformance.Response) string { return offered(r.State) }},
	{"terminal", func(r conformance.Response) string { return offered(r.Terminal) }},
	{"tokens", func(r conformance.Response) string {
		quoted := make([]string, len(r.Tokens))
		for i, token := range r.Tokens {
			quoted[i] = strconv.Quote(token)
		}
		return strings.Join(quoted, " ")
	}},
	{"original", func(r conformance.Response) string {
		if r.Tokens == nil {
			return ""
		}
		return strconv.Quote(r.Original)
	}},
}

func offered[T comparable](o conformance.Optional[T]) string {
	if !o.Offered {
		return ""
	}
	return valueText(o.Value)
}

// How much of a text of a library is kept until it is compared. Of a longer one the digest
// stands for what is not kept.
const (
	briefText = 256
	briefTalk = 512 // of a text for people, which is not compared
)

// brief returns an answer that takes little memory, whatever the library said, and that
// says the same as another one if and only if the answer does.
func brief(r conformance.Response) conformance.Response {
	text := func(s string) string {
		if len(s) <= briefText {
			return strings.Clone(s)
		}
		return s[:briefText-100] + fmt.Sprintf("… (%d bytes, %x)", len(s), sha256.Sum256([]byte(s)))
	}
	for _, o := range []*conformance.Optional[string]{&r.Token, &r.PIN, &r.Name, &r.Side, &r.State} {
		o.Value = text(o.Value)
	}
	if r.Tokens != nil {
		tokens := make([]string, len(r.Tokens))
		for i, token := range r.Tokens {
			tokens[i] = text(token)
		}
		r.Tokens = tokens
	}
	r.Original = text(r.Original)
	r.Error = strings.Clone(r.Error[:min(len(r.Error), briefTalk)])
	r.Crash = strings.Clone(r.Crash[:min(len(r.Crash), briefTalk)])
	return r
}
