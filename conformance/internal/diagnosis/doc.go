// Package diagnosis finds likely causes of failures: it compares the incorrect responses
// of a library with those of each mutant of package mutant, and returns the mutants that
// explain them.
//
// # What is compared
//
// A [Record] keeps the incorrect responses of a run, by request, and the requests that
// were not supported. The responses to all other requests were correct, so the run has
// to yield only its requests, and not millions of responses. A request of OpSweep has
// its one token in Token.
//
// A response of the library contradicts a mutant that returns another one, with one
// exception: if only the mutant is correct, the incorrect response may have another
// cause. Diagnose does not compare what the library does not offer, nor the texts of
// rejections and crashes: all crashes are equal.
//
//   - A mutant without contradictions that returns every incorrect response explains
//     all of them. Several mutants can do so, if no request distinguishes them.
//   - Otherwise two mutants without contradictions can return every incorrect response
//     between them: two bugs. Diagnose does not find two bugs that both change one
//     response.
//   - Otherwise it reports mutants without contradictions that return some of the
//     incorrect responses, with their number, if they return at least half of them
//     together.
//
// More specific explanations come first: those with fewer incorrect responses to the
// witnesses of all mutants. Mutants that no request distinguishes are reported together,
// at most [MostGuesses] of them, with their number.
//
// If there are very many incorrect responses, Diagnose searches for partial explanations
// in a sample, and can miss small parts. It still compares what it reports with every
// response.
//
// Often there is no explanation: no mutant has the bug of the library, or several bugs
// change the same responses.
//
// # Limits
//
// An explanation is a likely cause, not a proof. The mutant returns what the library
// returned to every request of the run. The library can still have another bug with the
// same symptoms.
//
// Diagnose uses only the requests of the layers that compare with an oracle. It does not
// try mutants whose responses depend on history, nor those that are incorrect only for
// sweeps of several tokens. It does not diagnose non-deterministic libraries, which gave
// two responses to one request ([Diagnosis.Unstable]). It does not notice a second,
// correct response that the run did not add to the record.
//
// A record holds [MostKept] bytes of incorrect responses. If there are more, the result
// holds for the run up to the first response that was dropped, and [Diagnosis.Dropped]
// counts the dropped ones.
package diagnosis
