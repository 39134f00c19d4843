package law

import (
	"strconv"

	"github.com/epin-conformance/harness/conformance"
)

// nativeOrDerived checks EPIN §7.2: the two accessors read one flag.
func nativeOrDerived(q *Inquiry, token string) {
	resp, ok := q.premise(parse(token))
	if !ok || !resp.Native.Offered || !resp.Derived.Offered {
		return
	}
	q.judge(resp.Native.Value != resp.Derived.Value,
		"either native or derived",
		"native "+strconv.FormatBool(resp.Native.Value)+", derived "+strconv.FormatBool(resp.Derived.Value))
}

// pinSuperset checks EPIN §3: every valid PIN token is a valid EPIN token with native Style
// status. It also checks §9.3: the accessor returns a valid PIN token.
func pinSuperset(q *Inquiry, token string) {
	resp, ok := q.premise(parse(token))
	if !ok || !resp.PIN.Offered {
		return
	}
	pin := resp.PIN.Value
	if pin != token {
		if resp, ok = q.answered(parse(pin)); !ok {
			return
		}
	}
	subject := "the PIN token " + shown(pin) + " "
	q.judge(resp.Outcome == conformance.Accepted, subject+"accepted", subject+resp.Outcome.String())
	if resp.Native.Offered {
		q.judge(resp.Native.Value, subject+"native", subject+"not native")
	}
	if resp.Derived.Offered {
		q.judge(!resp.Derived.Value, subject+"not derived", subject+"derived")
	}
	if resp.PIN.Offered {
		q.judge(resp.PIN.Value == pin, subject+"as its own PIN token", subject+"with the PIN token "+shown(resp.PIN.Value))
	}
}
