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
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// The tests of this file compute from the requests and responses of a run what they prove about all
// strings, and compare it with the claims of the result. The computation shares no code with the
// suite, which chose the requests, nor with package automaton, which generates its words.
//
// The theorem: let A be a set of access words that holds all prefixes of its words. Assume that the
// verdict of an operation is that of a finite automaton over bytes or characters, and that a word
// of A reaches each of its states. Then the verdict is correct on all strings, if it was correct on
//
//   - each word of A followed by each of suffixes;
//   - each word of A and one byte (character), followed by suffixes that tell the state of the
//     specification from all others.
//
// ../automaton/proof/Complete.v has the proof, which Coq checks. access returns the
// largest such A.

// ways leads to each state of the specification: to the start, a sign, a letter, a letter and the mark of
// derivation, the sink, and a letter and the terminal marker. In some editions the same state has two.
var ways = []string{"", "+", "a", "a'", "!", "a^"}

// suffixes returns suffixes that separate every two states of an edition.
func suffixes(e *notation.Edition) []string {
	return slices.DeleteFunc([]string{"", "'", "^", "a", "+a"}, func(s string) bool {
		return s == "^" && !e.Valid("a^") || s == "'" && !e.Valid("a'")
	})
}

// longest is the length of words that fit a number. Longer words only refute.
const longest = 7

// verdictsBy are those that one operation returned in a run.
type verdictsBy struct {
	edition *notation.Edition
	correct []uint64 // words of up to longest bytes with a correct verdict, see pack
	refuted bool     // whether a response was an incorrect verdict or a crash
}

// pack returns a word of up to longest bytes as a number, which no other word has.
func pack(word string) uint64 {
	n := uint64(len(word))
	for _, b := range []byte(word) {
		n = n<<8 | uint64(b)
	}
	return n
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
		v.correct = append(v.correct, pack(word))
	}
}

// missing returns a word without a verdict that keeps a word from being an access word of an
// automaton over an alphabet, or false if nothing does but perhaps its prefixes.
func (v *verdictsBy) missing(word string, alphabet []string) (string, bool) {
	tested := func(word string) bool {
		_, found := slices.BinarySearch(v.correct, pack(word))
		return found && len(word) <= longest
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

// access returns the largest set of access words for which the theorem holds over an alphabet,
// shorter words first. Nothing is proven if it is empty.
func (v *verdictsBy) access(alphabet []string) []string {
	slices.Sort(v.correct)
	v.correct = slices.Compact(v.correct)
	if _, missing := v.missing("", alphabet); missing || v.refuted {
		return nil
	}
	access := []string{""}
	for i := 0; i < len(access); i++ {
		for _, symbol := range alphabet {
			word := access[i] + symbol
			if _, missing := v.missing(word, alphabet); !missing {
				access = append(access, word)
			}
		}
	}
	return access
}

// tested is what a library offers, and the verdicts that it returned.
type tested struct {
	offers conformance.Description
	mu     sync.Mutex
	by     map[conformance.Op]*verdictsBy
}

// recorder is a process of a library. It adds the verdicts to those of the run.
type recorder struct {
	conformance.Implementation
	*tested
}

func (r recorder) Describe() conformance.Description { return r.offers }

func (r recorder) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	resp, err := r.Implementation.Do(ctx, req)
	r.mu.Lock()
	defer r.mu.Unlock()
	v := r.by[req.Op]
	switch {
	case v == nil:
	case req.Op == conformance.OpSweep:
		for i, word := range req.Tokens {
			got := resp.Outcome
			if got == conformance.Swept {
				got = conformance.OutcomeOf(resp.Verdicts[i])
			}
			v.add(word, got)
		}
	default:
		v.add(req.Token, resp.Outcome)
	}
	return resp, err
}

// bytes returns the bytes that the library takes, each as a string.
func (r *tested) bytes() (all []string) {
	for b := range 256 {
		if (b > 0 || !r.offers.NoNUL) && (b < 0x80 || r.offers.Bytes) {
			all = append(all, string([]byte{byte(b)}))
		}
	}
	return all
}

// proven runs the suite, and checks that the responses prove each guarantee that the result states. It
// returns the operations with a guarantee, in order. Without EPIN_WHOLE=1 the library offers
// only operations that prove something. The others take most of the time of a run.
func proven(t *testing.T, cfg Config, open func(*notation.Edition) conformance.Implementation) (*tested, []string) {
	t.Helper()
	edition := cfg.Edition
	r := &tested{offers: conformance.Describe(open(edition), edition), by: map[conformance.Op]*verdictsBy{}}
	if !whole() {
		r.offers.Ops = slices.DeleteFunc(slices.Clone(validity), func(op conformance.Op) bool { return !r.offers.Offers(op) })
		r.offers.Methods = nil
	}
	for _, op := range validity {
		r.by[op] = &verdictsBy{edition: edition}
	}
	cfg.Seed, cfg.Open = 1, func(context.Context, *notation.Edition) (conformance.Implementation, error) {
		return recorder{open(edition), r}, nil
	}
	report, err := Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	var guarantees []string
	for _, claim := range report.Claims {
		if claim.Extra == nil || report.Unproven(claim) != "" {
			continue
		}
		guarantees = append(guarantees, claim.Op)
		access, alphabet := map[string]bool{}, r.bytes()
		if cfg.Profile == Exec {
			ends := endsOf(automaton.Of(edition))
			alphabet = slices.DeleteFunc(alphabet, func(b string) bool { return !strings.Contains(ends, b) })
		}
		for _, word := range r.by[conformance.Op(claim.Op)].access(alphabet) {
			access[word] = true
		}
		for _, word := range accessOf(claim, edition, alphabet) {
			if !access[word] {
				t.Errorf("by %s, the result claims the access word %+q, and the responses prove nothing for it", claim.Op, word)
				break
			}
		}
	}
	slices.Sort(guarantees)
	return r, guarantees
}

// accessOf returns the access words of a claim.
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

// TestClaimsAreProven runs the reference, libraries that decline some requests or fail on one, and mutants: a few,
// or all with EPIN_WHOLE=1, those that the profile quick may not kill in the profile standard.
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
		return func(e *notation.Edition) conformance.Implementation { return limited{conformance.Reference(e), offers} }
	}
	program := referenceOf(description{Ops: validity[1:2], Bytes: true, NoNUL: true})
	for _, test := range []struct {
		name    string
		edition *notation.Edition
		profile Profile
		open    func(*notation.Edition) conformance.Implementation
		want    string // operations with a guarantee
		access  int    // words by sweep
	}{
		{"program", notation.EPIN, Exec, program, "valid", 0},
		{"program", notation.EPINInitial, Exec, program, "valid", 0},
		{"program", notation.PIN, Exec, program, "valid", 0},
		{"program", notation.PINInitial, Exec, program, "valid", 0},
		{"reference, one extra state", notation.EPIN, Quick, conformance.Reference, "parse sweep valid", 2_054},
		{"reference, one extra state", notation.EPINInitial, Quick, conformance.Reference, "parse sweep valid", 1_488},
		{"reference", notation.EPINInitial, Quick, conformance.Reference, "parse sweep valid", 5},
		{"text only", notation.EPIN, Quick, referenceOf(description{Ops: validity}), "parse sweep valid", 6},
		{"no NUL", notation.EPIN, Quick, referenceOf(description{Ops: validity, Bytes: true, NoNUL: true}), "parse sweep valid", 6},
		{"one operation", notation.EPIN, Quick, referenceOf(description{Ops: validity[:1], Bytes: true}), "parse", 0},
		{"declines", notation.EPIN, Quick, on(conformance.Response{}), "parse sweep", 6},
		{"accepts", notation.EPIN, Quick, on(accept), "parse sweep", 6},
		{"crashes", notation.EPIN, Quick, on(crash), "parse sweep", 6},
	} {
		var complete *int
		if strings.HasSuffix(test.name, "one extra state") {
			if complete = new(1); testing.Short() || test.edition != notation.EPIN && !whole() {
				continue
			}
		}
		t.Run(fmt.Sprint(test.name, "/", test.edition, "/", test.profile), func(t *testing.T) {
			r, got := proven(t, Config{Edition: test.edition, Profile: test.profile, Sizes: Sizes{Complete: complete}}, test.open)
			if n := len(r.by[conformance.OpSweep].access(r.bytes())); strings.Join(got, " ") != test.want || n != test.access {
				t.Errorf("guarantees for %v with %d access words by sweep, want %v with %d", got, n, test.want, test.access)
			}
		})
	}
	for _, edition := range notation.All() {
		for i, m := range mutant.All() {
			if !m.ExistsIn(edition) || !sampled(i, 320) || edition != notation.EPIN && !whole() {
				continue
			}
			profile := Quick
			if whole() && m.Layer != mutant.Basic {
				profile = Standard
			}
			t.Run(edition.String()+"/"+m.Name, func(t *testing.T) {
				t.Parallel()
				proven(t, Config{Edition: edition, Profile: profile}, m.New)
			})
		}
	}
}
