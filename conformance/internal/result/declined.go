package result

import (
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
)

// Declined counts the requests that an implementation offers and declined with Unsupported. It
// also lists the attributes that it returned for some valid tokens only (PROTOCOL.md, "When
// the library misbehaves"). The zero value means that nothing was declined. A sweep is one
// request; the number of sweeps depends on the speed of the implementation.
type Declined struct {
	Validity int    `json:"validity"`        // requests of parse, valid and sweep
	Values   int    `json:"values"`          // requests of apply and equal
	First    string `json:"first,omitempty"` // the simplest one in the part with the first one, such as `parse "A"`
	// Announce is the entry of hello that announces the limit of all of them, such as
	// `"nul": false`. It is empty if no single entry does.
	Announce   string             `json:"announce,omitempty"`
	Attributes []PartialAttribute `json:"attributes,omitempty"` // in the order of the response to parse
}

// PartialAttribute is an attribute that parse returned for some valid tokens only.
type PartialAttribute struct {
	Key     string `json:"key"`     // the key in the response
	Given   string `json:"given"`   // the simplest token with it, quoted in ASCII
	Missing string `json:"missing"` // the simplest token without it, quoted in ASCII
}

// Requests returns the number of declined requests; 0 for nil.
func (d *Declined) Requests() int {
	if d == nil {
		return 0
	}
	return d.Validity + d.Values
}

// Any reports whether there is a declined request or a partial attribute; false for nil.
func (d *Declined) Any() bool { return d.Requests() > 0 || d != nil && len(d.Attributes) > 0 }

// What returns a clause about what was declined, without its subject; empty for nothing.
func (d *Declined) What() string {
	var parts []string
	if n := d.Requests(); n > 0 {
		text := "declined " + number.Counted(n, "offered request")
		if d.First != "" {
			text += ", such as " + d.First
		}
		parts = append(parts, text)
	}
	if d != nil {
		for _, a := range d.Attributes {
			parts = append(parts, fmt.Sprintf("returned %s for %s and not for %s", a.Key, a.Given, a.Missing))
		}
	}
	return strings.Join(parts, "; ")
}

// Sentence returns sentences about what was declined, and the next step for the author of the
// adapter; empty for nothing.
func (d *Declined) Sentence() string {
	if !d.Any() {
		return ""
	}
	text := "It " + d.What() + "."
	switch {
	case d.Requests() == 0:
	case d.Announce != "":
		text += " If the library cannot do this, announce it in hello: " + d.Announce + "."
	default:
		text += " No single entry of hello announces this: pass such input to the library, or omit from ops and methods what it does not offer."
	}
	if len(d.Attributes) > 0 {
		text += " Return an attribute for every valid token, or for none."
	}
	return text
}
