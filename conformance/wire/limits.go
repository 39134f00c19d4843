package wire

import (
	"time"

	"github.com/epin-conformance/harness/conformance"
)

// Limits of the protocol.
const (
	// MaxLine is the longest line in either direction, in bytes, the line ending
	// not counted.
	MaxLine = 16 << 20
	// MaxToken is the longest token, in bytes.
	MaxToken = conformance.MaxTokenBytes
	// MaxDepth is how deep the value of an unknown key may be nested.
	MaxDepth = 200
	// MaxText is how much is kept of a string in a response that is compared, in bytes:
	// valid tokens are far shorter. See [DecodeResponse].
	MaxText = 1 << 10
	// MaxID is the largest id: what a double holds exactly.
	MaxID = 1<<53 - 1
)

// Default durations of a [Command].
const (
	DefaultHelloTimeout = 30 * time.Second
	DefaultTimeout      = 10 * time.Second
	DefaultGrace        = 2 * time.Second
)
