// Package features holds the tables of the EPIN documents as Gherkin features,
// and asks a [conformance.Implementation] what they say.
//
// A row of a feature carries the row of the document, with the document's own
// columns and words; columns in lower case are ours, and hold what is asked. The
// sentences that a feature may use are a closed [Vocabulary]. README.md says how to
// read the features.
//
// What no implementation can be asked, such as the style of a piece in a match, stands
// in scenarios of another kind, [Scenario.Library]. [RunLibrary] asks them of this
// module's packages epin, epin/pin and epin/style, in a [LibraryVocabulary] that has no
// way to an implementation; [Run] leaves them out.
//
// [Tables] lists the tables that have to be here, and [Missing] what of them is not.
//
// Everything that could make a run look better than it was is an error: no
// scenario, a sentence that is not of the vocabulary or could mean two things, a
// tag that is not known, a feature without an edition, a scenario that names no
// requirement or checks nothing.
package features
