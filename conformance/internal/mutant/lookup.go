package mutant

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"
	"sort"
	"strings"
)

// lookup are faults of recognition by lookup instead of a regular expression: tables, hashes,
// trees.
var lookup = []fault{{
	// Tables.
	name: "table-token-missing", fails: rejects, witness: requests{parse("-w'")},
	bug:    `The token -w' is missing from a hand-written table.`,
	fix:    `Generate the table, or match a pattern.`,
	inject: rejecting(func(token string) bool { return token == "-w'" }),
}, {
	name: "table-token-too-many", layer: Neighbours, fails: unanchored, witness: requests{parse("-B8")},
	bug:    `A hand-written table has a wrong entry, -B8.`,
	fix:    `Generate the table, or match a pattern.`,
	inject: accepting(func(token string) bool { return token == "-B8" }),
}, {
	name: "table-with-a-zero", fails: rejects, witness: requests{parse("-O")},
	bug:    `A hand-written table has -0, with a zero, instead of -O, with the letter.`,
	fix:    `Generate the table, or match a pattern.`,
	inject: takesFor("-O", "-0", "-0", "-O"),
}, {
	name: "search-misses-the-first", fails: rejects, witness: requests{parse("+A")},
	bug:    `Off by one: the binary search never tests the first entry of the table.`,
	fix:    `Use the binary search of the standard library.`,
	inject: rejecting(func(token string) bool { return token == "+A" }),
}, {
	name: "search-misses-the-last", fails: rejects, witness: requests{sweep("z'", "z^'")},
	bug: `Off by one: the binary search never tests the last entry of the table.`,
	fix: `Use the binary search of the standard library.`,
	inject: func(m *model) {
		tokens := tokensOf(m.edition)
		last := tokens[len(tokens)-1]
		rejecting(func(token string) bool { return token == last })(m)
	},
}, {
	name: "search-in-another-order", fails: rejects, witness: requests{sweep("Q", "q")},
	bug: `The table is sorted without regard to case, but searched in byte order.`,
	fix: `Sort and search in the same order.`,
	inject: func(m *model) {
		table := tokensOf(m.edition)
		slices.SortStableFunc(table, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
		rejecting(func(token string) bool {
			i := sort.SearchStrings(table, token)
			return i == len(table) || table[i] != token
		})(m)
	},
}, {
	name: "names-of-every-object", layer: Chance, fails: unanchored, witness: requests{parse("constructor")},
	bug: `The table is an object, so inherited names such as constructor are found in it.`,
	fix: `Use a map or a set.`,
	in:  fixes{"javascript": `Use a Map, a Set or Object.hasOwn.`},
	inject: accepting(func(token string) bool {
		return slices.Contains([]string{
			"constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
			"toString", "valueOf", "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
		}, token)
	}),
}, {
	// Trees.
	name: "prefix-accepted", fails: accepts.and(current("epin/9.4/empty")), witness: requests{sweep("", "+")},
	bug:    `The prefix tree does not mark where a token ends, so prefixes of tokens are accepted.`,
	fix:    `Mark the nodes at which a token ends.`,
	inject: accepting(func(token string) bool { return token == "" || token == "+" || token == "-" }),
}, {
	name: "sign-below-a-token", layer: Complete, fails: unanchored, witness: requests{parse("w'-Q")},
	bug:    `In a trie of tokens, the node of w' has a wrong edge for - to the sign's node.`,
	fix:    `Let no two nodes of the tree share a child.`,
	inject: restartsBehind("w'", "-"),
}, {
	name: "branch-starts-over", layer: Complete, fails: current("epin/6/anchoring", "epin/9.1/reject"), witness: requests{parse("-X^|K")},
	bug:    `A generated recogniser has a branch for each letter; in that of X, | leads back to the start.`,
	fix:    `Generate one branch for all letters, or match an expression.`,
	inject: restartsBehind("-X^|", ""),
}, {
	// Keys that are not unique.
	name: "equal-hash-enough", fails: unanchored, witness: requests{parse("JF")},
	bug:    `Tokens are compared by their hash (Java's String.hashCode) only, so JF equals K'.`,
	fix:    `Compare the strings if the hashes are equal.`,
	in:     fixes{"java": `Call equals if the hash codes are equal, or use a HashMap.`},
	inject: knownBy(javaHash),
}, {
	name: "equal-hash-of-32-bits-enough", layer: Chance, fails: unanchored,
	witness: requests{parse("piece-bejomba")},
	bug:     `Tokens are compared by a 32-bit hash (FNV-1a) only, so a collision is accepted.`,
	fix:     `Compare the strings if the hashes are equal.`,
	inject: knownBy(func(token string) string {
		hash := fnv.New32a()
		_, _ = hash.Write([]byte(token)) // never fails
		return string(hash.Sum(nil))
	}),
}, {
	name: "perfect-hash-unverified", fails: accepts, witness: requests{parse("+?'")},
	bug: `Tokens are compared by length, first byte and last byte only (a perfect hash).`,
	fix: `Compare the input with the token that has its hash.`,
	in:  fixes{"c": `Call the lookup function that gperf generates, not its hash function alone.`},
	inject: knownBy(func(token string) string {
		if token == "" {
			return token
		}
		return fmt.Sprint(len(token), token[0], token[len(token)-1])
	}),
}, {
	name: "xor-for-a-hash", fails: accepts, witness: requests{parse("'K")},
	bug: `Tokens are compared by length and XOR of their bytes, which ignores the order.`,
	fix: `Compare the strings if the hashes are equal.`,
	inject: knownBy(func(token string) string {
		var hash byte
		for i := range len(token) {
			hash ^= token[i]
		}
		return fmt.Sprint(len(token), hash)
	}),
}}

// restartsBehind returns the fault of accepting a token that begins with start also behind one
// certain string.
func restartsBehind(before, start string) func(m *model) {
	return parses(func(parse parser, token string) (*piece, bool) {
		if rest, ok := strings.CutPrefix(token, before); ok && strings.HasPrefix(rest, start) {
			if p, ok := parse(rest); ok {
				return p, true
			}
		}
		return parse(token)
	})
}

// knownBy returns the fault of accepting every string with the key of a token, as that
// token. If several tokens have the same key, the first stands for the invalid strings;
// valid tokens are parsed correctly.
func knownBy(key func(token string) string) func(m *model) {
	return func(m *model) {
		known := map[string]string{}
		for _, token := range tokensOf(m.edition) {
			if _, ok := known[key(token)]; !ok {
				known[key(token)] = token
			}
		}
		parse := m.parse
		m.parse = func(token string) (*piece, bool) {
			if p, ok := parse(token); ok {
				return p, true
			}
			if of, ok := known[key(token)]; ok {
				return parse(of)
			}
			return nil, false
		}
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
