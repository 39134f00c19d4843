// Package steps parses the features and runs them with godog. README.md of package features explains
// each sentence. The vocabulary is closed.
//
// A step adds expectations to its scenario. [Compile] returns them for package features,
// and [Run] performs their requests step by step. Only tests use this package; they compare its
// results with those of [features.Run], which the suite and the command use. The steps of scenarios
// with @library test this module's packages epin, epin/pin and epin/style instead.
//
// Everything that could hide a missing test is an error: no scenario, an undefined or
// ambiguous sentence, an unknown tag, a feature without an edition, a scenario without a
// requirement or a check.
package steps
