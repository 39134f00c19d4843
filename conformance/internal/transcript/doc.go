// Package transcript records every request and every raw response of a run, and replays the
// responses. A replay gives the verdict again without the library.
//
// A transcript is a gzip file of lines. The first is a [Header] in JSON. Then come
//
//	H N LINE     session N answered hello
//	Q N ID LINE  session N got a request
//	A N ID LINE  session N answered it
//	F N FAILURE  session N failed, in JSON
//
// in the order of the events, Z and an [End] in JSON, and the SHA-256 digest of the lines before, in
// hexadecimal. A session is a process of the adapter; LINE is a line of its pipe.
//
// [Read] rejects a file that is truncated or altered, and says which. The digest is not a signature: an
// attacker can alter the file and compute a new one.
//
// For the n-th time that a request is made, a [Transcript] returns its n-th response, and
// the last one again after that. The size of sweeps does not matter. A request that alone made
// a process exit or hang does so again, after all its responses.
// A request that was never made is not tested. If the run was cut short, it ends the replay.
package transcript
