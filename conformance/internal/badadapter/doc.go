// Package badadapter tests all code that starts an adapter with adapters that misbehave, each
// in one way: sessions of package wire, the conversations of package adaptercheck, and runs of
// the suite. It has tests only.
//
// An adapter can exit, hang, write without end, return incorrect responses, write lines that
// are not responses, or leave children behind. The rules at the end of the protocol (package
// wire) determine the result. The code under test has to use bounded time and memory, print
// safe text, and leave no process and no goroutine. Each kind of misbehaviour is one row of a
// table: the program, and the expected result of each user. The table also has unusual but
// correct programs, which must pass.
//
// The test binary is also the adapter, and each child process that an adapter starts.
package badadapter
