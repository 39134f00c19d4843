package features

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/cucumber/godog"

	"github.com/epin-conformance/harness/conformance"
)

// wrongAnswer is the error of a step whose request was answered wrongly.
type wrongAnswer struct{ what, wanted, got string }

func (w *wrongAnswer) Error() string {
	return conformance.Visible(fmt.Sprintf("%s: wanted %+q, got %+q", w.what, w.wanted, w.got), "")
}

// notOffered is the error of a step that asks what the implementation does not
// offer. godog skips the scenario for it.
type notOffered struct{ what string }

func (n *notOffered) Error() string { return n.what + " is not offered" }
func (n *notOffered) Unwrap() error { return godog.ErrSkip }

func isNotOffered(err error) bool {
	var n *notOffered
	return errors.As(err, &n)
}

// ask asks one thing that has to have a certain outcome. what says it in words.
func (a *attempt) ask(ctx context.Context, what string, wanted conformance.Outcome, req conformance.Request) (conformance.Response, error) {
	a.request = req
	resp, err := a.run.impl.Do(ctx, req)
	a.response = resp
	switch {
	case err != nil:
		return conformance.Response{}, err
	case resp.Outcome == conformance.Unsupported:
		if a.declined == nil && a.run.offers.Answers(req) {
			a.declined = &req
		}
		return conformance.Response{}, &notOffered{string(req.Op)}
	case resp.Outcome == conformance.Crashed:
		return conformance.Response{}, &wrongAnswer{what, wanted.String(), "crashed: " + resp.Crash}
	case resp.Outcome != wanted:
		return conformance.Response{}, &wrongAnswer{what, wanted.String(), resp.Outcome.String()}
	}
	return resp, nil
}

// judge asks whether a token is one, in every way of asking for a single token that is
// offered. A library that has only a bulk check is asked by that.
func (a *attempt) judge(ctx context.Context, token string, wanted conformance.Outcome) error {
	asked := false
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid} {
		switch _, err := a.ask(ctx, fmt.Sprintf("%s %+q", op, token), wanted, conformance.Request{Op: op, Token: token}); {
		case err == nil:
			asked = true
		case !isNotOffered(err):
			return err
		}
	}
	if asked {
		return nil
	}
	if !a.run.offers.Takes(token) {
		return &notOffered{fmt.Sprintf("input such as %+q", token)}
	}
	return a.judgeBySweep(ctx, token, wanted)
}

func (a *attempt) judgeBySweep(ctx context.Context, token string, wanted conformance.Outcome) error {
	what := fmt.Sprintf("sweep %+q", token)
	resp, err := a.ask(ctx, what, conformance.Swept, conformance.Request{Op: conformance.OpSweep, Tokens: []string{token}})
	if isNotOffered(err) || err == nil && resp.Verdicts == string(rune(conformance.VerdictNone)) {
		return &notOffered{"a verdict"}
	}
	if err != nil {
		return err
	}
	got, known := verdicts[resp.Verdicts]
	if !known {
		got = resp.Verdicts
	}
	return compare(what, wanted.String(), got)
}

// verdicts are the answers to a sweep of one token, in words.
var verdicts = map[string]string{
	string(rune(conformance.VerdictYes)):   conformance.Accepted.String(),
	string(rune(conformance.VerdictNo)):    conformance.Rejected.String(),
	string(rune(conformance.VerdictCrash)): conformance.Crashed.String(),
}

// read asks for one thing that the parsed value of a token offers.
func (a *attempt) read(ctx context.Context, token, attribute, wanted string, from reader) error {
	resp, err := a.ask(ctx, fmt.Sprintf("parse %+q", token), conformance.Accepted, conformance.Request{Op: conformance.OpParse, Token: token})
	if err != nil {
		return err
	}
	got := from(resp)
	if !got.Offered {
		return &notOffered{fmt.Sprintf("the %s of %+q", attribute, token)}
	}
	return compare(fmt.Sprintf("the %s of %+q", attribute, token), wanted, got.Value)
}

// apply asks for the methods named so far, of which there have to be some. An answer
// without an error has a result for each.
func (a *attempt) apply(ctx context.Context, atLeast int) (what string, resp conformance.Response, err error) {
	if len(a.tokens) != 1 || len(a.methods) < atLeast {
		return "", resp, fmt.Errorf("name one token before it, and what is applied to it (at least %d)", atLeast)
	}
	what = fmt.Sprintf("%+q", a.tokens[0])
	for _, m := range a.methods {
		what += " " + string(m)
	}
	resp, err = a.ask(ctx, what, conformance.Accepted, conformance.Request{Op: conformance.OpApply, Token: a.tokens[0], Methods: a.methods})
	if err != nil {
		return "", resp, err
	}
	return what, resp, compare("the number of results of "+what, strconv.Itoa(len(a.methods)), strconv.Itoa(len(resp.Tokens)))
}

// compare returns a wrongAnswer unless got is what was wanted.
func compare(what, wanted, got string) error {
	if got != wanted {
		return &wrongAnswer{what, wanted, got}
	}
	return nil
}
