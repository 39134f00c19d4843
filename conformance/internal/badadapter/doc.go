// Package badadapter holds programs that misbehave, each in one way, and runs the suite
// against every one of them. It has tests only.
//
// A stranger's adapter may do anything a program can: die, hang, flood, lie, write
// what is no answer, leave children behind. What the runner then has to say follows
// from the rules at the end of the protocol (package wire), and it has to say it in
// bounded time and memory, in text that a terminal can show, with no process and no
// goroutine left. Each kind of misbehaviour is data: what it does, the program, and
// what the runner has to say of it. Beside them stand programs that are odd and
// right, which must pass.
//
// The test binary plays every part. The test starts it again as a runner for each
// kind, so that memory and goroutines are that kind's alone, and the runner starts it
// again as the adapter.
package badadapter
