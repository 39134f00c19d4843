// Package certificate makes of a report a statement that others can check: an in-toto
// Statement with the predicate test-result, v0.1, signed in a DSSE envelope.
//
// A [Statement] holds the results that its claim follows from (what came of each
// requirement and of each part of the suite, and what was shown of recognition), so that
// [Statement.Check] can derive the verdict again. Every statement of a run can be
// written and signed; a certificate of conformance is one for which
// [Statement.Certifies] returns nil. What one claims, and what it does not, says the
// README of this folder.
//
// The statement is decoded strictly, and has one byte form: what is not written as
// [Sign] writes it is not verified. That is why its types are of this package. The
// protobuf types of github.com/in-toto/attestation have no byte form that lasts, and
// ignore what they do not know; they, and the envelopes of
// github.com/secure-systems-lab/go-securesystemslib, are what the tests hold this
// package against.
package certificate
