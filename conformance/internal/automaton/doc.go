// Package automaton decides about languages of byte strings by finite automata:
// the language of EPIN, and those of implementations of it.
//
// EPIN is a regular language, and a tiny one. Its minimal automaton over bytes
// has 6 states ([Current]; that of the first edition, [Initial], has 5). So
// questions that other test suites can only sample have exact answers here:
//
//   - whether a string is a token, by one look-up a byte ([DFA.Accepts],
//     [DFA.Step]). The automata are made from the grammar, not from the regular
//     expression, and so are an oracle beside it;
//   - whether two languages are the same, and which is the shortest string that
//     shows that they are not ([Equal], [ShortestDifference], [Difference]);
//   - what a language looks like: as a table, a figure ([DFA.Table], [DFA.DOT],
//     [DFA.SVG]) or a regular expression ([DFA.Expression]);
//   - which finitely many strings an implementation has to judge rightly so that
//     it judges all strings rightly ([DFA.Suite]);
//   - what an implementation that is wrong does accept, found by asking it
//     ([Learn]).
//
// # What a complete suite proves, and on what condition
//
// If the verdict of an implementation is that of some finite automaton over
// bytes, each of whose states is reached by a word of the state cover followed
// by at most k bytes, then an implementation that passes the suite for k extra
// states agrees with the specification on all strings, of whatever length.
//
// Passing means the same for every automaton with at most k states more than the
// minimal automaton of the language. The condition above is wider: with k=1 the
// implementation's automaton may have more than 1,500 states.
//
// The condition is about the implementation, and the suite cannot check it.
// What breaks it: a verdict that depends on more than the bytes of the string
// (memory of earlier calls, time, concurrency), and states that are farther off:
// one long token that is treated apart, a counter of the length that overflows,
// a decoder that takes several bytes for one character. A suite for k covers
// those faults only that lie within k bytes of the cover. The other layers of
// the conformance suite are for the rest.
//
// [DFA.ClassSuite] asks one byte of each class only. Its condition is narrower:
// besides, the implementation must treat the bytes of a class alike. Most real
// faults are in just that.
//
// Only the verdict on a whole string is observed. Hence the empty word is in
// the characterising set and in every identifier, and no word may be left out
// because it is the beginning of another: that another word was accepted says
// nothing about its beginnings.
//
// # Sizes
//
// For edition 1.0.0 the state cover is ε, +, a, a^, a', ^; the characterising
// set ε, ', ^, a, +a; the identifiers, in the order of the cover, are ε +a;
// ε a +a; ε ^; ε ' ^; ε '; ε a. For 1.0.0-initial the cover is ε, +, a, a', ',
// the characterising set ε, ', a, +a, the identifiers ε +a; ε a +a; ε '; ε ';
// ε a.
//
//	words                      k=0    k=1      k=2
//	1.0.0                      3,069  785,512  201,064,757
//	1.0.0, one of each class   56     282      1,406
//	1.0.0-initial              2,558  654,593  167,575,809
//	initial, one of each class 37     149      597
//
// # What is learned, and on what condition
//
// [Learn] asks a library about words, some 3,000 for one that is nearly right,
// and returns the minimal automaton of what it accepts. It is exact where it was
// looked at, and no further: what is learned is what the words asked have shown.
// A fault that no word asked comes upon is not in it, so that it is as good as
// the source of counterexamples. One that asks all words of the suite of the
// hypothesis for k extra states makes the theorem above hold, on its condition,
// with the hypothesis in place of the specification.
// Read an expression that was learned as "on everything that was tried, it did
// just as this would", and not as the library's own expression.
//
// The library must give the same verdict on a word whenever it is asked. One
// with a memory is found out only when a counterexample is none
// ([UnstableError]), or where its automaton grows beyond the limit ([ErrStates]).
// Nor has every library an automaton that can be shown: one that keeps the length
// in a byte has hundreds of states.
//
// # Sources
//
// The suite is the Wp method: T. S. Chow, "Testing software design modeled by
// finite-state machines", IEEE Transactions on Software Engineering, 1978 (the W
// method); S. Fujiwara and others, "Test selection based on finite state
// models", the same, 1991 (Wp). That passing it means so much, for every
// automaton whose states are that near to the state cover, is due to
// F. Vaandrager and I. Melse, "New fault domains for conformance testing of
// finite state machines", CONCUR 2025, arXiv 2410.19405; it does not hold of
// every method that is complete for k extra states.
//
// That a language can be learned from words and counterexamples is due to
// D. Angluin, "Learning regular sets from queries and counterexamples",
// Information and Computation, 1987. Learn keeps a tree as M. Kearns and
// U. Vazirani do, "An Introduction to Computational Learning Theory", 1994,
// searches counterexamples as R. Rivest and R. Schapire do, "Inference of finite
// automata using homing sequences", Information and Computation, 1993, and takes
// from M. Isberner, F. Howar and B. Steffen, "The TTT algorithm: a
// redundancy-free approach to active automata learning", Runtime Verification,
// 2014, that long counterexamples must not leave long words in the tree, and that
// the tree itself shows where a hypothesis is wrong.
package automaton
