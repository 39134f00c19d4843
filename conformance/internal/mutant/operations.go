package mutant

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// histories are faults of one operation that remembers its last calls.
var histories = []func() Mutant{
	fault("change-of-the-token-before", wrongDerive, slices.Concat(apply("A", conformance.Derive), apply("Z", conformance.Derive)),
		`A cache confuses A and Z: derive for Z directly after derive for A returns the letter A.`,
		`Keep the token with the result, or keep nothing.`, func(m *model) {
			var last *piece
			change := m.methods[conformance.Derive]
			m.methods[conformance.Derive] = func(p *piece) {
				before := deepCopy(p)
				if change(p); last != nil && last.letter == "A" && p.letter == "Z" && last.caret == p.caret {
					p.letter = last.letter
				}
				last = before
			}
		}, sureIn(Sequences)),
	fault("comparison-kept-by-the-second", wrongEquality, slices.Concat(equal("A", "Z"), equal("Z", "Z")),
		`The last comparison is kept by its second token, so the next one with this token has its result.`,
		`Keep both tokens with the result, or keep nothing.`, func(m *model) {
			var last *piece
			kept, equal := false, m.Equal
			m.Equal = func(a, b *piece) bool {
				if last == nil || !equal(last, b) {
					kept = equal(a, b)
				}
				last = deepCopy(b)
				return kept
			}
		}, sureIn(Sequences)),
	fault("check-keeps-the-state", manyVerdicts, valid("-z", "+A"),
		`The validity check keeps the state of its last token, and rejects +A directly after -z.`,
		`Keep nothing between calls.`, func(m *model) {
			last, check := "", m.Valid
			m.Valid = func(token string) bool {
				before := last
				last = token
				return check(token) && !(before == "-z" && token == "+A")
			}
		}, sureIn(Sequences)),
	fault("ring-cache-of-40000", manyVerdicts, nil,
		`The parser caches 40,000 results in a ring, and keeps the index of an entry that it overwrites.`,
		`Delete the index of the overwritten entry, or compare the whole token with the entry.`, ringCache(40_000), sureIn(Sequences),
		witnessed(func() requests { return around(parse("K"), 40_000) })),
}

const callTheParser = `Call the parser from the validity check.`

// entryPoints are faults of one operation, where the others are correct.
var entryPoints = []func() Mutant{
	fault("check-takes-an-armenian-apostrophe", manyVerdicts.and(unanchored), valid("K\u055a"),
		`The validity check accepts the Armenian apostrophe U+055A as a derivation marker.`, callTheParser,
		checks(func(check checker, token string) bool { return check(strings.ReplaceAll(token, "\u055a", "'")) }), sureIn(Scalars)),
	fault("check-drops-brackets-around-a-sign", manyVerdicts.and(unanchored), valid("[+k]"),
		`The validity check drops brackets around a piece with a sign.`, callTheParser,
		checks(func(check checker, token string) bool {
			inner := strings.TrimSuffix(strings.TrimPrefix(token, "["), "]")
			return check(token) || len(inner) == len(token)-2 && strings.ContainsAny(inner, "+-") && check(inner)
		}), sureIn(Scalars)),
	fault("parser-drops-enclosing-marks", manyVerdicts.and(unanchored), parse("K\u20e3"),
		`The parser, but not the validity check, drops the keycap U+20E3 and other enclosing marks.`,
		`Validate the input unchanged in each operation.`, ofParseAlone(substitutes(`\p{Me}`, ``)), ofUnicode, sureIn(Scalars)),
	fault("parser-counts-modulo-1000", manyVerdicts.and(unanchored), parse("K"+strings.Repeat("^", 1000)),
		`The parser, but not the validity check, reads the length modulo 1,000.`,
		`Validate the input unchanged in each operation.`,
		ofParseAlone(reads(func(token string) string { return token[:len(token)%1000] })), sureIn(Lengths)),
}

// ofParseAlone returns the fault of the parser alone: valid and sweep stay correct.
func ofParseAlone(inject func(m *model)) func(m *model) {
	return func(m *model) {
		parse := m.parse
		m.Valid = func(token string) bool { return parse(token) != nil }
		m.sweep = func(tokens []string) []byte { return verdicts(parse, tokens) }
		inject(m)
	}
}

// sizes are faults of sweeps of one size.
var sizes = []func() Mutant{
	fault("sweep-of-exactly-300", manyVerdicts, sweepOf("K", 300),
		`The bulk check works in blocks of 300, and a sweep of exactly one block counts as rejected.`,
		`Test a full last block like the others.`, rejectingOf(300), sureIn(Sequences)),
	fault("sweep-of-exactly-129", manyVerdicts, sweepOf("K", 129),
		`Off by one: the second buffer of the bulk check begins too late, so exactly 129 strings count as rejected.`,
		`Use a list that grows by itself.`, rejectingOf(129), sureIn(Sequences)),
}

// rejectingOf returns the fault of rejecting all tokens of a sweep of n.
func rejectingOf(n int) func(m *model) {
	return sweeps(func(judge judge, tokens []string) []byte {
		if verdicts := judge(tokens); len(tokens) != n {
			return verdicts
		}
		return slices.Repeat([]byte{conformance.VerdictNo}, n)
	})
}
