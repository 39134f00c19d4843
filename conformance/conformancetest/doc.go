// Package conformancetest is the conformance suite as a test, for authors of EPIN
// libraries in Go.
//
//	func TestEPIN(t *testing.T) {
//		conformancetest.Run(t, conformancetest.Functions[acme.Piece]{
//			Parse:  acme.Parse,
//			String: acme.Piece.String,
//			Derive: acme.Piece.Derive,
//		}.New)
//	}
//
// [Functions] makes what is tested of the library's own functions; whoever wants to
// write it by hand implements [conformance.Implementation]. What is not given is not
// asked, and shows as skipped. [Fuzz] is the same for `go test -fuzz`.
//
// The library is called in the process of the test. A panic is a crash of the library,
// which fails the requirement that it breaks; the test goes on. A call that does not
// return is given up after some time (see [Timeout]): Go cannot end it, so it runs on
// beside the test. What ends a Go program without a panic (an endless recursion, two
// goroutines that write to one map, os.Exit) ends the test: the command `epin certify`,
// which asks a process of its own, says what it was.
package conformancetest
