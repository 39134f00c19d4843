package mutant

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// fullAt is the capacity of the table of table-full, in values.
const fullAt = 1000

// ringSize is the number of entries in the cache of ring-cache-with-a-stale-index.
const ringSize = 20_000

// calls are faults in the state that the library keeps between calls, and differences between
// the verdicts of operations.
var calls = []fault{{
	// State that one call leaves to the next.
	name: "memory-by-letter", fails: wrongText, witness: requests{parse("K'"), parse("K")},
	bug: `The cache key is the letter, so the first value of a letter is returned for all.`,
	fix: `Use the whole token as the cache key.`,
	inject: remembers(func(parse parser) parser {
		kept := map[string]*piece{}
		return func(token string) (*piece, bool) {
			p, ok := parse(token)
			if ok && kept[p.letter] == nil {
				kept[p.letter] = p
			}
			if !ok {
				return nil, false
			}
			return kept[p.letter], true
		}
	}),
}, {
	name: "last-index", fails: manyVerdicts.and(rejects), witness: requests{parse("K"), parse("K")},
	bug: `A global regular expression keeps lastIndex after a match, so the next call starts there.`,
	fix: `Do not keep a match position between calls.`,
	in:  fixes{"javascript": `Remove the flags g and y, or set lastIndex to 0.`},
	inject: remembers(func(parse parser) parser {
		lastIndex := 0
		return func(token string) (*piece, bool) {
			if lastIndex > 0 {
				lastIndex = 0
				return nil, false
			}
			p, ok := parse(token)
			if ok {
				lastIndex = len(token)
			}
			return p, ok
		}
	}),
}, {
	name: "error-kept", fails: manyVerdicts.and(rejects), witness: requests{parse("!"), parse("K")},
	bug: `The error of a rejected token stays in shared state, and the next call reports it.`,
	fix: `Return the error instead of storing it.`,
	inject: remembers(func(parse parser) parser {
		failed := false
		return func(token string) (*piece, bool) {
			if failed {
				failed = false
				return nil, false
			}
			p, ok := parse(token)
			failed = !ok
			return p, ok
		}
	}),
}, {
	name: "buffer-not-cleared", fails: wrongText, witness: requests{parse("K'"), parse("Q")},
	bug: `A static buffer is not cleared, so a token inherits the previous token's derivation marker.`,
	fix: `Clear the buffer, or use one for each call.`,
	inject: remembers(func(parse parser) parser {
		left := ""
		return func(token string) (*piece, bool) {
			p, ok := parse(token)
			if ok {
				p.quote, left = max(p.quote, left), p.quote
			}
			return p, ok
		}
	}),
}, {
	name: "table-full", fails: rejects,
	witness: requests{sweep(slices.Repeat([]string{"K"}, fullAt)...), parse("K")},
	bug:     `Each value takes an entry in a fixed-size table, and every token is rejected when it is full.`,
	fix:     `Free the entries, or remove the table.`,
	inject: remembers(func(parse parser) parser {
		taken := 0
		return func(token string) (*piece, bool) {
			p, ok := parse(token)
			if !ok || taken == fullAt {
				return nil, false
			}
			taken++
			return p, true
		}
	}),
}, {
	// Operations that differ.
	name: "check-searches", fails: manyVerdicts.and(unanchored), witness: requests{valid("KK")},
	bug:    `The validity check has its own pattern, which has no anchors.`,
	fix:    `Call the parser from the validity check.`,
	inject: func(m *model) { m.valid = regexp.MustCompile(`[-+]?[A-Za-z]\^?'?`).MatchString },
}, {
	name: "check-knows-only-pin", fails: manyVerdicts.and(rejects), witness: requests{valid("K'")},
	bug: `The validity check is that of PIN, so it rejects the derivation marker.`,
	fix: `Call the parser from the validity check.`,
	inject: func(m *model) {
		m.valid = func(token string) bool {
			p, ok := m.parse(token)
			return ok && !derived(p)
		}
	},
}, {
	name: "check-raises-on-bytes", fails: raises, witness: requests{valid("K\xff")},
	bug: `The validity check raises on malformed UTF-8 instead of returning false.`,
	fix: `Reject malformed UTF-8 before matching.`,
	in: fixes{
		"ruby":   `Check valid_encoding? before matching.`,
		"python": `Catch UnicodeDecodeError, and return False.`,
	},
	inject: checks(func(valid func(string) bool, token string) bool {
		if !utf8.ValidString(token) {
			panic(raised("invalid byte sequence in UTF-8"))
		}
		return valid(token)
	}),
}, {
	name: "parser-raises-on-empty", fails: raises.and(current("epin/9.4/empty")), witness: requests{parse("")},
	bug:    `The parser reads the first character without a length check.`,
	fix:    `Check the length before reading a character.`,
	inject: raising(func(token string) bool { return token == "" }, "index 0 out of range"),
}, {
	name: "sweep-stops", fails: manyVerdicts.and(rejects), witness: requests{sweep("!", "K")},
	bug: `The bulk check stops at the first rejected token, so all later ones count as rejected.`,
	fix: `Continue with the next token.`,
	inject: sweeps(func(judge func([]string) []byte, tokens []string) []byte {
		verdicts := judge(tokens)
		for i := 1; i < len(verdicts); i++ {
			verdicts[i] = min(verdicts[i], verdicts[i-1])
		}
		return verdicts
	}),
}, {
	// Caches.
	name: "memory-without-case", fails: wrongText, witness: requests{parse("K"), parse("k")},
	bug:    `The cache key ignores case, so K and k share one entry.`,
	fix:    `Use the exact token as the cache key.`,
	inject: keptBy(strings.ToLower),
}, {
	name: "memory-by-four-bytes", fails: unanchored.onlyCurrent(), witness: requests{parse("+K^'"), parse("+K^'!")},
	bug:    `The cache key is the first 4 bytes, so a longer input gets the result of a token.`,
	fix:    `Use the whole input as the cache key.`,
	inject: keptBy(func(token string) string { return token[:min(len(token), 4)] }),
}, {
	name: "memory-by-trimmed-key", fails: unanchored, witness: requests{parse("K"), parse("K ")},
	bug:    `The cache key is trimmed, so a token with white space around it gets the token's result.`,
	fix:    `Use the exact input as the cache key.`,
	inject: keptBy(strings.TrimSpace),
}, {
	name: "memory-by-hash", fails: unanchored, witness: requests{parse("K'"), parse("JF")},
	bug:    `The cache key is a hash (Java's String.hashCode), which is equal for JF and K'.`,
	fix:    `Compare the strings if the hashes are equal.`,
	inject: keptBy(javaHash),
}, {
	name: "memory-by-sum", fails: accepts.and(wrongText), witness: requests{parse("K'"), parse("'K")},
	bug: `The cache key is the sum of the bytes modulo 256, so different inputs share an entry.`,
	fix: `Compare the input with the cached token.`,
	inject: keptBy(func(token string) string {
		var sum byte
		for i := range len(token) {
			sum += token[i]
		}
		return string([]byte{sum})
	}),
}, {
	name: "refusals-kept-by-letter", fails: forgetful, witness: requests{parse("K''"), parse("K")},
	bug: `Rejections are cached by letter, so one invalid string blocks all tokens with its letter.`,
	fix: `Use the whole input as the cache key.`,
	inject: remembers(func(parse parser) parser {
		refused := map[string]bool{}
		return func(token string) (*piece, bool) {
			letter := skim(token).letter
			p, ok := parse(token)
			if !ok {
				refused[letter] = true
			}
			return p, ok && !refused[letter]
		}
	}),
}, {
	name: "second-time-refused", fails: forgetful, witness: requests{parse("K"), parse("K")},
	bug: `Parsed tokens are registered, and a second parse is rejected as a duplicate.`,
	fix: `Return the registered value.`,
	inject: remembers(func(parse parser) parser {
		registered := map[string]bool{}
		return func(token string) (*piece, bool) {
			p, ok := parse(token)
			if !ok || registered[token] {
				return nil, false
			}
			registered[token] = true
			return p, true
		}
	}),
}, {
	// Data of the previous call.
	name: "tail-of-the-call-before", fails: rejects, witness: requests{parse("!!"), parse("K")},
	bug: `A shared buffer has no terminator, so the rest of a longer, earlier input is read too.`,
	fix: `Terminate the input, or store its length.`,
	inject: remembers(func(parse parser) parser {
		buffer := ""
		return func(token string) (*piece, bool) {
			if len(token) < len(buffer) {
				token += buffer[len(token):]
			}
			buffer = token
			return parse(token)
		}
	}),
}, {
	name: "groups-of-the-call-before", fails: accepts, witness: requests{parse("K"), parse("!")},
	bug: `The match groups are read without checking the match, so those of the previous match remain.`,
	fix: `Check that the pattern matched.`,
	in:  fixes{"perl": `Read $1 only if the match succeeded.`},
	inject: remembers(func(parse parser) parser {
		var last *piece
		return func(token string) (*piece, bool) {
			if p, ok := parse(token); ok {
				last = p
			}
			return last, last != nil
		}
	}),
}, {
	name: "reply-of-another", fails: wrongText,
	witness: requests{sweep(strings.Split(strings.Repeat("K", 15), "")...), parse("Q")},
	bug:     `Threads share the variable of the result (a data race), so some calls return another's value.`,
	fix:     `Return the value without shared state.`,
	inject: remembers(func(parse parser) parser {
		var last *piece
		calls := 0
		return func(token string) (*piece, bool) {
			p, ok := parse(token)
			if !ok {
				return nil, false
			}
			if calls++; calls%16 == 0 {
				return last, true
			}
			last = p
			return p, true
		}
	}),
}, {
	name: "edition-of-the-first-token", fails: current("epin/7.1/terminal", "epin/9.2/canonical"),
	witness: requests{parse("K"), parse("K^")},
	bug:     `The first token selects the edition: if it has no ^, later carets are ignored.`,
	fix:     `Let the caller select the edition.`,
	inject: remembers(func(parse parser) parser {
		settled, carets := false, false
		return func(token string) (*piece, bool) {
			p, ok := parse(token)
			if ok && !settled {
				settled, carets = true, p.caret != ""
			}
			if ok && !carets {
				p.caret = ""
			}
			return p, ok
		}
	}),
}, {
	// Counters.
	name: "counter-in-a-byte", fails: each("epin/9.1/accept", "epin-initial/accept"),
	witness: requests{sweep(strings.Split(strings.Repeat("K", 255), "")...), parse("K")},
	bug:     `A call counter of 8 bits overflows to 0, and the division by it raises.`,
	fix:     `Use a wider counter, or remove it.`,
	inject: remembers(func(parse parser) parser {
		var calls byte
		return func(token string) (*piece, bool) {
			if calls++; calls == 0 {
				panic(raised("division by zero"))
			}
			return parse(token)
		}
	}),
}, {
	name: "locked-after-refusals", fails: forgetful,
	witness: requests{sweep(strings.Split(strings.Repeat("!", 100), "")...), parse("K")},
	bug:     `After 100 rejections in a row, every token is rejected.`,
	fix:     `Remove the limit, or apply it outside the library.`,
	inject: remembers(func(parse parser) parser {
		refusals := 0
		return func(token string) (*piece, bool) {
			p, ok := parse(token)
			switch {
			case refusals >= 100:
				return nil, false
			case ok:
				refusals = 0
			default:
				refusals++
			}
			return p, ok
		}
	}),
}, {
	name: "place-in-the-middle-forgotten", layer: Sequences, fails: manyVerdicts,
	witness: requests{parse("K"), parse("Q"), parse("K")},
	bug:     `The cache returns the wrong entry: in K, Q, K the third token is parsed as Q.`,
	fix:     `Compare the whole token with the cache key.`,
	inject: remembers(func(parse parser) parser {
		var first, second string
		return func(token string) (*piece, bool) {
			read := token
			if token == first && token != second {
				if _, ok := parse(second); ok {
					read = second
				}
			}
			first, second = second, token
			return parse(read)
		}
	}),
}, {
	name: "one-pair-of-tokens", layer: Sequences, fails: manyVerdicts, witness: requests{parse("-b"), parse("+V'")},
	bug: `Two tokens share a cache entry, so one is rejected directly after the other.`,
	fix: `Compare the input with the cached token.`,
	inject: remembers(func(parse parser) parser {
		last := ""
		return func(token string) (*piece, bool) {
			clash := last == "-b" && token == "+V'"
			last = token
			if clash {
				return nil, false
			}
			return parse(token)
		}
	}),
}, {
	name: "sign-left-in-the-next-entry", layer: Sequences, fails: wrongText, witness: requests{parse("+K"), parse("L")},
	bug: `A sign is also written to the entry of the next letter, where the next call reads it.`,
	fix: `Write only the entry of the letter.`,
	inject: remembers(func(parse parser) parser {
		var last *piece
		return func(token string) (*piece, bool) {
			before := last
			p, ok := parse(token)
			last = p
			if ok && before != nil && before.sign != "" && p.sign == "" && p.letter[0] == before.letter[0]+1 {
				p = deepCopy(p)
				p.sign = before.sign
			}
			return p, ok
		}
	}),
}, {
	name: "ring-cache-with-a-stale-index", layer: Sequences, fails: manyVerdicts,
	witness: around(parse("K"), ringSize),
	bug:     `The parser caches 20,000 results in a ring, and keeps the index of an entry that it overwrites.`,
	fix:     `Delete the index of the overwritten entry, or compare the whole token with the entry.`,
	inject: func(m *model) {
		parse := m.parse
		m.valid = func(token string) bool { _, ok := parse(token); return ok }
		m.sweep = (&model{parse: parse}).judgeAll
		index, ring := map[string]int{}, make([]*piece, ringSize)
		m.parse = func(token string) (*piece, bool) {
			at, known := index[token]
			if !known {
				at = len(index) % ringSize
				index[token] = at
				ring[at], _ = parse(token)
			}
			if ring[at] == nil {
				return nil, false
			}
			return deepCopy(ring[at]), true
		}
	},
}, {
	// The operation valid.
	name: "check-last-index", fails: manyVerdicts, witness: requests{valid("K"), valid("K")},
	bug: `The validity check uses a global regular expression, which keeps lastIndex between calls.`,
	fix: `Do not keep a match position between calls.`,
	in:  fixes{"javascript": `Remove the flags g and y, or set lastIndex to 0.`},
	inject: func(m *model) {
		check, lastIndex := m.valid, 0
		m.valid = func(token string) bool {
			ok := lastIndex == 0 && check(token)
			lastIndex = 0
			if ok {
				lastIndex = len(token)
			}
			return ok
		}
	},
}, {
	name: "check-of-the-other-edition", fails: manyVerdicts, witness: requests{valid("K^")},
	bug: `The validity check uses the pattern of the other edition.`,
	fix: `Call the parser from the validity check.`,
	inject: func(m *model) {
		other := epin.Initial
		if m.edition == epin.Initial {
			other = epin.Current
		}
		m.valid = newModel("", other, func(*model) {}).valid
	},
}, {
	name: "check-accepts-empty", fails: manyVerdicts, witness: requests{valid("")},
	bug: `The validity check loops over the characters, so it accepts the empty string.`,
	fix: `Call the parser from the validity check.`,
	inject: checks(func(check func(string) bool, token string) bool {
		return token == "" || check(token)
	}),
}, {
	name: "check-trims", fails: manyVerdicts, witness: requests{valid("K ")},
	bug: `The validity check trims the input, but the parser does not.`,
	fix: `Validate the input unchanged; let the caller trim it.`,
	inject: checks(func(check func(string) bool, token string) bool {
		return check(strings.TrimSpace(token))
	}),
}, {
	name: "check-by-position", fails: manyVerdicts.and(rejects).and(accepts), witness: requests{valid("K")},
	bug: `The validity check uses the match position as a condition: 0 is false and -1 is true.`,
	fix: `Check whether there is a match.`,
	in:  fixes{"javascript": `Use test, not search.`},
	inject: checks(func(check func(string) bool, token string) bool {
		return !check(token)
	}),
}, {
	name: "check-by-type-first", fails: manyVerdicts, witness: requests{valid("K'")},
	bug: `The validity check rejects several characters unless the first is a sign.`,
	fix: `Call the parser from the validity check.`,
	inject: checks(func(check func(string) bool, token string) bool {
		return check(token) && (len(token) == 1 || strings.ContainsAny(token[:1], "+-"))
	}),
}, {
	// The operation sweep.
	name: "sweep-of-the-first-256", fails: manyVerdicts,
	witness: requests{sweep(slices.Repeat([]string{"K"}, 257)...)},
	bug:     `The bulk check counts in 8 bits, so all tokens after the first 256 count as rejected.`,
	fix:     `Use a counter that cannot overflow.`,
	inject: sweeps(func(judge func([]string) []byte, tokens []string) []byte {
		verdicts := judge(tokens)
		for i := 256; i < len(verdicts); i++ {
			verdicts[i] = conformance.VerdictNo
		}
		return verdicts
	}),
}, {
	name: "sweep-in-sorted-order", fails: manyVerdicts, witness: requests{sweep("K", "!")},
	bug: `The bulk check sorts the tokens, and returns the verdicts in that order.`,
	fix: `Return the verdicts in the order of the request.`,
	inject: sweeps(func(judge func([]string) []byte, tokens []string) []byte {
		return judge(slices.Sorted(slices.Values(tokens)))
	}),
}, {
	name: "sweep-without-the-last-of-many", layer: Sequences, fails: manyVerdicts,
	witness: requests{sweep(slices.Repeat([]string{"K"}, conformance.MaxSweepTokens)...)},
	bug:     `Off by one: of 4,096 tokens, the bulk check never tests the last, which counts as rejected.`,
	fix:     `Test all tokens.`,
	inject: sweeps(func(judge func([]string) []byte, tokens []string) []byte {
		verdicts := judge(tokens)
		if last := len(verdicts) - 1; last+1 == conformance.MaxSweepTokens {
			verdicts[last] = conformance.VerdictNo
		}
		return verdicts
	}),
}, {
	name: "sweep-by-lines", fails: manyVerdicts, witness: requests{sweep("!\n!", "K")},
	bug: `The bulk check sends one token per line, so a newline in a token shifts later verdicts.`,
	fix: `Send the length of each token, or escape newlines.`,
	inject: sweeps(func(judge func([]string) []byte, tokens []string) []byte {
		if len(tokens) == 0 {
			return nil
		}
		return judge(strings.Split(strings.Join(tokens, "\n"), "\n"))[:len(tokens)]
	}),
}, {
	name: "sweep-without-duplicates", layer: Sequences, fails: manyVerdicts, witness: requests{sweep("K", "K")},
	bug: `The bulk check removes duplicates, so a repeated token counts as rejected.`,
	fix: `Test each token in its place.`,
	inject: sweeps(func(judge func([]string) []byte, tokens []string) []byte {
		verdicts := judge(tokens)
		seen := map[string]bool{}
		for i, token := range tokens {
			if seen[token] {
				verdicts[i] = conformance.VerdictNo
			}
			seen[token] = true
		}
		return verdicts
	}),
}, {
	name: "sweep-of-the-last", fails: manyVerdicts, witness: requests{sweep("!", "K")},
	bug: `The closures of the bulk check share the loop variable, so all of them test the last token.`,
	fix: `Give each closure a variable of its own.`,
	in: fixes{
		"javascript": `Declare the loop variable with let, not var.`,
		"python":     `Bind the loop variable as a default argument.`,
		"go":         `Set Go 1.22 or later in go.mod, or copy the loop variable.`,
	},
	inject: sweeps(func(judge func([]string) []byte, tokens []string) []byte {
		if len(tokens) == 0 {
			return nil
		}
		return slices.Repeat(judge(tokens[len(tokens)-1:]), len(tokens))
	}),
}}

// around returns a request, n requests for different invalid strings, and the request again.
func around(req conformance.Request, n int) requests {
	var text []byte // one for all strings, because every start of the command makes them
	for i := range n {
		text = append(strconv.AppendInt(text, int64(10_000+i), 10), '!')
	}
	all, strings := append(make(requests, 0, n+2), req), string(text)
	for len(strings) > 0 {
		all, strings = append(all, parse(strings[:6])), strings[6:]
	}
	return append(all, req)
}

// keptBy returns the fault of a cache with keys that are not unique: all tokens with the same
// key get the result of the first.
func keptBy(key func(token string) string) func(m *model) {
	return remembers(func(parse parser) parser {
		kept := map[string]*piece{}
		return func(token string) (*piece, bool) {
			p, known := kept[key(token)]
			if !known {
				p, _ = parse(token)
				kept[key(token)] = p
			}
			if p == nil {
				return nil, false
			}
			return deepCopy(p), true
		}
	})
}
