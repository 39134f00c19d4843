// Package diagnosis compares the wrong answers of a library with what each named
// mutant of package mutant would have answered, and names those that explain them.
//
// # What is compared
//
// A [Record] is what a run keeps: the answers that were wrong, by question, and which
// questions were answered without saying anything. Every other question that was
// asked was answered rightly, so the run has to yield the questions alone, and not
// millions of answers. A question is one request, and one of OpSweep stands for its
// Token alone.
//
// A mutant that answers a question otherwise than the library did contradicts it,
// with one exception: where it answers rightly and the library wrongly, the wrong
// answer may come from something else. What the library does not offer is not
// compared, nor are the texts of rejections and crashes. A crash is a crash.
//
//   - A mutant that nothing contradicts and that gives every wrong answer explains
//     them all. There may be several of them: on what was asked they are alike.
//   - Where there is none, two mutants that nothing contradicts may give every wrong
//     answer between them: two bugs. Two bugs that meet in one answer, so that it is
//     neither one's nor the other's, are not found.
//   - Where there are no such two, mutants that nothing contradicts and that give some
//     of the wrong answers, at least half of them between them, are reported as
//     explaining so many.
//
// Of several explanations the more specific comes first: the one that answers fewer of
// the witnesses of all mutants wrongly. Mutants that were alike on everything that was
// asked are named together, at most [MostGuesses] of them, with how many there are.
//
// Where there are very many wrong answers, a mutant that gives a part of them is looked
// for among some of them: small parts can go unnoticed. What is named is held against
// every answer all the same.
//
// Nothing else is reported, and often nothing is: the library has a bug that is on
// nobody's list, or several that meet.
//
// # What it does not promise
//
// An explanation is a guess. It answers as the library does wherever the library was
// asked, and the library may still have another bug that shows in the same way.
//
// Only the questions of the layers that compare with an oracle are looked at. A
// mutant that remembers, whose answers depend on what was asked before, and one that
// is wrong about sweeps of several tokens only, are not compared; a library that gave
// one question two answers ([Diagnosis.Unstable]) is not diagnosed at all. A second
// answer that the record was not told of, since it was right, is not noticed.
//
// A record holds [MostKept] bytes of wrong answers. Where there are more, the result
// holds for the run as far as the first of those that were not kept, and
// [Diagnosis.Dropped] says that there are others.
package diagnosis
