// Package supervise keeps an implementation under test at work that dies or hangs: it starts
// it again, finds the request that is to blame, shares requests between processes, and chooses
// the size of sweeps. It judges no response.
package supervise
