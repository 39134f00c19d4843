// Package wire implements the adapter protocol, version 1. It takes requests from package supervise, writes
// them to another program, in any language, and returns the responses that it reads.
//
// The program is called the adapter: a few lines around the library under test. It reads
// requests on standard input and writes responses on standard output, one JSON object per
// line. PROTOCOL.md, beside this file, is the contract: framing, every message, the rules
// for well-formed responses, and the verdict for each failure. The folder schema has a JSON
// Schema for every message.
//
//	{"id":0,"op":"hello","protocol":1,"edition":"1.0.0"}
//	{"id":0,"protocol":1,"implementation":{"name":"acme-epin"},"ops":["parse","sweep"],"bytes":true}
//	{"id":70123,"op":"parse","token":"+K^'"}
//	{"id":70123,"valid":true,"token":"+K^'","pin":"+K^","native":false,"derived":true}
//
// [Serve] makes any [conformance.Implementation] an adapter. [Command.Open] starts an adapter
// and returns it as an Implementation, a [Session]. [Command.Start] starts a [Process] for callers
// that send and read the bytes themselves. [Program] wraps a program that does not know the
// protocol, and starts it once for each token. The functions DecodeX and AppendX read and
// write single messages.
//
// # Errors
//
// A [*conformance.Failure] reports what an adapter did wrong. Its Kind tells which: for example, the
// program exited, hung or broke the protocol. A [*FormError] with a Fault reports a malformed
// line. Callers match these codes; the texts are for people.
package wire

// Version is the version of the protocol.
const Version = 1

// Limits of the protocol.
const (
	// MaxLine is the longest line in either direction, in bytes, without the line ending.
	MaxLine = 16 << 20
	// MaxDepth is the maximal nesting depth of the value of an unknown key.
	MaxDepth = 200
	// MaxText bounds each string that is kept of a response and compared, in bytes. Valid
	// tokens are far shorter. See [DecodeResponse].
	MaxText = 1 << 10
	// MaxID is the largest id: a double holds integers up to it exactly.
	MaxID = 1<<53 - 1
)
