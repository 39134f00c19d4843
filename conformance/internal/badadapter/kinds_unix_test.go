//go:build unix

package badadapter

import (
	"os"
	"syscall"

	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// kindsOfThisSystem leave children that a signal to the group does not reach.
func kindsOfThisSystem() []kind {
	return []kind{
		{
			name: "stops", does: "Each process answers 500 requests, and stops itself with a signal, so that no other signal but one reaches it.",
			program: diesAfter(func(*adapter, string) { _ = syscall.Kill(os.Getpid(), syscall.SIGSTOP) }),
			timeout: soon, grace: brief, verdict: suite.NoVerdict,
			says: `ompleted no answer within 0\.5 s \(--timeout\) while \d+ answers? (was|were) due`,
		},
		{
			name: "leaves a child out of reach", does: "It starts a child in a session of its own that holds its pipes, answers everything, and ends.",
			program: program{start: func(*adapter) { startChild("far sleeper", os.Stdout, os.Stderr, true) }}, grace: ample,
			verdict: suite.Conformant, says: nothingFailed, short: true,
			notes: []string{`^a process that could not be ended held the adapter's pipes; they were closed on it$`},
		},
		{
			name: "leaves a daemon out of reach", does: "It starts a child in a session of its own that holds none of its pipes, answers everything, and ends.",
			program: program{start: func(*adapter) { startChild("far sleeper", nil, nil, true) }},
			verdict: suite.Conformant, says: nothingFailed,
		},
		{
			name: "dies, and its child is out of reach", does: "Each process answers 500 requests, and ends; a child in a session of its own holds its standard output.",
			program: diesAfter(func(a *adapter, _ string) { startChild("far sleeper", os.Stdout, nil, true); a.exit(9) }), grace: brief,
			verdict: suite.NoVerdict,
			says:    `ended \(exit status 9\) while \d+ answers? (was|were) due, and something that it had started still holds its standard output`,
		},
	}
}
