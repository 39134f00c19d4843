//go:build !unix

package started

import "os"

func kill(p *os.Process) { _ = p.Kill() } // or it has ended
