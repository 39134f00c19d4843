package mutant

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// lookup are faults of recognition by lookup instead of a regular expression: tables, hashes,
// trees.
var lookup = []func() Mutant{
	// Tables.
	fault("table-token-missing", rejects, parse("-w'"),
		`The token -w' is missing from a hand-written table.`,
		`Generate the table, or match a pattern.`, rejecting(is("-w'"))),
	fault("table-token-too-many", unanchored, parse("-B8"),
		`A hand-written table has a wrong entry, -B8.`,
		`Generate the table, or match a pattern.`, accepting(is("-B8")), sureIn(Neighbours)),
	fault("table-with-a-zero", rejects, parse("-O"),
		`A hand-written table has -0, with a zero, instead of -O, with the letter.`,
		`Generate the table, or match a pattern.`, takesFor("-O", "-0", "-0", "-O")),
	fault("search-misses-the-first", rejects, parse("+A"),
		`Off by one: the binary search never tests the first entry of the table.`,
		`Use the binary search of the standard library.`, rejecting(is("+A"))),
	fault("search-misses-the-last", rejects, sweep("z'", "z^'"),
		`Off by one: the binary search never tests the last entry of the table.`,
		`Use the binary search of the standard library.`, func(m *model) {
			tokens := tokensOf(m.edition)
			rejecting(is(tokens[len(tokens)-1]))(m)
		}),
	fault("search-in-another-order", rejects, sweep("Q", "q"),
		`The table is sorted without regard to case, but searched in byte order.`,
		`Sort and search in the same order.`, func(m *model) {
			table := tokensOf(m.edition)
			slices.SortStableFunc(table, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
			rejecting(func(token string) bool {
				_, found := slices.BinarySearch(table, token)
				return !found
			})(m)
		}),
	fault("names-of-every-object", unanchored, parse("constructor"),
		`The table is an object, so inherited names such as constructor are found in it.`,
		`Use a map or a set.`,
		accepting(is("constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString",
			"valueOf", "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__")), sureIn(Chance),
		in("javascript", `Use a Map, a Set or Object.hasOwn.`)),
	// Trees.
	fault("prefix-accepted", ofNothing, sweep("", "+"),
		`The prefix tree does not mark where a token ends, so prefixes of tokens are accepted.`,
		`Mark the nodes at which a token ends.`, accepting(is("", "+", "-"))),
	fault("sign-below-a-token", unanchored, parse("w'-Q"),
		`In a trie of tokens, the node of w' has a wrong edge for - to the sign's node.`,
		`Let no two nodes of the tree share a child.`, substitutes(`(?s)\Aw'(-.*)`, `$1`), sureIn(Complete)),
	fault("branch-starts-over", unanchored.onlyCurrent(), parse("-X^|K"),
		`A generated recogniser has a branch for each letter; in that of X, | leads back to the start.`,
		`Generate one branch for all letters, or match an expression.`, substitutes(`\A-X\^\|`, ``), sureIn(Complete)),
	// Keys that are not unique.
	fault("equal-hash-enough", unanchored, parse("JF"),
		`Tokens are compared by their hash (Java's String.hashCode) only, so JF equals K'.`,
		`Compare the strings if the hashes are equal.`, knownBy(javaHash),
		in("java", `Call equals if the hash codes are equal, or use a HashMap.`)),
	fault("equal-hash-of-32-bits-enough", unanchored, parse("piece-bejomba"),
		`Tokens are compared by a 32-bit hash (FNV-1a) only, so a collision is accepted.`,
		`Compare the strings if the hashes are equal.`, knownBy(func(token string) string {
			hash := fnv.New32a()
			_, _ = hash.Write([]byte(token)) // never fails
			return string(hash.Sum(nil))
		}), sureIn(Chance)),
	fault("perfect-hash-unverified", accepts, parse("+?'"),
		`Tokens are compared by length, first byte and last byte only (a perfect hash).`,
		`Compare the input with the token that has its hash.`, knownBy(func(token string) string {
			if token == "" {
				return token
			}
			return fmt.Sprint(len(token), token[0], token[len(token)-1])
		}),
		in("c", `Call the lookup function that gperf generates, not its hash function alone.`)),
	fault("xor-for-a-hash", accepts, parse("'K"),
		`Tokens are compared by length and XOR of their bytes, which ignores the order.`,
		`Compare the strings if the hashes are equal.`, knownBy(func(token string) string {
			var hash byte
			for i := range len(token) {
				hash ^= token[i]
			}
			return fmt.Sprint(len(token), hash)
		})),
}

// knownBy returns the fault of accepting every string with the key of a token, as that
// token. If several tokens have the same key, the first stands for the invalid strings;
// valid tokens are parsed correctly.
func knownBy(key func(token string) string) func(m *model) {
	return func(m *model) {
		known := map[string]string{}
		for _, token := range slices.Backward(tokensOf(m.edition)) {
			known[key(token)] = token
		}
		parse := m.parse
		m.parse = func(token string) *piece { return cmp.Or(parse(token), parse(known[key(token)])) }
	}
}

// javaHash returns the hash code of a Java string with the bytes of a token as characters.
func javaHash(token string) string {
	var hash uint32
	for i := range len(token) {
		hash = 31*hash + uint32(token[i])
	}
	return string(binary.BigEndian.AppendUint32(nil, hash))
}
