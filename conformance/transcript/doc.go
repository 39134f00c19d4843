// Package transcript keeps what goes over the pipes of a run, every request and every
// raw answer, and answers from it again, so that a verdict can be given anew without the
// library.
//
// A transcript is a gzip file of lines. The first is a [Header] in JSON. Then come
//
//	H N LINE     session N answered hello
//	Q N ID LINE  session N was sent a request
//	A N ID LINE  session N answered it
//	F N FAILURE  session N failed, in JSON
//
// in the order in which that was seen, and at last Z and an [End] in JSON. A second member
// of the file (RFC 1952 section 2.2) is one line: the SHA-256 digest of the bytes of the
// first one, in hexadecimal. What is cut short or altered is refused: each byte of the
// first member, the gzip header of the second, which is the one that [Writer] writes, and
// what the second says; not how DEFLATE encodes that. Who writes a digest anew can alter
// everything: it is no signature. A session is a process of the adapter; LINE is what went
// over its pipe.
//
// [Read] keeps answers by what was asked. Whoever asks the same again, in the same
// order, is given the same answers in their order; how sweeps are cut does not matter.
// A request that killed or hung a process, alone, does so again where no answer to it
// comes next. What was never asked is not exercised, or, where the run was cut short, the
// end of the new one too. Answers are given while the file is read, so they mean
// something only when [Transcript.Check] has found that it is whole.
package transcript
