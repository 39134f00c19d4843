// Package steps parses the features and runs them with godog. It defines the sentences of
// features in two closed vocabularies. One is for scenarios that test an implementation. The
// other is for scenarios that test this module's packages epin, epin/pin and epin/style, and
// cannot reach an implementation. README.md of package features explains each sentence.
//
// A step adds expectations to its scenario. [Compile] returns them for package features,
// and [Run] performs their requests step by step. Only tests use this package; they compare its
// results with those of [features.Run], which the suite and the command use.
//
// Everything that could hide a missing test is an error: no scenario, an undefined or
// ambiguous sentence, an unknown tag, a feature without an edition, a scenario without a
// requirement or a check.
package steps
