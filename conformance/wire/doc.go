// Package wire is the adapter protocol, version 1: how the runner talks to an
// implementation that is another program, in any language.
//
// [Command] starts such a program as a [conformance.Implementation]; [Serve] makes
// any Implementation such a program. The rest of this comment is the contract of
// the two sides. PROTOCOL.md beside it is the same contract for people who do not
// read Go; [Schemas] holds a JSON Schema for every message.
//
// The program is called the adapter: a few lines around somebody's library. It
// reads requests on standard input and writes responses on standard output.
// Version 1 does not change. What is added later is optional, announced in hello,
// and ignored by an adapter that does not know it.
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
// # Framing
//
// UTF-8, one JSON object a line. Each line ends with LF (an adapter may write CR
// LF); there are no empty lines, no byte order mark, nothing behind the object. The
// runner sends nothing after hello until hello is answered; from then on it sends
// further requests before earlier ones are answered. An adapter that buffers its
// output flushes when it has no further line to read at once.
//
// A line is at most [MaxLine] long, a token at most [MaxToken].
//
// Keys are case-sensitive. A key that stands twice in the message, or in
// implementation, makes the line no response. Unknown keys are ignored on both
// sides, whatever JSON they hold, nested up to [MaxDepth] deep. The value of a known
// key is never null. Strings may use any escape that JSON has, \u0000 and surrogate
// pairs among them; the runner never sends a lone surrogate.
//
// An id is an integer from 0 to [MaxID], written as one, never used twice in the
// life of an adapter process. The adapter gives it back as the integer it was, and
// assumes nothing else about it: the runner's ids grow in steps of at least 2 that
// cannot be guessed, so that an answer nobody asked for is known as one.
//
// # Tokens
//
// A token is a string of bytes. A request carries exactly one of
//
//	"token": "K^'"   the token, where its bytes are valid UTF-8
//	"hex": "4bff"    its bytes in lower-case hexadecimal, where they are not
//
// hex is sent only to an adapter whose hello said "bytes": true, which hands the
// library the exact bytes.
//
// # hello
//
// Always the first request.
//
//	{"id":0,"op":"hello","protocol":1,"edition":"1.0.0"}
//	{"id":0,"protocol":1,"implementation":{"name":"acme-epin","version":"2.1.0","language":"python 3.11"},"ops":["parse","valid","apply","equal","sweep"],"methods":["native","derive"],"bytes":true}
//
// The answer holds
//
//	protocol             the version spoken, 1; required
//	implementation.name  the library's name, not empty; required
//	implementation.version, .language, .homepage
//	                     for the report; empty when absent
//	ops                  the operations offered, at least one of parse, valid,
//	                     sweep among them; ["parse"] when absent; unknown names
//	                     are ignored
//	methods              the transformations that apply offers; [] when absent
//	bytes                hex tokens can be handed to the library; false when absent
//
// edition is "1.0.0" (with the terminal marker) or "1.0.0-initial" (without). A
// library with one grammar ignores it, and is judged by the edition asked for all
// the same. A library with both switches. One that cannot do the edition answers
//
//	{"id":0,"protocol":1,"implementation":{"name":"acme-epin"},"unsupported":true}
//
// # parse
//
// What the library's parser says of a token.
//
//	{"id":70123,"op":"parse","token":"+K^'"}
//	{"id":70123,"valid":true,"token":"+K^'","pin":"+K^","native":false,"derived":true,"name":"K","side":"first","state":"enhanced","terminal":true}
//
//	{"id":139871,"op":"parse","token":"K''"}
//	{"id":139871,"valid":false,"error":"multiple derivation markers"}
//
// valid is required. Every other key is something that the library offers, read off
// the parsed value: token (the string form that the library gives back, never a
// copy of the request), pin (the PIN token without the derivation marker), native
// and derived (booleans), name ("A" to "Z"), side ("first", "second"), state
// ("normal", "enhanced", "diminished"), terminal (a boolean). What the library does
// not offer is left out; what is there has to be right. error is free text for
// people, never judged.
//
// # valid
//
// What the library's yes-or-no check says, where it has one beside its parser.
//
//	{"id":270002,"op":"valid","token":"K^'"}
//	{"id":270002,"valid":true}
//
// # apply
//
// Transformations, on one parsed value: the first method is applied to it, the
// second to the result, and so on. tokens[i] is the string form of the result of
// methods[i]; original is that of the first parsed value, read again after all
// methods have run. methods may be empty; then tokens is, too. Where the library
// raises halfway, the whole answer is a crash.
//
//	{"id":331776,"op":"apply","token":"R","methods":["derive","derive","native"]}
//	{"id":331776,"valid":true,"tokens":["R'","R'","R"],"original":"R"}
//
//	{"id":461234,"op":"apply","token":"RR","methods":["derive"]}
//	{"id":461234,"valid":false}
//
// The methods are native, derive (Style status), flip (the other side), enhance,
// diminish, normalize (state), mark, unmark (terminal or not).
//
// # equal
//
// Whether the library holds two tokens equal, both valid tokens of the edition under
// test, as text; {"valid":false} where it rejects one of them.
//
//	{"id":530001,"op":"equal","token":"K","other":"K'"}
//	{"id":530001,"equal":false}
//
// # sweep
//
// Many yes-or-no checks in one request.
//
//	{"id":660001,"op":"sweep","hex":["4b","4b27","4b2727"]}
//	{"id":660001,"valid":"110"}
//
// One character a token, in order: 1 accepted, 0 rejected, ! the library crashed.
// Each token is judged exactly as parse would. To an adapter that said "bytes":
// true tokens come as hex, to any other as tokens, an array of strings; at most
// [conformance.MaxSweepTokens] of them, and at most [conformance.MaxSweepBytes]
// together. Each is guarded by itself: one that makes the library raise is a !, and
// the others are still answered. One that kills the process is found by asking for
// halves.
//
// # When the library misbehaves
//
//	{"id":790001,"crash":"ArgumentError: invalid byte sequence in UTF-8"}
//	{"id":850003,"unsupported":true}
//
// The first: the library raised something that is not its documented way to reject
// a token. It is never a rejection, and never a pass. The second: the library
// cannot be asked this, or the adapter does not know the operation or a method. It
// is never a pass either.
//
// # What makes an answer well formed
//
// Beside its id, an answer holds exactly one of: the key that its operation asks
// for (equal, or {"valid":false}, for equal; valid for the others), crash (a
// string), unsupported (true). An accepted apply also holds tokens, as many as there
// were methods, and original. Types are part of the form, values are not: a string
// that is not in its table, or that holds a lone surrogate, is an answer, and a
// wrong one. A sweep answer of another length, or with other characters, is not an
// answer.
//
// In edition 1.0.0-initial mark and unmark are not asked for, and terminal, where
// given, is false.
//
// # How the runner judges what happens on the wire
//
//  1. What an adapter does wrong as an adapter (framing, ids, counts, known keys of
//     the wrong type, lines that are no responses, answers that nobody asked for)
//     says nothing about the library: there is no verdict.
//  2. A wrong answer is a wrong answer: not conformant, and it stays so whatever
//     happens afterwards.
//  3. A death or a hang that comes back when one certain request is asked alone in a
//     fresh process, while others are answered, is the library's: not conformant.
//     One that no single request brings back gives no verdict, and neither does an
//     adapter that never answers anything but hello.
//  4. When every request was answered rightly and in time, what happens after the
//     end of standard input (another exit status, a signal, no exit at all, a child
//     that holds the pipes) changes nothing but a note in the report.
//
// The runner waits [DefaultHelloTimeout] for the answer to hello, and
// [DefaultTimeout] for the next complete answer while any is due: bytes that do not
// end a line are no progress. A late sweep is no hang: it is asked again in parts,
// and only a single token that is late by itself falls under rule 3. It ends the
// process tree [DefaultGrace] after the end of standard input. A whole run is
// bounded (30 minutes). All four can be set.
package wire

// Version is the version of the protocol.
const Version = 1
