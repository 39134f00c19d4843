package mutant

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// fullAt is the capacity of the table of table-full, in values.
const fullAt = 1000

// calls are faults in the state that the library keeps between calls, and differences between
// the verdicts of operations.
var calls = []fault{{
	// Memory.
	name: "memory-by-letter", fails: wrongText, witness: requests{parse("K'"), parse("K")},
	bug: `Values are kept under their letter to save memory, so that the first of a letter is returned for all of them.`,
	fix: `Keep them under the whole token.`,
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
	bug: `A global JavaScript expression remembers in lastIndex where it last matched, and starts from there in the next call.`,
	fix: `Leave the flag g away.`,
	in: fixes{
		"javascript": `Leave the flags g and y away, or set lastIndex to 0.`,
	},
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
	bug: `The error of a rejected token is kept in a variable, and the next call reports it before it is cleared.`,
	fix: `Return the error, and keep none.`,
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
	bug: `The marker of a derived token stays in a buffer that all calls share, and is found there by the next call.`,
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
	bug:     `Every value takes a place in a table that is never emptied, and when it is full every token is refused.`,
	fix:     `Free the places, or do without the table.`,
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
	bug:    `The yes-or-no check has an expression of its own, which is searched for and not anchored.`,
	fix:    `Let the check call the parser.`,
	inject: func(m *model) { m.valid = regexp.MustCompile(`[-+]?[A-Za-z]\^?'?`).MatchString },
}, {
	name: "check-knows-only-pin", fails: manyVerdicts.and(rejects), witness: requests{valid("K'")},
	bug: `The yes-or-no check is still that of PIN, and was not extended when the parser was.`,
	fix: `Let the check call the parser.`,
	inject: func(m *model) {
		m.valid = func(token string) bool {
			p, ok := m.parse(token)
			return ok && !derived(p)
		}
	},
}, {
	name: "check-raises-on-bytes", fails: raises, witness: requests{valid("K\xff")},
	bug: `The yes-or-no check matches text, and the language raises where the bytes are none.`,
	fix: `Reject what is not valid text before matching it.`,
	in: fixes{
		"ruby":   `Ask valid_encoding? first, or match the binary form by an expression with the flag n.`,
		"python": `Catch UnicodeDecodeError where bytes are decoded, and reject.`,
	},
	inject: checks(func(valid func(string) bool, token string) bool {
		if !utf8.ValidString(token) {
			panic(raised("invalid byte sequence in UTF-8"))
		}
		return valid(token)
	}),
}, {
	name: "parser-raises-on-empty", fails: raises.and(current("epin/9.4/empty")), witness: requests{parse("")},
	bug:    `The parser looks at the first character before it knows that there is one.`,
	fix:    `Look at the length first.`,
	inject: raising(func(token string) bool { return token == "" }, "index 0 out of range"),
}, {
	name: "sweep-stops", fails: manyVerdicts.and(rejects), witness: requests{sweep("!", "K")},
	bug: `The bulk check leaves its loop at the first token that it rejects, and every later one counts as rejected.`,
	fix: `Go on with the next token.`,
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
	bug:    `Values are kept in a table whose keys have no case, so that the first of two sides is returned for both.`,
	fix:    `Use a table whose keys are bytes.`,
	inject: keptBy(strings.ToLower),
}, {
	name: "memory-by-four-bytes", fails: unanchored.onlyCurrent(), witness: requests{parse("+K^'"), parse("+K^'!")},
	bug:    `Verdicts are kept under the first four bytes of the input, so that what is longer has that of a token.`,
	fix:    `Keep them under the whole input.`,
	inject: keptBy(func(token string) string { return token[:min(len(token), 4)] }),
}, {
	name: "memory-by-trimmed-key", fails: unanchored, witness: requests{parse("K"), parse("K ")},
	bug:    `Verdicts are kept in a database that trims its keys, so that a token with blanks around it has that of the token.`,
	fix:    `Keep them under the bytes of the input.`,
	inject: keptBy(strings.TrimSpace),
}, {
	name: "memory-by-hash", fails: unanchored, witness: requests{parse("K'"), parse("JF")},
	bug:    `Values are kept under the hash that Java's strings have, and JF and K' have the same.`,
	fix:    `Compare the strings where the hashes are equal.`,
	inject: keptBy(javaHash),
}, {
	name: "memory-by-sum", fails: accepts.and(wrongText), witness: requests{parse("K'"), parse("'K")},
	bug: `Values are kept in a table of 256 places, by the sum of the bytes, and what is found in a place is not compared.`,
	fix: `Compare the token that is kept in the place.`,
	inject: keptBy(func(token string) string {
		var sum byte
		for i := range len(token) {
			sum += token[i]
		}
		return string([]byte{sum})
	}),
}, {
	name: "refusals-kept-by-letter", fails: forgetful, witness: requests{parse("K''"), parse("K")},
	bug: `Refusals are kept to save time, under the letter alone, and after one every token of the letter is refused.`,
	fix: `Keep them under the whole input, or keep none.`,
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
	bug: `Tokens are registered as they are parsed, and one that is registered already is refused as a duplicate.`,
	fix: `Return the value that is registered.`,
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
	// Left from the previous call.
	name: "tail-of-the-call-before", fails: rejects, witness: requests{parse("!!"), parse("K")},
	bug: `The input is copied to a buffer that all calls share, without a zero behind it, and is read on into what is left of longer ones.`,
	fix: `End the input with a zero, or keep its length.`,
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
	bug: `The groups of the last expression that matched are read without asking whether this one did, so that a refused token gives the value of the one before.`,
	fix: `Ask whether the expression matched.`,
	in:  fixes{"perl": `Read $1 only where the match was true.`},
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
	bug:     `The value is handed over in a variable that two threads share, and now and then a caller is given that of the other.`,
	fix:     `Return the value, and share none.`,
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
	bug:     `The library settles on an edition by the first token that it accepts, and reads over the caret ever after if that has none.`,
	fix:     `Let the caller name the edition.`,
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
	bug:     `Calls are counted in a byte, and the count, where it is 0 again, is divided by.`,
	fix:     `Count in a wider type, or not at all.`,
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
	bug:     `A hundred refusals in a row are taken for an attack, after which nothing is accepted any more.`,
	fix:     `Leave limits to whoever serves strangers.`,
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
	bug:     `Of three tokens in a row the second is kept, and where the third is the same as the first, it is taken for the second.`,
	fix:     `Compare the whole token before taking what is kept.`,
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
	// The operation valid.
	name: "check-last-index", fails: manyVerdicts, witness: requests{valid("K"), valid("K")},
	bug: `The yes-or-no check tests with a global JavaScript expression, which remembers where it last matched.`,
	fix: `Leave the flag g away.`,
	in:  fixes{"javascript": `Leave the flags g and y away, or set lastIndex to 0.`},
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
	bug: `The yes-or-no check has an expression of its own, which is that of the other edition.`,
	fix: `Let the check call the parser.`,
	inject: func(m *model) {
		other := epin.Initial
		if m.edition == epin.Initial {
			other = epin.Current
		}
		m.valid = newModel("", other, func(*model) {}).valid
	},
}, {
	name: "check-accepts-empty", fails: manyVerdicts, witness: requests{valid("")},
	bug: `The yes-or-no check looks for a fault character by character, and finds none where there is no character.`,
	fix: `Let the check call the parser.`,
	inject: checks(func(check func(string) bool, token string) bool {
		return token == "" || check(token)
	}),
}, {
	name: "check-trims", fails: manyVerdicts, witness: requests{valid("K ")},
	bug: `The yes-or-no check serves a form and trims what was typed, and the parser does not.`,
	fix: `Trim in the form, and hand on what was checked.`,
	inject: checks(func(check func(string) bool, token string) bool {
		return check(strings.TrimSpace(token))
	}),
}, {
	name: "check-by-position", fails: manyVerdicts.and(rejects).and(accepts), witness: requests{valid("K")},
	bug: `The yes-or-no check takes the position of the match for a condition, and that is 0, which counts as no, while -1 counts as yes.`,
	fix: `Ask whether there is a match.`,
	in:  fixes{"javascript": `Use test rather than search.`},
	inject: checks(func(check func(string) bool, token string) bool {
		return !check(token)
	}),
}, {
	name: "check-by-type-first", fails: manyVerdicts, witness: requests{valid("K'")},
	bug: `The yes-or-no check rejects what is longer than one character unless it begins with a sign, as that of the oldest notation did.`,
	fix: `Let the check call the parser.`,
	inject: checks(func(check func(string) bool, token string) bool {
		return check(token) && (len(token) == 1 || strings.ContainsAny(token[:1], "+-"))
	}),
}, {
	// The operation sweep.
	name: "sweep-of-the-first-256", fails: manyVerdicts,
	witness: requests{sweep(slices.Repeat([]string{"K"}, 257)...)},
	bug:     `The bulk check counts in a byte, and what comes after the first 256 counts as rejected.`,
	fix:     `Count in the type that the language has for lengths.`,
	inject: sweeps(func(judge func([]string) []byte, tokens []string) []byte {
		verdicts := judge(tokens)
		for i := 256; i < len(verdicts); i++ {
			verdicts[i] = conformance.VerdictNo
		}
		return verdicts
	}),
}, {
	name: "sweep-in-sorted-order", fails: manyVerdicts, witness: requests{sweep("K", "!")},
	bug: `The bulk check sorts the tokens to look them up faster, and gives the verdicts in that order.`,
	fix: `Put the verdicts back into the order of the request.`,
	inject: sweeps(func(judge func([]string) []byte, tokens []string) []byte {
		return judge(slices.Sorted(slices.Values(tokens)))
	}),
}, {
	name: "sweep-by-lines", fails: manyVerdicts, witness: requests{sweep("!\n!", "K")},
	bug: `The bulk check joins the tokens by line feeds and hands the lines to another program, so that a token that holds one shifts what follows.`,
	fix: `Separate tokens by what none can hold, or send their lengths.`,
	inject: sweeps(func(judge func([]string) []byte, tokens []string) []byte {
		if len(tokens) == 0 {
			return nil
		}
		return judge(strings.Split(strings.Join(tokens, "\n"), "\n"))[:len(tokens)]
	}),
}, {
	name: "sweep-without-duplicates", layer: Sequences, fails: manyVerdicts, witness: requests{sweep("K", "K")},
	bug: `The bulk check makes a set of the tokens first, and each that is there twice counts as rejected the second time.`,
	fix: `Judge each token where it stands.`,
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
	bug: `The closures of the bulk check share the variable of the loop, and all judge the last token.`,
	fix: `Give each closure a variable of its own.`,
	in:  fixes{"javascript": `Declare the variable by let rather than var.`, "python": `Bind the variable as a default argument.`, "go": `Let go.mod name Go 1.22 or later, or copy the variable.`},
	inject: sweeps(func(judge func([]string) []byte, tokens []string) []byte {
		if len(tokens) == 0 {
			return nil
		}
		return slices.Repeat(judge(tokens[len(tokens)-1:]), len(tokens))
	}),
}}

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
