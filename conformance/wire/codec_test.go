package wire

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/epin-conformance/harness/conformance"
)

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

func TestRequestLines(t *testing.T) {
	for _, tt := range []struct {
		req   conformance.Request
		bytes bool
		want  string
	}{
		{parse("+K^'"), false, `{"id":7,"op":"parse","token":"+K^'"}`},
		{parse("+K^'"), true, `{"id":7,"op":"parse","token":"+K^'"}`},
		{parse(""), true, `{"id":7,"op":"parse","token":""}`},
		{parse("K\n\"\\\x00"), true, `{"id":7,"op":"parse","token":"K\u000a\"\\\u0000"}`},
		{parse("K\u2019"), true, "{\"id\":7,\"op\":\"parse\",\"token\":\"K\u2019\"}"},
		{parse("K\xff"), true, `{"id":7,"op":"parse","hex":"4bff"}`},
		{parse("\xed\xa0\x80"), true, `{"id":7,"op":"parse","hex":"eda080"}`},
		{valid("K"), true, `{"id":7,"op":"valid","token":"K"}`},
		{valid("\xc0\xaf"), true, `{"id":7,"op":"valid","hex":"c0af"}`},
		{apply("R", conformance.Derive, conformance.Native), true, `{"id":7,"op":"apply","token":"R","methods":["derive","native"]}`},
		{
			apply("R", conformance.Flip.Before(), conformance.Enhance, conformance.Flip), true,
			`{"id":7,"op":"apply","token":"R","before":["flip"],"methods":["enhance","flip"]}`,
		},
		{apply("R"), true, `{"id":7,"op":"apply","token":"R","methods":[]}`},
		{apply("R\xff", conformance.Flip), true, `{"id":7,"op":"apply","hex":"52ff","methods":["flip"]}`},
		{equal("K", "K'"), true, `{"id":7,"op":"equal","token":"K","other":"K'"}`},
		{sweep("K", "K'", "\xff", ""), true, `{"id":7,"op":"sweep","hex":["4b","4b27","ff",""]}`},
		{sweep("K", "K'", ""), false, `{"id":7,"op":"sweep","tokens":["K","K'",""]}`},
		{sweep(), true, `{"id":7,"op":"sweep","hex":[]}`},
		{sweep(), false, `{"id":7,"op":"sweep","tokens":[]}`},
	} {
		line, err := AppendRequest(nil, 7, tt.req, tt.bytes)
		if err != nil || string(line) != tt.want {
			t.Errorf("%v is written as %s, %v; want %s", tt.req, line, err, tt.want)
		}
		id, req, err := DecodeRequest(line, tt.bytes)
		if err != nil || id != 7 || !req.Equal(tt.req) {
			t.Errorf("%s is read as %d, %v, %v; want %v", line, id, req, err, tt.req)
		}
	}
}

func TestRequestsWithoutLine(t *testing.T) {
	long := strings.Repeat("K", MaxToken+1)
	for _, tt := range []struct {
		req   conformance.Request
		bytes bool
		err   string
	}{
		{conformance.Request{}, true, `wire: unknown operation ""`},
		{conformance.Request{Op: "hello"}, true, `wire: unknown operation "hello"`},
		{parse(long), true, "wire: a token of 2097153 bytes; 2097152 is the most"},
		{equal("K", long), true, "wire: a token of 2097153 bytes; 2097152 is the most"},
		{parse("K\xff"), false, "wire: a request parse with bytes that are not valid UTF-8, where only text can be sent"},
		{sweep("K", "K\xff"), false, "wire: a request sweep with bytes that are not valid UTF-8, where only text can be sent"},
		{equal("K\xff", "K"), true, "wire: a request equal with bytes that are not valid UTF-8, where only text can be sent"},
		{equal("K", "K\xff"), true, "wire: a request equal with bytes that are not valid UTF-8, where only text can be sent"},
		{sweep(make([]string, 4097)...), true, "wire: a sweep of 4097 tokens; 4096 is the most"},
		{sweep(strings.Repeat("K", 1<<20), "K"), true, "wire: a sweep of 1048577 bytes; 1048576 is the most"},
		{equal(long[1:], strings.Repeat("\x00", MaxToken)), true, ""},
		{equal(strings.Repeat("\x00", MaxToken), strings.Repeat("\x00", MaxToken)), true,
			"wire: the request equal needs a line of 25165867 bytes; 16777216 is the most"},
	} {
		line, err := AppendRequest([]byte("x"), 7, tt.req, tt.bytes)
		if errorText(err) != tt.err {
			t.Errorf("the request %s: %v; want %s", tt.req.Op, err, tt.err)
		}
		if err != nil && string(line) != "x" {
			t.Errorf("the request %s leaves %d bytes", tt.req.Op, len(line))
		}
	}
}

func TestDecodeRequest(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		bytes      bool
		err        string // "" if the line is a request
	}{
		{"an unknown operation", `{"id":7,"op":"frobnicate","token":7,"hex":null}`, false, ""},
		{"an unknown method", `{"id":7,"op":"apply","token":"K","methods":["promote"]}`, false, ""},
		{"unknown keys", `{"trace":{"a":[1]},"id":7,"op":"parse","token":"K","Token":3}`, false, ""},
		{"escaped keys", `{"\u0069d":7,"\u006f\u0070":"p\u0061rse","\u0074oken":"\u004b"}`, false, ""},
		{"escaped hex", `{"id":7,"op":"parse","hex":"\u0066f"}`, true, ""},
		{"the largest id", `{"id":9007199254740991,"op":"parse","token":"K"}`, false, ""},

		{"no id", `{"op":"parse","token":"K"}`, false, "no id"},
		{"id too large", `{"id":9007199254740992,"op":"parse","token":"K"}`, false, "the id is not an integer from 0 to 2^53-1, written as one"},
		{"no op", `{"id":7,"token":"K"}`, false, "no op"},
		{"no token", `{"id":7,"op":"parse"}`, true, "not exactly one of token and hex"},
		{"a lone surrogate", `{"id":7,"op":"parse","token":"\ud800"}`, true, "a lone surrogate in token"},
		{"hex for text only", `{"id":7,"op":"parse","hex":"ff"}`, false, "hex, to an adapter that takes text only"},
		{"hex for text", `{"id":7,"op":"parse","hex":"4b"}`, true, "hex for a token that is valid UTF-8"},
		{"hex in capitals", `{"id":7,"op":"parse","hex":"FF"}`, true, "hex is not lower-case hexadecimal, two digits a byte"},
		{"hex is an array", `{"id":7,"op":"parse","hex":["ff"]}`, true, "hex is not a string"},
		{"no methods", `{"id":7,"op":"apply","token":"K"}`, true, "no methods"},
		{"no other", `{"id":7,"op":"equal","token":"K"}`, true, "no other"},
		{"equal with hex", `{"id":7,"op":"equal","token":"K","other":"K","hex":"ff"}`, true, "hex in a request equal, whose tokens are text"},
		{"a sweep of text, for bytes", `{"id":7,"op":"sweep","tokens":["K"]}`, true, "tokens in a sweep, to an adapter that takes hex"},
		{"a sweep of bytes, for text", `{"id":7,"op":"sweep","hex":["4b"]}`, false, "hex in a sweep, to an adapter that takes tokens"},
		{"a sweep without tokens", `{"id":7,"op":"sweep"}`, true, "no hex"},
		{"a sweep with a surrogate", `{"id":7,"op":"sweep","tokens":["\ud800"]}`, false, "a lone surrogate in tokens"},
		{"a sweep of too many", `{"id":7,"op":"sweep","hex":["4b"` + strings.Repeat(`,"4b"`, 4096) + `]}`, true, "wire: a sweep of 4097 tokens; 4096 is the most"},
		{"a token that is too long", `{"id":7,"op":"parse","token":"` + strings.Repeat("K", MaxToken+1) + `"}`, true, "wire: a token of 2097153 bytes; 2097152 is the most"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			id, _, err := DecodeRequest([]byte(tt.line), tt.bytes)
			if got := errorText(err); got != tt.err {
				t.Errorf("got the error %q, want %q", got, tt.err)
			}
			if err == nil && id != 7 && id != MaxID {
				t.Errorf("got the id %d", id)
			}
		})
	}
}

// TestResponseLines encodes and decodes every outcome of every operation.
func TestResponseLines(t *testing.T) {
	for _, tt := range []struct {
		req  conformance.Request
		resp conformance.Response
		want string
	}{
		{parse("K"), conformance.Response{}, `{"id":7,"unsupported":true}`},
		{parse("K"), conformance.Response{Outcome: conformance.Crashed, Crash: "boom\n"}, `{"id":7,"crash":"boom\u000a"}`},
		{parse("K"), conformance.Response{Outcome: conformance.Crashed}, `{"id":7,"crash":""}`},
		{parse("KK"), conformance.Response{Outcome: conformance.Rejected}, `{"id":7,"valid":false}`},
		{parse("KK"), conformance.Response{Outcome: conformance.Rejected, Error: "too long"}, `{"id":7,"valid":false,"error":"too long"}`},
		{parse("K"), conformance.Response{Outcome: conformance.Accepted}, `{"id":7,"valid":true}`},
		{parse("+K^'"), conformance.Response{
			Outcome: conformance.Accepted,
			Token:   conformance.Some("+K^'"), PIN: conformance.Some("+K^"),
			Native: conformance.Some(false), Derived: conformance.Some(true),
			Name: conformance.Some("K"), Side: conformance.Some("first"), State: conformance.Some("enhanced"),
			Terminal: conformance.Some(true),
		}, `{"id":7,"valid":true,"token":"+K^'","pin":"+K^","native":false,"derived":true,"name":"K","side":"first","state":"enhanced","terminal":true}`},
		{parse("K"), conformance.Response{Outcome: conformance.Accepted, Side: conformance.Some("sideways")}, `{"id":7,"valid":true,"side":"sideways"}`},
		{valid("K"), conformance.Response{Outcome: conformance.Accepted}, `{"id":7,"valid":true}`},
		{valid("K"), conformance.Response{Outcome: conformance.Rejected}, `{"id":7,"valid":false}`},
		{valid("K"), conformance.Response{Outcome: conformance.Crashed, Crash: "x"}, `{"id":7,"crash":"x"}`},
		{valid("K"), conformance.Response{}, `{"id":7,"unsupported":true}`},
		{apply("R", conformance.Derive, conformance.Native), conformance.Response{
			Outcome: conformance.Accepted, Tokens: []string{"R'", "R"}, Original: "R",
		}, `{"id":7,"valid":true,"tokens":["R'","R"],"original":"R"}`},
		{apply("R"), conformance.Response{Outcome: conformance.Accepted, Original: "R"}, `{"id":7,"valid":true,"tokens":[],"original":"R"}`},
		{apply("RR", conformance.Derive), conformance.Response{Outcome: conformance.Rejected, Error: "not sent"}, `{"id":7,"valid":false}`},
		{apply("R", conformance.Derive), conformance.Response{}, `{"id":7,"unsupported":true}`},
		{equal("K", "K'"), conformance.Response{Outcome: conformance.Unequal}, `{"id":7,"equal":false}`},
		{equal("K", "K"), conformance.Response{Outcome: conformance.Equal}, `{"id":7,"equal":true}`},
		{equal("K", "KK"), conformance.Response{Outcome: conformance.Rejected}, `{"id":7,"valid":false}`},
		{equal("K", "K"), conformance.Response{Outcome: conformance.Crashed}, `{"id":7,"crash":""}`},
		{sweep("K", "K''", "\xff"), conformance.Response{Outcome: conformance.Swept, Verdicts: "10!"}, `{"id":7,"valid":"10!"}`},
		{sweep(), conformance.Response{Outcome: conformance.Swept}, `{"id":7,"valid":""}`},
		{sweep("K"), conformance.Response{Outcome: conformance.Crashed}, `{"id":7,"crash":""}`},
		{sweep("K"), conformance.Response{}, `{"id":7,"unsupported":true}`},
	} {
		line, err := AppendResponse(nil, 7, tt.req, tt.resp)
		if err != nil || string(line) != tt.want {
			t.Errorf("%v is written as %s, %v; want %s", tt.resp, line, err, tt.want)
		}
		id, resp, err := DecodeResponse(tt.req, line)
		if err != nil || id != 7 || !resp.Equal(tt.resp) || resp.Crash != tt.resp.Crash {
			t.Errorf("%s is read as %d, %v, %v:\n%s", line, id, resp, err, cmp.Diff(tt.resp, resp))
		}
	}
}

func TestResponsesWithoutLine(t *testing.T) {
	unfit := func(outcome, verdicts, op string) string {
		return fmt.Sprintf("wire: the outcome %q, with 0 tokens and the verdicts %q, is not a response to the request %s", outcome, verdicts, op)
	}
	huge := strings.Repeat("x", MaxLine)
	for _, tt := range []struct {
		req  conformance.Request
		resp conformance.Response
		err  string
	}{
		{parse("K"), conformance.Response{Outcome: conformance.Equal}, unfit("equal", "", "parse")},
		{parse("K"), conformance.Response{Outcome: conformance.Swept, Verdicts: "1"}, unfit("swept", "1", "parse")},
		{parse("K"), conformance.Response{Outcome: 99}, unfit("Outcome(99)", "", "parse")},
		{equal("K", "K"), conformance.Response{Outcome: conformance.Accepted}, unfit("accepted", "", "equal")},
		{sweep("K"), conformance.Response{Outcome: conformance.Rejected}, unfit("rejected", "", "sweep")},
		{sweep("K"), conformance.Response{Outcome: conformance.Swept}, unfit("swept", "", "sweep")},
		{sweep("K"), conformance.Response{Outcome: conformance.Swept, Verdicts: "?"}, unfit("swept", "?", "sweep")},
		{apply("K", conformance.Flip), conformance.Response{Outcome: conformance.Accepted}, unfit("accepted", "", "apply")},
		{parse("K"), conformance.Response{Outcome: conformance.Accepted, Token: conformance.Some(huge)},
			"wire: the answer to the request parse needs a line of 16777248 bytes; 16777216 is the most"},
	} {
		line, err := AppendResponse([]byte("x"), 7, tt.req, tt.resp)
		if errorText(err) != tt.err || string(line) != "x" {
			t.Errorf("%s: %v, and %d bytes; want %s", tt.req.Op, err, len(line), tt.err)
		}
	}
}

func TestFreeTextIsCut(t *testing.T) {
	long := "x" + strings.Repeat("é", 5000)
	for _, resp := range []conformance.Response{
		{Outcome: conformance.Crashed, Crash: long},
		{Outcome: conformance.Rejected, Error: long},
	} {
		line, err := AppendResponse(nil, 7, parse("K"), resp)
		if err != nil || len(line) > maxFreeText+100 {
			t.Errorf("%d bytes, %v", len(line), err)
		}
		whole := strings.Replace(string(line), long[:maxFreeText-1], long, 1)
		_, got, err := DecodeResponse(parse("K"), []byte(whole))
		if text := got.Crash + got.Error; err != nil || len(whole) < len(long) || text != long[:maxFreeText-1] {
			t.Errorf("the decoded text has %d bytes, %v", len(text), err)
		}
	}
}

// TestTextIsBounded tests that a decoded response is small even for a long line, and that long
// strings with different contents stay different.
func TestTextIsBounded(t *testing.T) {
	const long = 20 * maxFreeText
	decode := func(req conformance.Request, line string) conformance.Response {
		t.Helper()
		_, resp, err := DecodeResponse(req, []byte(line))
		if err != nil {
			t.Fatal(err)
		}
		return resp
	}
	parsed := func(text string) string {
		text = strings.Repeat(text, long/len(text))
		return fmt.Sprintf(`{"id":7,"valid":true,"token":"%s1","pin":"%[1]s","name":"%[1]s","side":"%[1]s","state":"%[1]s"}`, text)
	}
	applied := func(text string) string {
		text = strings.Repeat(text, long/len(text))
		return fmt.Sprintf(`{"id":7,"valid":true,"tokens":["%s1","%[1]s"],"original":"%[1]s"}`, text)
	}
	two := apply("K", conformance.Flip, conformance.Flip)
	for _, tt := range []struct {
		req  conformance.Request
		line string
		most int
	}{
		{parse("K"), parsed("é"), 5 * MaxText},
		{parse("K"), parsed(`\n\u00e9`), 5 * MaxText},
		{two, applied("K"), 3 * MaxText},
		{parse("K"), `{"id":7,"valid":false,"error":"` + strings.Repeat("x", long) + `"}`, maxFreeText},
		{parse("K"), `{"id":7,"crash":"` + strings.Repeat("x", long) + `"}`, maxFreeText},
	} {
		resp := decode(tt.req, tt.line)
		if size := resp.Size(); size > tt.most || size < tt.most/2 {
			t.Errorf("a response to %s keeps %d bytes, want up to %d", tt.req.Op, size, tt.most)
		}
		if !resp.Equal(decode(tt.req, tt.line)) {
			t.Errorf("the same response to %s is not equal", tt.req.Op)
		}
		if other := strings.Replace(tt.line, "1\"", "2\"", 1); other != tt.line && resp.Equal(decode(tt.req, other)) {
			t.Errorf("another response to %s is equal", tt.req.Op)
		}
	}
	short := strings.Repeat("K", MaxText)
	if resp := decode(parse("K"), `{"id":7,"valid":true,"token":"`+short+`"}`); resp.Token.Value != short {
		t.Errorf("the token has %d bytes, want %d", len(resp.Token.Value), len(short))
	}
	hello, err := DecodeHello([]byte(`{"id":0,"protocol":1,"implementation":{"name":"` + strings.Repeat("x", long) + `","homepage":"` + strings.Repeat("x", long) + `"}}`))
	if d := hello.Description; err != nil || len(d.Name) != maxFreeText || len(d.Homepage) != maxFreeText {
		t.Errorf("hello keeps a name of %d bytes and a homepage of %d, %v", len(d.Name), len(d.Homepage), err)
	}
}

// TestManyValuesAreBounded tests that many names in a hello, and many unknown keys in a line,
// take little memory beside the line.
func TestManyValuesAreBounded(t *testing.T) {
	var names, keys strings.Builder
	for i := 0; names.Len() < 1<<20; i++ {
		fmt.Fprintf(&names, `,"%x"`, i)
		fmt.Fprintf(&keys, `,"=%x":0`, i)
	}
	hello := `{"id":0,"protocol":1,` + impl
	for _, tt := range []struct {
		name, line string
		most       uint64 // bytes
	}{
		{"ops", hello + `,"ops":["parse"` + names.String() + `]}`, 64 << 10},
		{"methods", hello + `,"methods":["flip"` + names.String() + `]}`, 64 << 10},
		{"unknown keys", hello + keys.String() + "}", 12 << 20}, // hashes, with room to grow
	} {
		line := []byte(tt.line)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := DecodeHello(line)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; err != nil || n > tt.most {
			t.Errorf("%s: %d bytes were allocated for a line of %d, %v", tt.name, n, len(line), err)
		}
	}
}

// two and notOne are shared by responseCases.
var two = apply("R", conformance.Derive, conformance.Native)

const notOne = "not exactly one of valid, crash and unsupported"

var responseCases = []struct {
	name string
	req  conformance.Request
	line string
	err  string // "" if the line is a response to the request
}{
	{"keys in another order", parse("K"), `{"side":"first","token":"K","valid":true,"id":7}`, ""},
	{"every character escaped", parse("K"), `{"\u0069\u0064":7,"\u0076\u0061\u006c\u0069\u0064":true,"\u0074\u006f\u006b\u0065\u006e":"\u004b"}`, ""},
	{"white space", parse("K"), " { \"id\" : 7 , \"valid\" : true } \r", ""},
	{"unknown keys", parse("K"), `{"took":1.5e-3,"id":7,"nested":{"id":[null,{"id":1,"id":2}]},"valid":true}`, ""},
	{"lone surrogates", parse("K"), `{"id":7,"valid":true,"token":"K\ud800","name":"\udfff"}`, ""},
	{"escaped verdicts", sweep("K", "KK"), `{"id":7,"valid":"\u0031\u0030"}`, ""},

	{"no id", parse("K"), `{"valid":true}`, "no id"},
	{"id with a fraction", parse("K"), `{"id":7.0,"valid":true}`, "the id is not an integer from 0 to 2^53-1, written as one"},
	{"id with an exponent", parse("K"), `{"id":7e0,"valid":true}`, "the id is not an integer from 0 to 2^53-1, written as one"},
	{"id much too large", parse("K"), `{"id":` + strings.Repeat("7", 100) + `,"valid":true}`, "the id is not an integer from 0 to 2^53-1, written as one"},
	{"id twice", parse("K"), `{"id":7,"id":7,"valid":true}`, `byte 8: the key "id" stands twice`},
	{"no outcome", parse("K"), `{"id":7}`, notOne},
	{"valid and crash", parse("K"), `{"id":7,"valid":true,"crash":"x"}`, notOne},
	{"valid is null", parse("K"), `{"id":7,"valid":null}`, "valid is neither true nor false"},
	{"unsupported is false", parse("K"), `{"id":7,"unsupported":false}`, "unsupported is not true"},
	{"crash is true", parse("K"), `{"id":7,"crash":true}`, "crash is not a string"},
	{"error is a number", parse("K"), `{"id":7,"valid":false,"error":3}`, "error is not a string"},
	{"incorrect type beside a rejection", parse("K"), `{"id":7,"valid":false,"terminal":"no"}`, "terminal is neither true nor false"},
	{"apply without tokens", two, `{"id":7,"valid":true,"original":"R"}`, "an accepted apply without tokens"},
	{"apply with another last", two, `{"id":7,"valid":true,"tokens":["R'","R"],"original":"R","last":7}`, "last is not an object"},
	{"apply with an attribute of another type", two,
		`{"id":7,"valid":true,"tokens":["R'","R"],"original":"R","last":{"side":1}}`, "side is not a string, in last"},
	{"apply without original", two, `{"id":7,"valid":true,"tokens":["R'","R"]}`, "an accepted apply without original"},
	{"a token too few", two, `{"id":7,"valid":true,"tokens":["R'"],"original":"R"}`, "1 token for 2 methods"},
	{"a token too many", two, `{"id":7,"valid":true,"tokens":["R'","R","R"],"original":"R"}`, "3 tokens for 2 methods"},
	{"equal and valid", equal("K", "K"), `{"id":7,"equal":true,"valid":true}`, "not exactly one of equal, valid, crash and unsupported"},
	{"valid instead of equal", equal("K", "K"), `{"id":7,"valid":true}`, "valid is true, and equal is missing"},
	{"neither equal nor valid", equal("K", "K"), `{"id":7}`, "not exactly one of equal, valid, crash and unsupported"},
	{"sweep with a boolean", sweep("K"), `{"id":7,"valid":true}`, "valid is not a string"},
	{"a verdict too few", sweep("K", "K"), `{"id":7,"valid":"1"}`, "valid is not one of 1, 0 and ! for each of 2 tokens"},
	{"another character", sweep("K", "K"), `{"id":7,"valid":"1?"}`, "valid is not one of 1, 0 and ! for each of 2 tokens"},
	{"a surrogate among the verdicts", sweep("K", "K", "K"), `{"id":7,"valid":"\ud800"}`, "valid is not one of 1, 0 and ! for each of 3 tokens"},
}

func TestDecodeResponse(t *testing.T) {
	for _, tt := range responseCases {
		t.Run(tt.name, func(t *testing.T) {
			id, resp, err := DecodeResponse(tt.req, []byte(tt.line))
			if got := errorText(err); got != tt.err {
				t.Errorf("got the error %q, want %q", got, tt.err)
			}
			if err == nil && id != 7 {
				t.Errorf("got the id %d", id)
			}
			if err != nil && (id != 0 || !reflect.ValueOf(resp).IsZero()) {
				t.Errorf("got an error, and also %d, %v", id, resp)
			}
		})
	}
}

// impl and plain are shared by helloCases.
const impl = `"implementation":{"name":"x"}`

var plain = conformance.Description{Name: "x", Ops: []conformance.Op{conformance.OpParse}}

var helloCases = []struct {
	name, line string
	want       Hello
	err        string
}{
	{"the required keys", `{"id":0,"protocol":1,` + impl + `}`, Hello{Description: plain}, ""},
	{
		"everything",
		`{"id":0,"protocol":1,"implementation":{"name":"acme","version":"2","language":"c","homepage":"h","x":{"a":1}},"ops":["sweep","parse","frobnicate","parse"],"methods":["derive","promote","native"],"bytes":true,"apply_attributes":true}`,
		Hello{Description: conformance.Description{
			Name: "acme", Version: "2", Language: "c", Homepage: "h",
			Ops:     []conformance.Op{conformance.OpParse, conformance.OpSweep},
			Methods: []conformance.Method{conformance.Native, conformance.Derive},
			Bytes:   true,

			ApplyAttributes: true,
		}},
		"",
	},
	{"unsupported", `{"id":0,"protocol":1,` + impl + `,"unsupported":true}`, Hello{Description: plain, Unsupported: true}, ""},
	{"an empty name", `{"id":0,"protocol":1,"implementation":{"name":""}}`, Hello{Description: conformance.Description{Ops: plain.Ops}}, "name is empty, in implementation"},

	{"another version", `{"id":0,"protocol":2,"implementation":7}`, Hello{}, "the adapter speaks version 2 of the protocol; this runner speaks version 1"},
	{"a very large version", `{"id":0,"protocol":` + strings.Repeat("9", 50) + `}`, Hello{}, "the adapter speaks version " + strings.Repeat("9", 20) + "... of the protocol; this runner speaks version 1"},
	{"no id", `{"protocol":1,` + impl + `}`, Hello{}, "no id"},
	{"another id", `{"id":1,"protocol":1,` + impl + `}`, Hello{}, "the id of hello is 0"},
	{"no protocol", `{"id":0,` + impl + `}`, Hello{}, "no protocol"},
	{"protocol is text", `{"id":0,"protocol":"1",` + impl + `}`, Hello{}, "protocol is not an integer, written as one"},
	{"no implementation", `{"id":0,"protocol":1}`, Hello{}, "no implementation"},
	{"no name", `{"id":0,"protocol":1,"implementation":{"Name":"x"}}`, Hello{}, "no name in implementation"},
	{"name twice", `{"id":0,"protocol":1,"implementation":{"name":"x","n\u0061me":"x"}}`, Hello{}, `byte 50: the key "name" stands twice, in implementation`},
	{"an unknown key twice in implementation", `{"id":0,"protocol":1,"implementation":{"name":"x","y":1,"y":1}}`, Hello{}, `byte 56: the key "y" stands twice, in implementation`},
	{"version is a number", `{"id":0,"protocol":1,"implementation":{"name":"x","version":2}}`, Hello{}, "version is not a string, in implementation"},
	{"an op that is a number", `{"id":0,"protocol":1,` + impl + `,"ops":["parse",1]}`, Hello{}, "ops is not an array of strings"},
	{"no validity", `{"id":0,"protocol":1,` + impl + `,"ops":["apply","equal","Parse"]}`, Hello{}, "ops holds none of parse, valid, sweep"},
	{"bytes is null", `{"id":0,"protocol":1,` + impl + `,"bytes":null}`, Hello{}, "bytes is neither true nor false"},
}

func TestDecodeHello(t *testing.T) {
	for _, tt := range helloCases {
		t.Run(tt.name, func(t *testing.T) {
			got, err := DecodeHello([]byte(tt.line))
			if text := errorText(err); text != tt.err {
				t.Errorf("got the error %q, want %q", text, tt.err)
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
			if form := (*FormError)(nil); err != nil && !errors.As(err, &form) {
				t.Errorf("%v is not a FormError", err)
			}
		})
	}
}

// TestAllocations tests that the frequent operations do not allocate.
func TestAllocations(t *testing.T) {
	for name, f := range frequent(t) {
		if n := testing.AllocsPerRun(200, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
