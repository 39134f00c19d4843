// Package automaton answers questions about languages of byte strings with finite automata. The languages are
// those of the editions of package notation, and those that implementations accept. Package suite takes the
// strings of its layer complete from it, and learns and compares languages with it.
//
// The automata of editions ([Of]) come from the fields of a row, not from the regular expression, so they
// are an independent oracle. README.md states the guarantees of suites and of learned automata with their
// assumption, and proof/Complete.v proves them. It also lists the sets, the sizes of the suites, the number
// of words that learning needs, and the literature.
package automaton
