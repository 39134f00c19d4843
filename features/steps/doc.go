// Package steps reads the features and runs them under godog. It has the sentences that
// a feature may use: a closed vocabulary for what an implementation is asked, and another
// for what this module's packages epin, epin/pin and epin/style are, which has no way to
// an implementation. README.md of package features says what each sentence means.
//
// A step adds expectations to its scenario. [Compile] returns them for package features,
// and [Run] performs their requests step by step, for people who want to watch.
//
// Everything that could make a run look better than it was is an error: no
// scenario, a sentence that is not of the vocabulary or could mean two things, a
// tag that is not known, a feature without an edition, a scenario that names no
// requirement or checks nothing.
package steps
