package result

import (
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
)

// Declined is what an implementation offered and did not answer: requests to which it
// returned Unsupported, and attributes that it returned for some valid tokens only
// (PROTOCOL.md, "When the library misbehaves"). The zero value is nothing. A sweep is one
// request; how many there are depends on how fast the implementation answers.
type Declined struct {
	Validity   int                `json:"validity"`             // requests of parse, valid and sweep
	Values     int                `json:"values"`               // requests of apply and equal
	First      string             `json:"first,omitempty"`      // the simplest one of the part in which the first was declined, such as `parse "A"`
	Announce   string             `json:"announce,omitempty"`   // how hello announces the limit that all of them share, such as `"nul": false`; empty where no single entry does
	Attributes []PartialAttribute `json:"attributes,omitempty"` // in the order of the response to parse
}

// PartialAttribute is an attribute that parse returned for some valid tokens only.
type PartialAttribute struct {
	Key     string `json:"key"`     // of the response
	Given   string `json:"given"`   // the simplest token with it, quoted in ASCII
	Missing string `json:"missing"` // the simplest token without it, likewise
}

// Requests returns the number of requests that were declined; 0 for nil.
func (d *Declined) Requests() int {
	if d == nil {
		return 0
	}
	return d.Validity + d.Values
}

// Any reports whether anything was declined; false for nil.
func (d *Declined) Any() bool { return d.Requests() > 0 || d != nil && len(d.Attributes) > 0 }

// What returns what was declined, as a clause without its subject; empty for nothing.
func (d *Declined) What() string {
	var parts []string
	if n := d.Requests(); n > 0 {
		text := fmt.Sprintf("declined %s that it offers", number.Counted(n, "request"))
		if d.First != "" {
			text += ", the first of them " + d.First
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

// Sentence returns what was declined, and what the author of the adapter can do about it;
// empty for nothing.
func (d *Declined) Sentence() string {
	if !d.Any() {
		return ""
	}
	text := "It " + d.What() + "."
	switch {
	case d.Requests() == 0:
	case d.Announce != "":
		text += " If the library cannot be asked this, announce it in hello: " + d.Announce + "."
	default:
		text += " No single entry of hello announces this: hand such input to the library, or leave out of ops and methods what it does not offer."
	}
	if len(d.Attributes) > 0 {
		text += " Return an attribute for every valid token, or for none."
	}
	return text
}
