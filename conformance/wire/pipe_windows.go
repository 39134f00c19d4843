package wire

import "os"

// writeNow writes nothing: a write to a pipe can wait here.
func writeNow(*os.File, []byte) (n int) { return 0 }
