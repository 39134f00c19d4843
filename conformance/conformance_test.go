package conformance_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// TestReferenceResponses tests requests that the corpus does not have: its tests compare all vectors
// with the reference. The attributes are those of the last token.
func TestReferenceResponses(t *testing.T) {
	apply := func(token string, methods ...conformance.Method) conformance.Request {
		return conformance.Request{Op: conformance.OpApply, Token: token, Methods: methods}
	}
	for _, test := range []struct {
		name    string
		edition *notation.Edition
		req     conformance.Request
		want    conformance.Response
	}{
		{"attributes of the last result", notation.EPIN, apply("R", conformance.Flip, conformance.Enhance, conformance.Mark),
			conformance.Response{Outcome: conformance.Accepted, Original: "R", Tokens: []string{"r", "+r", "+r^"}}},
		{"methods before", notation.EPIN, apply("R", conformance.Flip.Before(), conformance.Derive),
			conformance.Response{Outcome: conformance.Accepted, Original: "R", Tokens: []string{"R'"}}},
		{"unread", notation.EPIN, apply("R", conformance.Unread, conformance.Flip, conformance.Derive),
			conformance.Response{Outcome: conformance.Accepted, Original: "R", Tokens: []string{"r'"}}},
		{"a method that the edition lacks", notation.EPINInitial, apply("R", conformance.Mark), conformance.Response{}},
		{"an unknown method", notation.EPIN, apply("R", "promote"), conformance.Response{}},
		{"an invalid token to compare", notation.EPIN, conformance.Request{Op: conformance.OpEqual, Token: "K", Other: "KK"},
			conformance.Response{Outcome: conformance.Rejected}},
		{"sweep", notation.EPIN, conformance.Request{Op: conformance.OpSweep, Tokens: []string{"K", "K''", "\xff", "+k^'"}},
			conformance.Response{Outcome: conformance.Swept, Verdicts: "1001"}},
		{"unknown operation", notation.EPIN, conformance.Request{Op: "promote", Token: "K"}, conformance.Response{}},
	} {
		for _, token := range test.want.Tokens {
			fields, _ := test.edition.Parse(token)
			test.want.Attributes = test.edition.Values(fields)
		}
		got, err := conformance.Reference(test.edition).Do(context.Background(), test.req)
		if err != nil || !got.Equal(test.want) {
			t.Errorf("%s: error %v, response (- want, + got):\n%s", test.name, err, cmp.Diff(test.want, got))
		}
	}
}

// TestResponseEqual changes one field after the other.
func TestResponseEqual(t *testing.T) {
	ignored := []string{"Error", "Crash", "CrashKind", "NotSent"}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[conformance.Response]()) {
		var base, other conformance.Response
		changed := reflect.ValueOf(&other).Elem().FieldByIndex(field.Index)
		switch {
		case changed.Kind() == reflect.Array: // attributes
			changed.Index(3).FieldByName("Kind").SetUint(1)
		case changed.Kind() == reflect.Slice:
			changed.Set(reflect.MakeSlice(changed.Type(), 1, 1))
		case changed.Kind() == reflect.String:
			changed.SetString("K")
		case changed.Kind() == reflect.Bool:
			changed.SetBool(true)
		default:
			changed.SetUint(1)
		}
		if want := slices.Contains(ignored, field.Name); base.Equal(other) != want || other.Equal(base) != want {
			t.Errorf("with another %s, Equal is %t", field.Name, base.Equal(other))
		}
	}
}

func TestDescribe(t *testing.T) {
	type undescribed struct{ conformance.Implementation }
	for _, e := range notation.All() {
		d := conformance.Describe(undescribed{conformance.Reference(e)}, e)
		if !slices.Equal(d.Bytes, conformance.Ops()) || !slices.Equal(d.Ops, conformance.Ops()) || !slices.Equal(d.Methods, conformance.MethodsOf(e)) {
			t.Errorf("an implementation without a description offers %v in edition %s", d, e)
		}
	}
}

// TestDoAllStops tests that DoAll draws no request after answer returns false. The tests of package
// features cover indexes and errors.
func TestDoAllStops(t *testing.T) {
	drawn := 0
	requests := func(yield func(conformance.Request) bool) {
		for drawn < 9 && yield(conformance.Request{Op: conformance.OpValid}) {
			drawn++
		}
	}
	err := conformance.DoAll(t.Context(), conformance.Reference(notation.EPIN), requests, func(x conformance.Exchange) bool { return x.Index < 1 })
	if err != nil || drawn != 1 {
		t.Errorf("error %v, %d requests were drawn, want 1", err, drawn)
	}
}
