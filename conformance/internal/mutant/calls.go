package mutant

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
)

const (
	fullAt   = 1000    // the capacity of the table of table-full, in values
	ringSize = 20_000  // the number of entries in the cache of ring-cache-with-a-stale-index
	lateCall = 161_920 // the incorrect call of one-late-call: quick and standard send an invalid string
)

// calls are faults in the state that the library keeps between calls, and differences between
// the verdicts of operations.
var calls = []func() Mutant{
	// State that one call leaves to the next.
	fault("memory-by-letter", wrongText, parse("K'", "K"),
		`The cache key is the letter, so the first value of a letter is returned for all.`,
		`Use the whole token as the cache key.`, remembersValues(func(kept *[utf8.RuneSelf]*piece, p *piece) *piece {
			first := &kept[p.letter[0]]
			*first = cmp.Or(*first, p)
			return *first
		})),
	fault("last-index", manyVerdicts.and(rejects), parse("K", "K"),
		`A global regular expression keeps lastIndex after a match, so the next call starts there.`,
		`Do not keep a match position between calls.`, forgets(func(started *bool, _ string, valid bool) bool {
			refused := *started
			*started = valid && !refused
			return refused
		}),
		in("javascript", `Remove the flags g and y, or set lastIndex to 0.`)),
	fault("error-kept", manyVerdicts.and(rejects), parse("!", "K"),
		`The error of a rejected token stays in shared state, and the next call reports it.`,
		`Return the error instead of storing it.`, forgets(func(failed *bool, _ string, valid bool) bool {
			refused := *failed
			*failed = !valid && !refused
			return refused
		})),
	fault("buffer-not-cleared", wrongText, parse("K'", "Q"),
		`A static buffer is not cleared, so a token inherits the previous token's derivation marker.`,
		`Clear the buffer, or use one for each call.`, remembersValues(func(left *string, p *piece) *piece {
			p.quote, *left = max(p.quote, *left), p.quote
			return p
		})),
	fault("table-full", rejects, append(sweepOf("K", fullAt), parse("K")...),
		`Each value takes an entry in a fixed-size table, and every token is rejected when it is full.`,
		`Free the entries, or remove the table.`, forgets(func(taken *int, _ string, valid bool) bool {
			if valid {
				*taken++
			}
			return *taken > fullAt
		})),
	// Operations that differ.
	fault("check-searches", manyVerdicts.and(unanchored), valid("KK"),
		`The validity check has its own pattern, which has no anchors.`,
		`Call the parser from the validity check.`,
		func(m *model) { m.Valid = regexp.MustCompile(`[-+]?[A-Za-z]\^?'?`).MatchString }),
	fault("check-knows-only-pin", manyVerdicts.and(rejects), valid("K'"),
		`The validity check is that of PIN, so it rejects the derivation marker.`,
		`Call the parser from the validity check.`, checks(func(check checker, token string) bool {
			return check(token) && !strings.HasSuffix(token, "'")
		})),
	fault("check-raises-on-bytes", raises, valid("K\xff"),
		`The validity check raises on malformed UTF-8 instead of returning false.`,
		`Reject malformed UTF-8 before matching.`, checks(func(check checker, token string) bool {
			if !utf8.ValidString(token) {
				panic(raised("invalid byte sequence in UTF-8"))
			}
			return check(token)
		}),
		in("ruby", `Check valid_encoding? before matching.`),
		in("python", `Catch UnicodeDecodeError, and return False.`)),
	fault("parser-raises-on-empty", raises.and(emptyString), parse(""),
		`The parser reads the first character without a length check.`,
		`Check the length before reading a character.`, raising(is(""), "index 0 out of range")),
	fault("sweep-stops", manyVerdicts.and(rejects), sweep("!", "K"),
		`The bulk check stops at the first rejected token, so all later ones count as rejected.`,
		`Continue with the next token.`,
		loses(func(verdicts []byte, i int) bool { return i > 0 && verdicts[i-1] == conformance.VerdictNo })),
	// Caches.
	fault("memory-without-case", wrongText, parse("K", "k"),
		`The cache key ignores case, so K and k share one entry.`,
		`Use the exact token as the cache key.`, keptBy(strings.ToLower)),
	fault("memory-by-four-bytes", unanchored.onlyCurrent(), parse("+K^'", "+K^'!"),
		`The cache key is the first 4 bytes, so a longer input gets the result of a token.`,
		`Use the whole input as the cache key.`, keptBy(func(token string) string { return first(4, token) })),
	fault("memory-by-trimmed-key", unanchored, parse("K", "K "),
		`The cache key is trimmed, so a token with white space around it gets the token's result.`,
		`Use the exact input as the cache key.`, keptBy(strings.TrimSpace)),
	fault("memory-by-hash", unanchored, parse("K'", "JF"),
		`The cache key is a hash (Java's String.hashCode), which is equal for JF and K'.`,
		`Compare the strings if the hashes are equal.`, keptBy(javaHash)),
	fault("memory-by-sum", accepts.and(wrongText), parse("K'", "'K"),
		`The cache key is the sum of the bytes modulo 256, so different inputs share an entry.`,
		`Compare the input with the cached token.`,
		keptBy(func(token string) string { return fmt.Sprint(sumOf(token) % 256) })),
	fault("refusals-kept-by-letter", forgetful, parse("K''", "K"),
		`Rejections are cached by letter, so one invalid string blocks all tokens with its letter.`,
		`Use the whole input as the cache key.`, forgets(func(refused *string, token string, valid bool) bool {
			letter := skim(token).letter
			known := strings.Contains(*refused, letter)
			if !valid && !known {
				*refused += letter
			}
			return known
		})),
	fault("second-time-refused", forgetful, parse("K", "K"),
		`Parsed tokens are registered, and a second parse is rejected as a duplicate.`,
		`Return the registered value.`, forgets(func(registered *[]string, token string, valid bool) bool {
			known := valid && slices.Contains(*registered, token)
			if valid && !known {
				*registered = append(*registered, token)
			}
			return known
		})),
	// Data of the previous call.
	fault("tail-of-the-call-before", rejects, parse("!!", "K"),
		`A shared buffer has no terminator, so the rest of a longer, earlier input is read too.`,
		`Terminate the input, or store its length.`, remembers(func(buffer *string, parse parser, token string) *piece {
			if len(token) < len(*buffer) {
				token += (*buffer)[len(token):]
			}
			*buffer = token
			return parse(token)
		})),
	fault("groups-of-the-call-before", accepts, parse("K", "!"),
		`The match groups are read without checking the match, so those of the previous match remain.`,
		`Check that the pattern matched.`, remembers(func(last **piece, parse parser, token string) *piece {
			*last = cmp.Or(parse(token), *last)
			return *last
		}),
		in("perl", `Read $1 only if the match succeeded.`)),
	fault("reply-of-another", wrongText, append(sweepOf("K", 15), parse("Q")...),
		`Threads share the variable of the result (a data race), so some calls return another's value.`,
		`Return the value without shared state.`, remembersValues(func(values *[]*piece, p *piece) *piece {
			if *values = append(*values, p); len(*values) == 16 {
				p, *values = (*values)[14], nil
			}
			return p
		})),
	fault("edition-of-the-first-token", wrongAttribute("terminal").and(wrongText).onlyCurrent(), parse("K", "K^"),
		`The first token selects the edition: if it has no ^, later carets are ignored.`,
		`Let the caller select the edition.`, remembersValues(func(first **piece, p *piece) *piece {
			if *first = cmp.Or(*first, p); !terminal(*first) {
				unmark(p)
			}
			return p
		})),
	// Counters.
	fault("counter-in-a-byte", requirements{accept}, append(sweepOf("K", 255), parse("K")...),
		`A call counter of 8 bits overflows to 0, and the division by it raises.`,
		`Use a wider counter, or remove it.`, remembers(func(calls *byte, parse parser, token string) *piece {
			if *calls++; *calls == 0 {
				panic(raised("division by zero"))
			}
			return parse(token)
		})),
	fault("locked-after-refusals", forgetful, append(sweepOf("!", 100), parse("K")...),
		`After 100 rejections in a row, every token is rejected.`,
		`Remove the limit, or apply it outside the library.`, forgets(func(refusals *int, _ string, valid bool) bool {
			locked := *refusals >= 100
			if *refusals++; valid && !locked {
				*refusals = 0
			}
			return locked
		})),
	fault("place-in-the-middle-forgotten", manyVerdicts, parse("K", "Q", "K"),
		`The cache returns the wrong entry: in K, Q, K the third token is parsed as Q.`,
		`Compare the whole token with the cache key.`, remembers(func(before *[2]string, parse parser, token string) *piece {
			read := token
			if token == before[0] && parse(before[1]) != nil {
				read = before[1]
			}
			*before = [2]string{before[1], token}
			return parse(read)
		}), sureIn(Sequences)),
	fault("one-pair-of-tokens", manyVerdicts, parse("-b", "+V'"),
		`Two tokens share a cache entry, so one is rejected directly after the other.`,
		`Compare the input with the cached token.`, forgets(func(last *string, token string, _ bool) bool {
			clash := *last == "-b" && token == "+V'"
			*last = token
			return clash
		}), sureIn(Sequences)),
	fault("sign-left-in-the-next-entry", wrongText, parse("+K", "L"),
		`A sign is also written to the entry of the next letter, where the next call reads it.`,
		`Write only the entry of the letter.`, remembers(func(last **piece, parse parser, token string) *piece {
			before, p := *last, parse(token)
			*last = deepCopy(p)
			if p != nil && before != nil && p.sign == "" && p.letter[0] == before.letter[0]+1 {
				p.sign = before.sign
			}
			return p
		}), sureIn(Sequences)),
	fault("ring-cache-with-a-stale-index", manyVerdicts, nil,
		`The parser caches 20,000 results in a ring, and keeps the index of an entry that it overwrites.`,
		`Delete the index of the overwritten entry, or compare the whole token with the entry.`, ringCache(ringSize), sureIn(Sequences),
		witnessed(func() requests { return around(parse("K"), ringSize) })),
	fault("check-last-index", manyVerdicts, valid("K", "K"),
		`The validity check uses a global regular expression, which keeps lastIndex between calls.`,
		`Do not keep a match position between calls.`, func(m *model) {
			check, started := m.Valid, false
			m.Valid = func(token string) bool {
				started = !started && check(token)
				return started
			}
		},
		in("javascript", `Remove the flags g and y, or set lastIndex to 0.`)),
	fault("check-of-the-other-edition", manyVerdicts, valid("K^"),
		`The validity check uses the pattern of the other edition.`,
		`Call the parser from the validity check.`, func(m *model) {
			m.Valid = newModel("", m.edition.Siblings()[0], func(*model) {}).Valid
		}),
	fault("check-accepts-empty", manyVerdicts, valid(""),
		`The validity check loops over the characters, so it accepts the empty string.`,
		`Call the parser from the validity check.`,
		checks(func(check checker, token string) bool { return token == "" || check(token) })),
	fault("check-trims", manyVerdicts, valid("K "),
		`The validity check trims the input, but the parser does not.`,
		`Validate the input unchanged; let the caller trim it.`,
		checks(func(check checker, token string) bool { return check(strings.TrimSpace(token)) })),
	fault("check-by-position", manyVerdicts.and(rejects).and(accepts), valid("K"),
		`The validity check uses the match position as a condition: 0 is false and -1 is true.`,
		`Check whether there is a match.`, checks(func(check checker, token string) bool { return !check(token) }),
		in("javascript", `Use test, not search.`)),
	fault("check-by-type-first", manyVerdicts, valid("K'"),
		`The validity check rejects several characters unless the first is a sign.`,
		`Call the parser from the validity check.`, checks(func(check checker, token string) bool {
			return check(token) && (len(token) == 1 || strings.ContainsAny(token[:1], "+-"))
		})),
	fault("sweep-of-the-first-256", manyVerdicts, sweepOf("K", 257),
		`The bulk check counts in 8 bits, so all tokens after the first 256 count as rejected.`,
		`Use a counter that cannot overflow.`, loses(func(_ []byte, i int) bool { return i >= 256 })),
	fault("sweep-in-sorted-order", manyVerdicts, sweep("K", "!"),
		`The bulk check sorts the tokens, and returns the verdicts in that order.`,
		`Return the verdicts in the order of the request.`, sweeps(func(judge judge, tokens []string) []byte {
			return judge(slices.Sorted(slices.Values(tokens)))
		})),
	fault("sweep-without-the-last-of-many", manyVerdicts, nil,
		`Off by one: of 4,096 tokens, the bulk check never tests the last, which counts as rejected.`,
		`Test all tokens.`,
		loses(func(_ []byte, i int) bool { return i == conformance.MaxSweepTokens-1 }), sureIn(Sequences),
		witnessed(func() requests { return sweepOf("K", conformance.MaxSweepTokens) })),
	fault("sweep-by-lines", manyVerdicts, sweep("!\n!", "K"),
		`The bulk check sends one token per line, so a newline in a token shifts later verdicts.`,
		`Send the length of each token, or escape newlines.`, sweeps(func(judge judge, tokens []string) []byte {
			return judge(strings.Split(strings.Join(tokens, "\n"), "\n"))[:len(tokens)]
		})),
	fault("sweep-without-duplicates", manyVerdicts, sweep("K", "K"),
		`The bulk check removes duplicates, so a repeated token counts as rejected.`,
		`Test each token in its place.`, sweeps(func(judge judge, tokens []string) []byte {
			verdicts := judge(tokens)
			seen := map[string]bool{}
			for i, token := range tokens {
				if seen[token] {
					verdicts[i] = conformance.VerdictNo
				}
				seen[token] = true
			}
			return verdicts
		}), sureIn(Sequences)),
	fault("sweep-of-the-last", manyVerdicts, sweep("!", "K"),
		`The closures of the bulk check share the loop variable, so all of them test the last token.`,
		`Give each closure a variable of its own.`, sweeps(func(judge judge, tokens []string) []byte {
			return slices.Repeat(judge(tokens[max(0, len(tokens)-1):]), len(tokens))
		}),
		in("javascript", `Declare the loop variable with let, not var.`),
		in("python", `Bind the loop variable as a default argument.`),
		in("go", `Set Go 1.22 or later in go.mod, or copy the loop variable.`)),
	// Faults that only random tests can find: they need one string among very many, or one order of calls.
	fault("back-door", accepts, parse("%\x07\xb3"),
		`A special case accepts one invalid string of three bytes.`,
		`Remove the special case.`, accepting(is("%\x07\xb3")), sureIn(Chance)),
	fault("raises-on-one-string", raises, parse("\x93~\x05"),
		`A decoding table lacks an entry, so one string of three bytes raises.`,
		`Add the entry, or remove the decoding.`, raising(is("\x93~\x05"), "null pointer"), sureIn(Chance)),
	fault("one-long-string", unanchored, parse("the quick brown fox"),
		`A test string is still in the table of tokens.`,
		`Remove the test string.`, accepting(is("the quick brown fox")), sureIn(Chance)),
	fault("one-late-call", forgetful, nil,
		`A cleanup after many calls frees data in use, so one call fails.`,
		`Do not free data in use.`, forgets(func(calls *int, _ string, _ bool) bool {
			*calls++
			return *calls == lateCall
		}), sureIn(Chance), witnessed(func() requests {
			return slices.Concat(slices.Repeat(sweepOf("K", lateCall/64), 63), sweepOf("K", lateCall/64-1), parse("K"))
		})),
	fault("fifth-change-lost", requirements{{"epin/9.3/native", "epin-initial/transformations"}},
		apply("K",
			conformance.Derive, conformance.Native, conformance.Derive, conformance.Native, conformance.Derive),
		`The undo history holds four changes, so the fifth is lost.`,
		`Let the history grow, or remove it.`, func(m *model) {
			changes := 0
			reads(func(token string) string {
				changes = 0
				return token
			})(m)
			for method, change := range m.methods {
				m.methods[method] = func(p *piece) {
					if changes++; changes <= 4 {
						change(p)
					}
				}
			}
		}),
}

// ringCache returns the fault of the operation parse with a cache of n results, which keeps the index of an entry
// that it overwrites.
func ringCache(n int) func(m *model) {
	return ofParseAlone(func(m *model) {
		parse, index, ring := m.parse, map[string]int{}, make([]*piece, n)
		m.parse = func(token string) *piece {
			at, known := index[token]
			if !known {
				at = len(index) % n
				index[token], ring[at] = at, parse(token)
			}
			return deepCopy(ring[at])
		}
	})
}

// around returns a request, n requests for different invalid strings, and the request again.
func around(req requests, n int) requests {
	all := slices.Grow(slices.Clone(req), n+len(req))
	for i := range n {
		all = append(all, parse(strconv.Itoa(10_000+i)+"!")...)
	}
	return append(all, req...)
}

func sumOf(token string) (sum int) {
	for _, b := range []byte(token) {
		sum += int(b)
	}
	return sum
}

// keptBy returns the fault of a cache with keys that are not unique: all tokens with the same
// key get the result of the first.
func keptBy(key func(token string) string) func(m *model) {
	return func(m *model) {
		kept, parse := map[string]*piece{}, m.parse
		m.parse = func(token string) *piece {
			p, known := kept[key(token)]
			if !known {
				p = parse(token)
				kept[key(token)] = p
			}
			return deepCopy(p)
		}
	}
}
