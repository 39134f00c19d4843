// Package certificate turns a report into a statement that others can verify: an in-toto
// Statement with the predicate test-result, v0.1, signed in a DSSE envelope.
//
// A [Statement] holds the results from which its claim follows: those of each requirement
// and of each part of the suite, and the claims about recognition. So [Statement.Check] can
// derive the verdict again. Every statement of a run can be written and signed. It is a
// certificate of conformance if [Statement.Certifies] returns nil. The README of this folder
// explains what a certificate claims, and what it does not.
//
// The statement is decoded strictly, and has one byte form: [Open] rejects any other than
// that of [Sign]. This is why the package has its own types. The protobuf types of
// github.com/in-toto/attestation have no stable byte form, and ignore unknown fields. The
// tests compare this package with them, and with the envelopes of
// github.com/secure-systems-lab/go-securesystemslib.
package certificate
