// Package automaton answers questions about languages of byte strings with finite automata.
// The languages are those of the editions of package notation, and those that implementations accept.
//
// The language of an edition is regular and small. Its minimal automaton over bytes ([Of]) has 6
// states for EPIN 1.0.0, and 4 or 5 for the other editions. So these questions, which other
// test suites can only sample, have exact answers:
//
//   - whether a string is a valid token, with one look-up for each byte ([DFA.Accepts],
//     [DFA.Step]). The automata come from the fields of a row, not from the regular expression, so
//     they are an independent oracle;
//   - whether two languages are equal, and the shortest counterexample if not ([Equal],
//     [ShortestDifference], [Without]);
//   - what a language looks like: as a table, a figure ([DFA.Table], [DFA.SVG]) or a regular
//     expression ([DFA.Expression]);
//   - which finite test suite is enough for all strings ([DFA.Suite]);
//   - which language an implementation accepts, learned by testing it ([Learn]).
//
// # What a k-complete suite guarantees
//
// Assumption: a finite automaton over bytes gives the verdicts of the implementation. An access
// word of the suite reaches each of its states. The access words are the words of the state
// cover followed by at most k bytes; with [DFA.PrefixSuite], also all prefixes of valid tokens.
//
// Guarantee: an implementation that passes the suite for k extra states agrees with the
// specification on all strings, of any length. This fault domain includes every automaton
// with at most k states more than the minimal one, and many larger ones: with k=1 and the
// prefixes of tokens, some of 2,054 states. proof/Complete.v has the proof, which Coq checks.
//
// No suite can check the assumption. It does not hold if the verdict depends on more than
// the bytes of the string (earlier calls, time, concurrency), or if states are farther away.
// Examples are a long string with special treatment, a length counter that overflows, and a
// decoder of multi-byte characters. Other layers of the conformance suite test for these.
//
// [DFA.ClassSuite] has only one byte of each class. It also assumes that the implementation
// treats the bytes of a class alike.
//
// Tests observe only the verdict on a whole string. So the characterising set contains the
// empty word. The suite keeps a word that is a prefix of another, because each verdict holds
// for one word only.
//
// # What a learned automaton guarantees
//
// The result of [Learn] is exact on the words that it tested. If the source of
// counterexamples tests the suite of the hypothesis for k extra states, the guarantee above
// holds with the hypothesis in place of the specification. The implementation must always
// give the same verdict on a word. Its automaton must be small: one that counts the length
// in a byte has hundreds of states.
//
// The README of this folder lists the sets, the sizes of the suites, the number of words that
// learning needs, and the literature.
package automaton
