// Package wire is the adapter protocol, version 1: how the runner talks to an
// implementation that is another program, in any language.
//
// The program is called the adapter: a few lines around somebody's library. It reads
// requests on standard input and writes responses on standard output, one JSON object a
// line. PROTOCOL.md, beside this file, is the contract: framing, every message, what makes
// a response well formed, and how the runner judges what happens. [Schemas] holds a JSON
// Schema for every message. Version 1 does not change. What is added later is optional,
// announced in hello, and ignored by an adapter that does not know it.
//
//	{"id":0,"op":"hello","protocol":1,"edition":"1.0.0"}
//	{"id":0,"protocol":1,"implementation":{"name":"acme-epin"},"ops":["parse","sweep"],"bytes":true}
//	{"id":70123,"op":"parse","token":"+K^'"}
//	{"id":70123,"valid":true,"token":"+K^'","pin":"+K^","native":false,"derived":true}
//
// [Serve] makes any [conformance.Implementation] an adapter. [Command] starts an adapter as
// an Implementation, a [Session]; [Command.StartRaw] starts one for those who send and read
// bytes themselves. [Program] is a library behind a program without the protocol, which is
// started once for each token. The functions DecodeX and AppendX read and write single
// messages.
//
// # The three rules for an adapter
//
//  1. Answer every request exactly once, with its id. The order is free.
//  2. Write nothing but responses on standard output. Standard error is the
//     adapter's own: its end is shown beside a failure, and never judged.
//  3. Never answer for the library. Call it, and report what it did.
//
// When standard input ends, exit with status 0.
//
// # Limits and times
//
// A line is at most [MaxLine] long, a token at most [MaxToken], an id at most [MaxID]. The
// value of an unknown key is nested at most [MaxDepth] deep.
//
// A Session waits [DefaultHelloTimeout] for the answer to hello, and [DefaultTimeout] for
// the next complete answer while any is due: bytes that do not end a line are no progress.
// It ends the process tree [DefaultGrace] after the end of standard input.
//
// # Errors
//
// What an adapter does wrong is a [*Failure], whose Kind says what it was: the program died
// or hung, or it broke the protocol. A line that is not what the protocol asks for is a
// [*FormError] with a Fault. Callers match these codes; texts are for people.
package wire

// Version is the version of the protocol.
const Version = 1
