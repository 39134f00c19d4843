package wire

import "time"

// Limits of the protocol.
const (
	// MaxLine is the longest line in either direction, in bytes, without the line ending.
	MaxLine = 16 << 20
	// MaxDepth is the maximal nesting depth of the value of an unknown key.
	MaxDepth = 200
	// MaxText bounds each string that is kept of a response and compared, in bytes. Valid
	// tokens are far shorter. See [DecodeResponse].
	MaxText = 1 << 10
	// MaxID is the largest id: a double holds integers up to it exactly.
	MaxID = 1<<53 - 1
)

// Default durations of a [Command].
const (
	DefaultHelloTimeout = 30 * time.Second
	DefaultTimeout      = 10 * time.Second
	DefaultGrace        = 2 * time.Second
)
