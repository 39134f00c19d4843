package mutant

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"
	"sort"
	"strings"
)

// lookup are faults of recognition by look-up instead of an expression: tables, hashes,
// trees.
var lookup = []fault{{
	// Tables.
	name: "table-token-missing", fails: rejects, witness: requests{parse("-w'")},
	bug:    `All tokens stand in a table that was typed by hand, and one was forgotten.`,
	fix:    `Generate the table, or match an expression.`,
	inject: rejecting(func(token string) bool { return token == "-w'" }),
}, {
	name: "table-token-too-many", layer: Neighbours, fails: unanchored, witness: requests{parse("-B8")},
	bug:    `All tokens stand in a table that was typed by hand, and in one of them an 8 stands beside the B.`,
	fix:    `Generate the table, or match an expression.`,
	inject: accepting(func(token string) bool { return token == "-B8" }),
}, {
	name: "table-with-a-zero", fails: rejects, witness: requests{parse("-O")},
	bug:    `All tokens stand in a table that was typed by hand, and in one of them a zero stands for the letter O.`,
	fix:    `Generate the table, or match an expression.`,
	inject: takesFor("-O", "-0", "-0", "-O"),
}, {
	name: "search-misses-the-first", fails: rejects, witness: requests{parse("+A")},
	bug:    `The binary search in the sorted table ends one place too early, and never looks at the first.`,
	fix:    `Use the search of the language's library.`,
	inject: rejecting(func(token string) bool { return token == "+A" }),
}, {
	name: "search-misses-the-last", fails: rejects, witness: requests{sweep("z'", "z^'")},
	bug: `The binary search in the sorted table takes the last index for the length, and never looks at the last.`,
	fix: `Use the search of the language's library.`,
	inject: func(m *model) {
		tokens := tokensOf(m.edition)
		last := tokens[len(tokens)-1]
		rejecting(func(token string) bool { return token == last })(m)
	},
}, {
	name: "search-in-another-order", fails: rejects, witness: requests{sweep("Q", "q")},
	bug: `The table is sorted without regard to case, and searched by the order of bytes.`,
	fix: `Sort and search by the same order.`,
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
	bug: `The table is an object that also has what every object has, so that a name like constructor is found in it.`,
	fix: `Use a map or a set.`,
	in:  fixes{"javascript": `Use a Map or a Set, Object.hasOwn, or an object made by Object.create(null).`},
	inject: accepting(func(token string) bool {
		return slices.Contains([]string{
			"constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
			"toString", "valueOf", "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
		}, token)
	}),
}, {
	// Trees.
	name: "prefix-accepted", fails: accepts.and(current("epin/9.4/empty")), witness: requests{sweep("", "+")},
	bug:    `The tokens stand in a tree of their prefixes, and where a prefix ends is not told from where a token does.`,
	fix:    `Mark the nodes at which a token ends.`,
	inject: accepting(func(token string) bool { return token == "" || token == "+" || token == "-" }),
}, {
	name: "sign-below-a-token", layer: Complete, fails: unanchored, witness: requests{parse("w'-Q")},
	bug:    `The tokens stand in a tree, and below the node of w' the node of the minus hangs a second time.`,
	fix:    `Let no two nodes of the tree share a child.`,
	inject: restartsBehind("w'", "-"),
}, {
	name: "branch-starts-over", layer: Complete, fails: current("epin/6/anchoring", "epin/9.1/reject"), witness: requests{parse("-X^|K")},
	bug:    `A generated recogniser has a branch for each letter, and in that of X a vertical bar leads back to the start.`,
	fix:    `Generate one branch for all letters, or match an expression.`,
	inject: restartsBehind("-X^|", ""),
}, {
	// Keys that are not unique.
	name: "equal-hash-enough", fails: unanchored, witness: requests{parse("JF")},
	bug:    `A token is known by the hash that Java's strings have, and not compared, so that JF passes for K'.`,
	fix:    `Compare the strings where the hashes are equal.`,
	in:     fixes{"java": `Call equals after hashCode, or let a switch over strings or a HashMap do both.`},
	inject: knownBy(javaHash),
}, {
	name: "equal-hash-of-32-bits-enough", layer: Chance, fails: unanchored,
	witness: requests{parse("piece-bejomba")},
	bug:     `A token is known by a good hash of 32 bits, FNV-1a, and not compared, because a collision is thought impossible.`,
	fix:     `Compare the strings where the hashes are equal.`,
	inject: knownBy(func(token string) string {
		hash := fnv.New32a()
		_, _ = hash.Write([]byte(token)) // never fails
		return string(hash.Sum(nil))
	}),
}, {
	name: "perfect-hash-unverified", fails: accepts, witness: requests{parse("+?'")},
	bug: `A perfect hash of length, first and last byte tells all tokens apart, but does not tell invalid strings from them.`,
	fix: `Compare the input with the token that has its hash.`,
	in:  fixes{"c": `Call the function that gperf generates for looking up, which compares, rather than its hash alone.`},
	inject: knownBy(func(token string) string {
		if token == "" {
			return token
		}
		return fmt.Sprint(len(token), token[0], token[len(token)-1])
	}),
}, {
	name: "xor-for-a-hash", fails: accepts, witness: requests{parse("'K")},
	bug: `The bytes are combined by exclusive or, which knows no order, and tokens that it does not tell apart share an entry.`,
	fix: `Compare the strings where the hashes are equal.`,
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
