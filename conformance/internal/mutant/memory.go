package mutant

import "strings"

// forgetful: what is said of a token depends on what was asked before.
var forgetful = manyVerdicts.and(refuses)

// memory are further faults in what the library remembers from one call to the next.
var memory = []fault{
	// Caches.
	{
		name:   "memory-without-case",
		bug:    `Values are kept in a table whose keys have no case, so that the first of two sides is returned for both.`,
		mend:   `Use a table whose keys are bytes.`,
		fails:  wrongText,
		killer: requests{parse("K"), parse("k")},
		inject: keptBy(strings.ToLower),
	},
	{
		name:   "memory-by-four-bytes",
		bug:    `Verdicts are kept under the first four bytes of the input, so that what is longer has that of a token.`,
		mend:   `Keep them under the whole input.`,
		fails:  unanchored.onlyCurrent(),
		killer: requests{parse("+K^'"), parse("+K^'!")},
		inject: keptBy(func(token string) string { return token[:min(len(token), 4)] }),
	},
	{
		name:   "memory-by-trimmed-key",
		bug:    `Verdicts are kept in a database that trims its keys, so that a token with blanks around it has that of the token.`,
		mend:   `Keep them under the bytes of the input.`,
		fails:  unanchored,
		killer: requests{parse("K"), parse("K ")},
		inject: keptBy(strings.TrimSpace),
	},
	{
		name:   "memory-by-hash",
		bug:    `Values are kept under the hash that Java's strings have, and JF and K' have the same.`,
		mend:   `Compare the strings where the hashes are equal.`,
		fails:  unanchored,
		killer: requests{parse("K'"), parse("JF")},
		inject: keptBy(javaHash),
	},
	{
		name:   "memory-by-sum",
		bug:    `Values are kept in a table of 256 places, by the sum of the bytes, and what is found in a place is not compared.`,
		mend:   `Compare the token that is kept in the place.`,
		fails:  accepts.and(wrongText),
		killer: requests{parse("K'"), parse("'K")},
		inject: keptBy(func(token string) string {
			var sum byte
			for i := range len(token) {
				sum += token[i]
			}
			return string([]byte{sum})
		}),
	},
	{
		name:   "refusals-kept-by-letter",
		bug:    `Refusals are kept to save time, under the letter alone, and after one every token of the letter is refused.`,
		mend:   `Keep them under the whole input, or keep none.`,
		fails:  forgetful,
		killer: requests{parse("K''"), parse("K")},
		inject: around(func(parse parser) parser {
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
	},
	{
		name:   "second-time-refused",
		bug:    `Tokens are registered as they are parsed, and one that is registered already is refused as a duplicate.`,
		mend:   `Return the value that is registered.`,
		fails:  forgetful,
		killer: requests{parse("K"), parse("K")},
		inject: around(func(parse parser) parser {
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
	},

	// What is left of the call before.
	{
		name:   "tail-of-the-call-before",
		bug:    `The input is copied to a buffer that all calls share, without a zero behind it, and is read on into what is left of longer ones.`,
		mend:   `End the input with a zero, or keep its length.`,
		fails:  refuses,
		killer: requests{parse("!!"), parse("K")},
		inject: around(func(parse parser) parser {
			buffer := ""
			return func(token string) (*piece, bool) {
				if len(token) < len(buffer) {
					token += buffer[len(token):]
				}
				buffer = token
				return parse(token)
			}
		}),
	},
	{
		name:   "groups-of-the-call-before",
		bug:    `The groups of the last expression that matched are read without asking whether this one did, so that a refused token gives the value of the one before.`,
		mend:   `Ask whether the expression matched.`,
		in:     mends{"perl": `Read $1 only where the match was true.`},
		fails:  accepts,
		killer: requests{parse("K"), parse("!")},
		inject: around(func(parse parser) parser {
			var last *piece
			return func(token string) (*piece, bool) {
				if p, ok := parse(token); ok {
					last = p
				}
				return last, last != nil
			}
		}),
	},
	{
		name:   "reply-of-another",
		bug:    `The value is handed over in a variable that two threads share, and now and then a caller is given that of the other.`,
		mend:   `Return the value, and share none.`,
		fails:  wrongText,
		killer: requests{sweep(strings.Split(strings.Repeat("K", 15), "")...), parse("Q")},
		inject: around(func(parse parser) parser {
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
	},
	{
		name:   "edition-of-the-first-token",
		bug:    `The library settles on an edition by the first token that it accepts, and reads over the caret ever after if that has none.`,
		mend:   `Let the caller name the edition.`,
		fails:  current("epin/7.1/terminal", "epin/9.2/canonical"),
		killer: requests{parse("K"), parse("K^")},
		inject: around(func(parse parser) parser {
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
	},

	// Counters.
	{
		name:   "counter-in-a-byte",
		bug:    `Calls are counted in a byte, and the count, where it is 0 again, is divided by.`,
		mend:   `Count in a wider type, or not at all.`,
		fails:  each("epin/9.1/accept", "epin-initial/accept"),
		killer: requests{sweep(strings.Split(strings.Repeat("K", 255), "")...), parse("K")},
		inject: around(func(parse parser) parser {
			var calls byte
			return func(token string) (*piece, bool) {
				if calls++; calls == 0 {
					panic(raised("division by zero"))
				}
				return parse(token)
			}
		}),
	},
	{
		name:   "locked-after-refusals",
		bug:    `A hundred refusals in a row are taken for an attack, after which nothing is accepted any more.`,
		mend:   `Leave limits to whoever serves strangers.`,
		fails:  forgetful,
		killer: requests{sweep(strings.Split(strings.Repeat("!", 100), "")...), parse("K")},
		inject: around(func(parse parser) parser {
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
	},
	{
		name:   "place-in-the-middle-forgotten",
		bug:    `Of three tokens in a row the second is kept, and where the third is the same as the first, it is taken for the second.`,
		mend:   `Compare the whole token before taking what is kept.`,
		layer:  Sequences,
		fails:  manyVerdicts,
		killer: requests{parse("K"), parse("Q"), parse("K")},
		inject: around(func(parse parser) parser {
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
	},
}

// keptBy returns the fault of keeping what the parser said under a key, and saying it
// again for everything that has the same key.
func keptBy(key func(token string) string) func(m *model) {
	return around(func(parse parser) parser {
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
