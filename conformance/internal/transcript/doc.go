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
// in the order in which that was seen, and at last Z and an [End] in JSON. A session is a
// process of the adapter; LINE is what went over its pipe. A second member of the file (RFC
// 1952 section 2.2) is one line: the SHA-256 digest of the bytes of the first member, in
// hexadecimal.
//
// [Read] refuses a file that is cut short or altered: each byte of the first member, the
// gzip header of the second, which is the one that [Writer] writes, and the digest; not how
// DEFLATE encodes the digest. Who writes a digest anew can alter everything: it is no
// signature.
//
// A [Transcript] gives the n-th response to a request that is made the n-th time, and the
// last one again after that; how sweeps are cut does not matter. It finds a request by the
// line that package wire writes for it: a line that differs is never asked for. A request
// that killed or hung a process, alone, does so again where no response to it comes next.
// A request that was never made is not tested or, where the run was cut short, ends the
// new run too.
package transcript
