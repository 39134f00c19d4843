// Package conformancetest runs the conformance suite as a Go test, for authors of libraries for EPIN, PIN,
// SIN or QPI in Go. Package suite makes the requests, the library responds in the same process, and findings
// are errors of the test.
//
//	func TestEPIN(t *testing.T) {
//		conformancetest.Run(t, conformancetest.Functions[acme.Piece]{
//			Parse:   acme.Parse,
//			String:  acme.Piece.String,
//			Methods: map[string]func(acme.Piece) acme.Piece{"derive": acme.Piece.Derive},
//		}.New)
//	}
//
// The option [Edition] selects PIN, or another edition. [Functions] adapts the functions of a
// library. Alternatively, implement
// [conformance.Implementation] directly. The suite does not test functions that are not
// given, and skips their requirements. [Fuzz] is the same for `go test -fuzz`.
//
// The suite calls the library in the process of the test. A panic is a crash of the library: it fails
// the violated requirement, and the test continues. A call that does not return, infinite recursion,
// concurrent map writes and os.Exit end the whole test: the first when `go test -timeout 1m` ends it,
// with a stack that names the call. The command `epin certify` runs the library in another process,
// and reports these too.
package conformancetest
