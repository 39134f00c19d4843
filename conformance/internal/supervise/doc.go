// Package supervise runs an implementation under test that may exit or hang. It takes requests from package
// suite, sends them to sessions of package wire, and returns the responses. It restarts the process, finds
// the request that causes the exit or the hang, spreads requests over processes, and chooses the size of
// sweeps. It checks no response.
package supervise
