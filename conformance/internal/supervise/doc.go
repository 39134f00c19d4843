// Package supervise runs an implementation under test that may exit or hang. It restarts the
// process, finds the request that causes the exit or the hang, spreads requests over
// processes, and chooses the size of sweeps. It checks no response.
package supervise
