// Package diagnosis finds likely causes of failures: for each group of findings, a known bug
// that returns the same incorrect responses.
//
// # What is compared
//
// A [Record] keeps the incorrect responses of a run, by request, and the requests that were
// not supported. All other responses were correct, so the run has to yield only its requests,
// and not millions of responses. A request of OpSweep has its one token in Token.
//
// [Record.Diagnose] first looks for a total failure, such as a library that accepts every
// string. The groups that it explains get no other cause.
//
// For the other groups it compares the library with each mutant of package mutant. A response
// contradicts a mutant that returns another one, with five exceptions:
//
//   - Only the mutant is correct: the incorrect response may have another cause.
//   - The request has an invalid string: of its response only acceptance, rejection or crash is
//     compared, because values of an invalid string cannot be correct. Texts of errors and
//     crashes are never compared.
//   - The mutant depends on the version of Unicode, and the token has a character that Unicode
//     6.2 does not have.
//   - The library crashes on an invalid string that the mutant accepts: the crash may come after
//     the incorrect check.
//   - The library rejected every tested string with malformed UTF-8: it may check the encoding
//     before it gets to the bug.
//
// Values that the library does not offer are not compared.
//
// A mutant without contradictions in the whole run is a likely cause of a group if it returns at
// least four fifths of the group's incorrect responses. The mutant that explains most of the
// group comes first, then the one that explains most of the run, then the most specific one:
// that with the fewest incorrect responses to the witnesses of all mutants. A group has at most
// two causes, and only two that explain the same responses: no compared request distinguishes
// them.
//
// # Limits
//
// A likely cause is not a proof: the library can have another bug with the same symptoms. Often
// there is no cause, because no mutant has the bug, or because two bugs change one response.
//
// Diagnose compares only requests of the layers with an oracle. It does not try mutants whose
// responses depend on history, nor those that are incorrect only for sweeps of several tokens. A
// non-deterministic library, which gave two responses to one request, has no causes. Diagnose
// does not notice a second, correct response that the run did not add to the record.
//
// A record holds [MostKept] bytes of incorrect responses. If there are more, Diagnose compares
// the run up to the first response that was dropped.
package diagnosis
