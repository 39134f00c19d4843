// Package steps parses the features and runs them with godog. README.md of package features explains
// each sentence. The vocabulary is closed.
//
// A step adds expectations to its scenario, which [Compile] returns for package features, and checks
// them on the reference implementation. The steps of scenarios with @library test this module's
// packages epin, epin/pin and epin/style instead. Only tests use this package: the suite and the command
// run the compiled scenarios, see [features.Run].
//
// Everything that could hide a missing test is an error: no scenario, an undefined or
// ambiguous sentence, an unknown tag, a feature without an edition, a scenario without a
// requirement or a check.
package steps
