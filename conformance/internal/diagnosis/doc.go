// Package diagnosis finds likely causes of failures: for each group of findings, a known bug that returns the
// same incorrect responses. Package suite gives it the requests and incorrect responses of a run, and puts
// the causes into the result.
//
// A [Record] keeps the incorrect responses of a run, by request, and the requests that were
// not supported. All other responses were correct, so the run has to yield only its requests,
// and not millions of responses. [Record.Diagnose] compares the library with each mutant of package
// mutant, part by part.
//
// README.md has the rules: which part contradicts a mutant, which mutant is a likely cause, and what a
// cause does not prove.
package diagnosis
