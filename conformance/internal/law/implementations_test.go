package law_test

import (
	"context"
	"errors"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// bent is the reference with changed responses.
type bent struct {
	edition epin.Edition
	bend    func(conformance.Request, conformance.Response) conformance.Response
}

func (b bent) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	resp, err := conformance.Reference(b.edition).Do(ctx, req)
	return b.bend(req, resp), err
}

// sparing is the reference, restricted to what its description offers. Other requests are
// errors.
type sparing struct {
	edition epin.Edition
	offers  conformance.Description
	sent    *[]conformance.Request
}

func (s sparing) Describe() conformance.Description { return s.offers }

func (s sparing) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	*s.sent = append(*s.sent, req)
	if !slices.Contains(s.offers.Ops, req.Op) {
		return conformance.Response{}, errors.New(string(req.Op) + " is not offered")
	}
	for _, m := range req.Methods {
		if !slices.Contains(s.offers.Methods, m) {
			return conformance.Response{}, errors.New(string(m) + " is not offered")
		}
	}
	return conformance.Reference(s.edition).Do(ctx, req)
}

var errGone = errors.New("the program is gone")

// dying is the reference, which fails after a number of requests.
type dying struct {
	edition epin.Edition
	left    int
}

func (d *dying) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if d.left == 0 {
		return conformance.Response{}, errGone
	}
	d.left--
	return conformance.Reference(d.edition).Do(ctx, req)
}
