// Package automaton decides questions about languages of byte strings by finite automata:
// the language of EPIN, and those of implementations of it.
//
// The language of EPIN is regular and small: its minimal automaton over bytes has 6 states
// ([Current]; that of the first edition, [Initial], has 5). So questions that other test
// suites can only sample have exact answers:
//
//   - whether a string is a valid token, by one look-up a byte ([DFA.Accepts], [DFA.Step]).
//     The automata are made from the grammar, not from the regular expression, and so are
//     an independent oracle;
//   - whether two languages are equal, and the shortest counterexample if not ([Equal],
//     [ShortestDifference], [Without]);
//   - what a language looks like: as a table, a figure ([DFA.Table], [DFA.SVG]) or a regular
//     expression ([DFA.Expression]);
//   - which finite test suite is enough for all strings ([DFA.Suite]);
//   - which language an implementation accepts, learned by testing it ([Learn]).
//
// # What a k-complete suite guarantees
//
// Assume that the verdict of an implementation is that of a finite automaton over bytes,
// each of whose states is reached by a word of the state cover followed by at most k bytes.
// If the implementation passes the suite for k extra states, it agrees with the
// specification on all strings, of any length. This fault domain includes every automaton
// with at most k states more than the minimal one, and many larger ones: with k=1 some of
// more than 1,500 states.
//
// No suite can check the assumption. It does not hold if the verdict depends on more than
// the bytes of the string (earlier calls, time, concurrency), or if states are farther away:
// one long token that is treated specially, a counter of the length that overflows, a
// decoder of characters of several bytes. The other layers of the conformance suite are for
// these faults.
//
// [DFA.ClassSuite] has one byte of each class only. It assumes besides that the
// implementation treats the bytes of a class alike.
//
// Only the verdict on a whole string is observed. Hence the empty word is in the
// characterising set and in every identifier, and the suite keeps a word that is a prefix of
// another: the verdict on the other says nothing about it.
//
// # What a learned automaton guarantees
//
// [Learn] is exact on the words that it tested. If the source of counterexamples tests the
// suite of the hypothesis for k extra states, the theorem above holds with the hypothesis in
// place of the specification. The implementation must give the same verdict on a word every
// time, and its automaton must be small: one that counts the length in a byte has hundreds of
// states.
//
// The README of this folder has the sets, the sizes of the suites, the number of words that
// learning takes, and the sources in the literature.
package automaton
