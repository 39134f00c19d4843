// Package badadapter holds programs that misbehave, each in one way, and tests with them
// whatever starts an adapter: sessions of package wire, the conversations of package
// adaptercheck, runs of the suite, and the command. It has tests only.
//
// An adapter may do anything that a program can: die, hang, flood, lie, write what is no
// response, leave children behind. What its users have to make of that follows from the rules
// at the end of the protocol (package wire), in bounded time and memory, in text that a
// terminal can show, with no process and no goroutine left. Each kind of misbehaviour is one
// row of a table: the program, and what each user makes of it. Beside them stand programs that
// are odd and correct, which must pass.
//
// The test binary plays every part: it is started as the adapter, and, for a run of the suite,
// as a runner of its own, so that memory and goroutines are those of one kind alone.
package badadapter
