package wire

import "math/rand/v2"

// The id of the n-th request is n·2¹⁶ plus a number from 0 to 2¹⁶−2 that depends on n and
// the session. So ids grow in steps of at least 2 that an adapter cannot guess. The id of a
// response alone shows whether it was ever sent, without a table of ids.
const (
	idNoiseBits = 16
	idNoises    = 1<<idNoiseBits - 1
	maxRequests = MaxID >> idNoiseBits
)

// ids makes the ids of one session. Request 0 is hello, whose id is 0.
type ids struct{ seed1, seed2 uint64 }

func newIDs() ids { return ids{rand.Uint64(), rand.Uint64()} }

// id returns the id of request n, which is at most maxRequests.
func (g ids) id(n int64) int64 {
	if n == 0 {
		return 0
	}
	var p rand.PCG
	p.Seed(g.seed1, g.seed2^uint64(n))
	return n<<idNoiseBits | int64(p.Uint64()%idNoises)
}
