package mutant

import "github.com/epin-conformance/harness/conformance"

// requests is the type of [Mutant.Witness].
type requests = []conformance.Request

func parse(token string) conformance.Request {
	return conformance.Request{Op: conformance.OpParse, Token: token}
}

func valid(token string) conformance.Request {
	return conformance.Request{Op: conformance.OpValid, Token: token}
}

func apply(token string, methods ...conformance.Method) conformance.Request {
	return conformance.Request{Op: conformance.OpApply, Token: token, Methods: methods}
}

func equal(token, other string) conformance.Request {
	return conformance.Request{Op: conformance.OpEqual, Token: token, Other: other}
}

func sweep(tokens ...string) conformance.Request {
	return conformance.Request{Op: conformance.OpSweep, Tokens: tokens}
}
