package suite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

// The tests of this file compute from the requests and responses of a run what they prove about all
// strings, and compare it with the claims of the result. The computation shares no code with the
// suite, which chose the requests, nor with package automaton, which generates its words. TestRecordedFailures
// compares the claims about mutants.
//
// The theorem: let A be a set of access words that holds all prefixes of its words. Assume that the
// verdict of an operation is that of a finite automaton over bytes or characters, and that a word
// of A reaches each of its states. Then the verdict is correct on all strings, if it was correct on
//
//   - each word of A followed by each of suffixes;
//   - each word of A and one byte (character), followed by suffixes that tell the state of the
//     specification from all others.
//
// ../automaton/proof/Complete.v has the proof, which Coq checks.

// ways leads to each state of the specification: to the start, a sign, a letter, a letter and the mark of
// derivation, the sink, and a letter and the terminal marker. In some editions the same state has two.
var ways = []string{"", "+", "a", "a'", "!", "a^"}

// suffixes returns suffixes that separate every two states of an edition.
func suffixes(e *notation.Edition) []string {
	return slices.DeleteFunc([]string{"", "'", "^", "a", "+a"}, func(s string) bool {
		return s == "^" && !e.Valid("a^") || s == "'" && !e.Valid("a'")
	})
}

// longest is the length of the words of a proof. Longer words only refute.
const longest = 7

// verdictsBy are those that one operation returned in a run.
type verdictsBy struct {
	edition *notation.Edition
	correct []string // words of up to longest bytes with a correct verdict
	refuted bool     // whether a response was an incorrect verdict or a crash
}

// add adds the response to a word, in which Unsupported stands for no verdict.
func (v *verdictsBy) add(word string, got conformance.Outcome) {
	right := conformance.Rejected
	if v.edition.Valid(word) {
		right = conformance.Accepted
	}
	switch {
	case got != right && got != conformance.Unsupported:
		v.refuted = true
	case got == right && len(word) <= longest:
		v.correct = append(v.correct, word)
	}
}

// missing returns a word without a verdict that keeps a word from being an access word of an
// automaton over an alphabet, or false if nothing does but perhaps its prefixes.
func (v *verdictsBy) missing(word string, alphabet []string) (string, bool) {
	tested := func(word string) bool {
		_, found := slices.BinarySearch(v.correct, word)
		return found
	}
	suffixes := suffixes(v.edition)
	for _, suffix := range suffixes {
		if !tested(word + suffix) {
			return word + suffix, true
		}
	}
	for _, symbol := range alphabet {
		longer := word + symbol
		for _, way := range ways {
			separating, separated := "", false
			told := slices.ContainsFunc(suffixes, func(suffix string) bool {
				if v.edition.Valid(longer+suffix) == v.edition.Valid(way+suffix) {
					return false
				}
				separating, separated = suffix, true
				return tested(longer + suffix)
			})
			if separated && !told {
				return longer + separating, true
			}
		}
	}
	return "", false
}

// unproven returns the first of some access words for which the responses prove nothing over an alphabet, or false
// if they prove that all of these words are access words.
func (v *verdictsBy) unproven(access, alphabet []string) (string, bool) {
	slices.Sort(v.correct)
	is := map[string]bool{}
	for _, word := range access {
		is[word] = true
	}
	for _, word := range access {
		if _, missing := v.missing(word, alphabet); missing || v.refuted || !is[word[:max(len(word)-1, 0)]] {
			return word, true
		}
	}
	return "", false
}

// bytesOf returns the bytes that a library takes for an operation, each as a string.
func bytesOf(offers conformance.Description, op conformance.Op) (all []string) {
	for b := range 256 {
		if (b > 0 || !offers.NoNUL) && (b < 0x80 || offers.TakesBytes(op)) {
			all = append(all, string([]byte{byte(b)}))
		}
	}
	return all
}

// verdictsOf records the verdicts on an edition that a library returns in a run.
type verdictsOf struct {
	mu     sync.Mutex
	offers conformance.Description
	by     map[conformance.Op]*verdictsBy
}

func newVerdicts(edition *notation.Edition, offers conformance.Description) *verdictsOf {
	v := &verdictsOf{offers: offers, by: map[conformance.Op]*verdictsBy{}}
	for _, op := range validity {
		v.by[op] = &verdictsBy{edition: edition}
	}
	return v
}

// opening returns a Factory of implementations whose verdicts are recorded.
func (v *verdictsOf) opening(open func(*notation.Edition) conformance.Implementation) conformance.Factory {
	return opening(func(e *notation.Edition) conformance.Implementation {
		impl := open(e)
		return limit(answering(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
			resp, err := impl.Do(ctx, req)
			v.mu.Lock()
			defer v.mu.Unlock()
			for d := range oracle.Responses(conformance.Exchange{Request: req, Response: resp}) {
				if by := v.by[d.Request.Op]; by != nil {
					by.add(d.Request.Token, d.Got.Outcome)
				}
			}
			return resp, err
		}), v.offers)
	})
}

// prove checks that the verdicts prove each guarantee that a result states. It returns the operations with a
// guarantee, in order.
func (v *verdictsOf) prove(t *testing.T, profile Profile, report result.Report) []string {
	t.Helper()
	var guarantees []string
	for _, claim := range report.Claims {
		if claim.Extra == nil || report.Unproven(claim) != "" {
			continue
		}
		guarantees = append(guarantees, claim.Op)
		by, alphabet := v.by[conformance.Op(claim.Op)], bytesOf(v.offers, conformance.Op(claim.Op))
		if profile == Exec {
			ends := endsOf(automaton.Of(by.edition))
			alphabet = slices.DeleteFunc(alphabet, func(b string) bool { return !strings.Contains(ends, b) })
		}
		if word, is := by.unproven(accessOf(claim, by.edition, alphabet), alphabet); is {
			t.Errorf("by %s, the result claims the access word %+q, and the responses prove nothing for it", claim.Op, word)
		}
	}
	slices.Sort(guarantees)
	return guarantees
}

func accessOf(claim result.Claim, edition *notation.Edition, bytes []string) []string {
	access, words := slices.Clone([]string(claim.Cover)), []string(claim.Cover)
	for range *claim.Extra {
		var longer []string
		for _, word := range words {
			for _, b := range bytes {
				longer = append(longer, word+b)
			}
		}
		words = longer
		access = append(access, words...)
	}
	if claim.Prefixes {
		for token := range edition.Tokens() {
			for n := range len(token) + 1 {
				access = append(access, token[:n])
			}
		}
	}
	return access
}

// TestClaimsAreProven runs the reference, and libraries that decline some requests or fail on one. Without
// EPIN_WHOLE=1 they offer only operations that prove something.
func TestClaimsAreProven(t *testing.T) {
	type description = conformance.Description
	on := func(resp conformance.Response) func(*notation.Edition) conformance.Implementation {
		return func(*notation.Edition) conformance.Implementation {
			return offering(replaced(resp, func(req conformance.Request) bool {
				return req.Op == conformance.OpValid && req.Token == "+!a"
			}), validity...)
		}
	}
	referenceOf := func(offers description) func(*notation.Edition) conformance.Implementation {
		return func(e *notation.Edition) conformance.Implementation { return limit(conformance.Reference(e), offers) }
	}
	program := referenceOf(description{Ops: validity[1:2], Bytes: conformance.Ops(), NoNUL: true})
	one := new(1)
	for _, test := range sample([]struct {
		name    string
		edition *notation.Edition
		profile Profile
		extra   *int
		open    func(*notation.Edition) conformance.Implementation
		want    string // operations with a guarantee
	}{
		{"program", notation.EPIN, Exec, nil, program, "valid"},
		{"program", notation.EPINInitial, Exec, nil, program, "valid"},
		{"program", notation.PIN, Exec, nil, program, "valid"},
		{"program", notation.PINInitial, Exec, nil, program, "valid"},
		{"reference", notation.EPINInitial, Quick, nil, conformance.Reference, "parse sweep valid"},
		{"text only", notation.EPIN, Quick, nil, referenceOf(description{Ops: validity}), "parse sweep valid"},
		{"bytes for some operations", notation.EPIN, Quick, nil, referenceOf(description{Ops: validity, Bytes: validity[:1]}), "parse sweep valid"},
		{"no NUL", notation.EPIN, Quick, nil, referenceOf(description{Ops: validity, Bytes: conformance.Ops(), NoNUL: true}), "parse sweep valid"},
		{"one operation", notation.EPIN, Quick, nil, referenceOf(description{Ops: validity[:1], Bytes: conformance.Ops()}), "parse"},
		{"declines", notation.EPIN, Quick, nil, on(conformance.Response{}), "parse sweep"},
		{"accepts", notation.EPIN, Quick, nil, on(accept), "parse sweep"},
		{"crashes", notation.EPIN, Quick, nil, on(crash), "parse sweep"},
		{"reference, one extra state", notation.PINInitial, Quick, one, conformance.Reference, "parse sweep valid"},
		{"reference, one extra state", notation.EPINInitial, Quick, one, conformance.Reference, "parse sweep valid"},
		{"reference, one extra state", notation.EPIN, Quick, one, conformance.Reference, "parse sweep valid"},
	}, 5) {
		t.Run(fmt.Sprint(test.name, "/", test.edition, "/", test.profile), func(t *testing.T) {
			offers := conformance.Describe(test.open(test.edition), test.edition)
			if !tests.Whole() { // the operations that prove nothing take most of the time of a run
				offers.Ops = slices.DeleteFunc(slices.Clone(validity), func(op conformance.Op) bool { return !offers.Offers(op) })
				offers.Methods = nil
			}
			verdicts := newVerdicts(test.edition, offers)
			cfg := Config{Open: verdicts.opening(test.open), Edition: test.edition, Profile: test.profile, Seed: 1}
			cfg.Complete = test.extra
			got := verdicts.prove(t, test.profile, run(t, cfg))
			if strings.Join(got, " ") != test.want {
				t.Errorf("guarantees for %v, want %v", got, test.want)
			}
		})
	}
}
