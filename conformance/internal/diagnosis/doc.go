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
// For the other groups it compares the library with each mutant of package mutant, part by part: the
// outcome, each attribute, the results of transformations up to the first incorrect one. A part
// contradicts a mutant that returns it incorrectly and otherwise, with these exceptions:
//
//   - The library is incorrect in this part, and the response is not of the group.
//   - Every verdict by OpParse, OpValid or OpSweep is correct, or every attribute of this kind by
//     OpApply: it may not use the code with the bug. The cause names an operation with verdicts.
//   - The library rejects a transformation in which the mutant crashes: adapters may do so for each error.
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
// Values that the library does not offer are not compared, and neither is what follows from another
// incorrect response.
//
// A mutant without contradictions is a likely cause of a group if it explains at least four fifths of
// the group's incorrect responses that were kept, if it explains at least half as many failed checks
// of the run as the group has, and if its verdicts agree with the learned language. The mutant that
// explains most of the group comes first, then the one that explains most of the run, then the most
// specific one: that with the fewest incorrect responses to the witnesses of all mutants. A group has
// at most two causes, and only two that explain the same responses: no compared request distinguishes
// them.
//
// # Limits
//
// A likely cause is not a proof: the library can have another bug with the same symptoms. Often
// there is no cause, because no mutant has the bug, or because two bugs change one part of
// a response.
//
// Diagnose compares only requests of the layers with an oracle. It does not try mutants whose
// responses depend on history, nor those that are incorrect only for sweeps of several tokens. A
// non-deterministic library, which gave two responses to one request, has no causes. Diagnose
// does not notice a second, correct response that the run did not add to the record.
//
// A record holds [MostKept] bytes of incorrect responses. If there are more, Diagnose compares
// the run up to the first response that was dropped.
package diagnosis
