package diagnosis

import "github.com/epin-conformance/harness/conformance"

// Wrong reports whether the record has an incorrect response to a request.
func (r *Record) Wrong(req conformance.Request) bool { return r.wrong[keyOf(req)] != nil }

// Full reports whether the record dropped incorrect responses.
func (r *Record) Full() bool { return r.dropped > 0 }
