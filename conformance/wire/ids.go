package wire

import "math/rand/v2"

// The id of the n-th request is n·2¹⁶ and a number from 0 to 2¹⁶−2 that follows
// from n and the seed. So ids grow in steps of at least 2 that cannot be guessed,
// and an id that comes back says by itself whether it was ever sent: nothing has
// to be remembered.
const (
	idNoiseBits = 16
	idNoises    = 1<<idNoiseBits - 1
	maxRequests = MaxID >> idNoiseBits
)

// ids makes the ids of one session. Request 0 is hello, whose id is 0.
type ids struct{ seed1, seed2 uint64 }

// id returns the id of request n, which is not beyond maxRequests.
func (g ids) id(n int64) int64 {
	if n == 0 {
		return 0
	}
	var p rand.PCG
	p.Seed(g.seed1, g.seed2^uint64(n))
	return n<<idNoiseBits | int64(p.Uint64()%idNoises)
}

// request returns the number of the request that id belongs to, and whether id is
// the one of that request.
func (g ids) request(id int64) (n int64, ok bool) {
	n = id >> idNoiseBits
	return n, g.id(n) == id
}
