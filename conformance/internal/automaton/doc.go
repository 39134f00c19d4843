// Package automaton answers questions about languages of byte strings with finite automata.
// The languages are EPIN and those that implementations of it accept.
//
// The language of EPIN is regular and small. Its minimal automaton over bytes has 6 states
// ([Current]); that of the first edition has 5 ([Tokens]). So these questions, which other
// test suites can only sample, have exact answers:
//
//   - whether a string is a valid token, with one look-up for each byte ([DFA.Accepts],
//     [DFA.Step]). The automata come from the grammar, not from the regular expression, so
//     they are an independent oracle;
//   - whether two languages are equal, and the shortest counterexample if not ([Equal],
//     [ShortestDifference], [Without]);
//   - what a language looks like: as a table, a figure ([DFA.Table], [DFA.SVG]) or a regular
//     expression ([DFA.Expression]);
//   - which finite test suite is enough for all strings ([DFA.Suite]);
//   - which language an implementation accepts, learned by testing it ([Learn]).
//
// The README of this folder states what a k-complete suite and a learned automaton guarantee, and
// under which assumption. proof/Complete.v has the proof, which Coq checks. The README also lists the
// sets, the sizes of the suites, the number of words that learning needs, and the literature.
package automaton
