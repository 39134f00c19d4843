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
//   - whether two languages are equal, and the shortest counterexamples if not ([Equal], [Without]);
//   - what a language looks like: as a table, a figure ([DFA.Table], [DFA.SVG]) or a regular
//     expression ([DFA.Expression]);
//   - which finite test suite is enough for all strings ([DFA.Suite]);
//   - which language an implementation accepts, learned by testing it ([Learn]).
//
// Tests observe only the verdict on a whole string. So the characterising set contains the empty word, and a
// suite keeps a word that is a prefix of another. README.md states the guarantees of suites and of learned
// automata with their assumption, and proof/Complete.v proves them. It also lists the sets, the sizes of the
// suites, the number of words that learning needs, and the literature.
package automaton
