package wire

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
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
	all, onlyParse := conformance.Ops(), []conformance.Op{conformance.OpParse}
	long := strings.Repeat("K", conformance.MaxTokenBytes+1)
	for _, tt := range []struct {
		req   conformance.Request
		bytes []conformance.Op
		want  string // the line, or the error
	}{
		{parse("+K^'"), nil, `{"id":7,"op":"parse","token":"+K^'"}`},
		{parse("K\n\"\\/\x00\b\x1f"), all, `{"id":7,"op":"parse","token":"K\u000a\"\\/\u0000\u0008\u001f"}`},
		{parse("K\x7fé\u2028😀\uFFFD"), all, "{\"id\":7,\"op\":\"parse\",\"token\":\"K\x7fé\u2028😀\uFFFD\"}"},
		{parse("\xed\xa0\x80"), all, `{"id":7,"op":"parse","hex":"eda080"}`},
		{valid(""), all, `{"id":7,"op":"valid","token":""}`},
		{valid("\xc0\xaf"), all, `{"id":7,"op":"valid","hex":"c0af"}`},
		{apply("R\xff", conformance.Derive, conformance.Native), all, `{"id":7,"op":"apply","hex":"52ff","methods":["derive","native"]}`},
		{
			apply("R", conformance.Unread, conformance.Flip.Before(), conformance.Enhance, conformance.Flip), all,
			`{"id":7,"op":"apply","token":"R","before":["flip"],"methods":["enhance","flip"],"unread":true}`,
		},
		{apply("R"), all, `{"id":7,"op":"apply","token":"R","methods":[]}`},
		{equal("K", "K'"), all, `{"id":7,"op":"equal","token":"K","other":"K'"}`},
		{sweep("K", "K'", "\xff", ""), all, `{"id":7,"op":"sweep","hex":["4b","4b27","ff",""]}`},
		{sweep("K", "K'", ""), nil, `{"id":7,"op":"sweep","tokens":["K","K'",""]}`},
		{parse("K\xff"), onlyParse, `{"id":7,"op":"parse","hex":"4bff"}`},
		{sweep("K"), onlyParse, `{"id":7,"op":"sweep","tokens":["K"]}`},
		{sweep(), all, `{"id":7,"op":"sweep","hex":[]}`},
		{sweep(), nil, `{"id":7,"op":"sweep","tokens":[]}`},

		{conformance.Request{Op: "hello"}, all, `wire: unknown operation "hello"`},
		{parse(long), all, "wire: a token of 2097153 bytes; 2097152 is the most"},
		{equal("K", long), all, "wire: a token of 2097153 bytes; 2097152 is the most"},
		{parse("K\xff"), nil, "wire: a request parse with bytes that are not valid UTF-8, where only text can be sent"},
		{valid("K\xff"), onlyParse, "wire: a request valid with bytes that are not valid UTF-8, where only text can be sent"},
		{sweep("K", "K\xff"), nil, "wire: a request sweep with bytes that are not valid UTF-8, where only text can be sent"},
		{equal("K\xff", "K"), all, "wire: a request equal with bytes that are not valid UTF-8, where only text can be sent"},
		{equal("K", "K\xff"), all, "wire: a request equal with bytes that are not valid UTF-8, where only text can be sent"},
		{sweep(make([]string, 4097)...), all, "wire: a sweep of 4097 tokens; 4096 is the most"},
		{sweep(strings.Repeat("K", 1<<20), "K"), all, "wire: a sweep of 1048577 bytes; 1048576 is the most"},
		{equal(strings.Repeat("\x00", conformance.MaxTokenBytes), strings.Repeat("\x00", conformance.MaxTokenBytes)), all,
			"wire: the request equal needs a line of 25165867 bytes; 16777216 is the most"},
	} {
		line, err := AppendRequest([]byte("x"), 7, tt.req, tt.bytes)
		if got := string(line[1:]) + errorText(err); got != tt.want {
			t.Errorf("%v is written as %s; want %s", tt.req, got, tt.want)
		}
		if err != nil {
			continue
		}
		id, req, err := DecodeRequest(line[1:], tt.bytes)
		if err != nil || id != 7 || !req.Equal(tt.req) {
			t.Errorf("%s is read as %d, %v, %v; want %v", line, id, req, err, tt.req)
		}
	}
}

// TestResponseLines encodes every outcome. FuzzWireResponse decodes them, too.
// TestEscapes writes each byte at each place of a text, which is read eight bytes at once, and alone.
func TestEscapes(t *testing.T) {
	escaped := func(text string) string {
		quoted := string(appendString(nil, text))
		return quoted[1 : len(quoted)-1]
	}
	for c := range 256 {
		for place := range 17 {
			before, text := strings.Repeat("K", place), string([]byte{byte(c)})
			if got, want := escaped(before+text+"KKKKKKKK"), before+escaped(text)+"KKKKKKKK"; got != want {
				t.Errorf("%q behind %d letters is written as %s, not as %s", text, place, got, want)
			}
		}
	}
}

func TestResponseLines(t *testing.T) {
	unfit := func(outcome, verdicts, op string) string {
		return fmt.Sprintf("wire: the outcome %q, with 0 tokens and the verdicts %q, is not a response to the request %s", outcome, verdicts, op)
	}
	type response = conformance.Response
	for _, tt := range []struct {
		req  conformance.Request
		resp response
		want string // the line, or the error
	}{
		{parse("K"), response{}, `{"id":7,"unsupported":true}`},
		{equal("K", "K"), response{Outcome: conformance.Crashed, Crash: "boom\n"}, `{"id":7,"crash":"boom\u000a"}`},
		{valid("K"), response{Outcome: conformance.Crashed, Crash: "\"\xff \xed\xa0\x80é"}, `{"id":7,"crash":"\"\udcff \udced\udca0\udc80é"}`},
		{parse("KK"), response{Outcome: conformance.Rejected, Error: "too long"}, `{"id":7,"valid":false,"error":"too long"}`},
		{parse("+K^'"), response{
			Outcome: conformance.Accepted,
			Attributes: notation.Values{
				notation.TextValue("+K^'"), notation.TextValue("+K^"), notation.BoolValue(false), notation.BoolValue(true),
				{Kind: notation.Letter, Text: "K"}, notation.TextValue("first"), notation.TextValue("enhanced"), notation.BoolValue(true),
			},
		}, `{"id":7,"valid":true,"token":"+K^'","pin":"+K^","native":false,"derived":true,"name":"K","side":"first","state":"enhanced","terminal":true}`},
		{parse("K"), response{Outcome: conformance.Accepted, Attributes: notation.Values{5: notation.TextValue("sideways")}}, `{"id":7,"valid":true,"side":"sideways"}`},
		{valid("K"), response{Outcome: conformance.Accepted}, `{"id":7,"valid":true}`},
		{valid("KK"), response{Outcome: conformance.Rejected}, `{"id":7,"valid":false}`},
		{apply("R", conformance.Derive, conformance.Native), response{
			Outcome: conformance.Accepted, Tokens: []string{"R'", "R"}, Original: "R",
		}, `{"id":7,"valid":true,"tokens":["R'","R"],"original":"R"}`},
		{apply("RR", conformance.Derive), response{Outcome: conformance.Rejected, Error: "not sent"}, `{"id":7,"valid":false}`},
		{equal("K", "K'"), response{Outcome: conformance.Unequal}, `{"id":7,"equal":false}`},
		{equal("K", "K"), response{Outcome: conformance.Equal}, `{"id":7,"equal":true}`},
		{equal("K", "KK"), response{Outcome: conformance.Rejected}, `{"id":7,"valid":false}`},
		{sweep("K", "K''", "\xff"), response{Outcome: conformance.Swept, Verdicts: "10!"}, `{"id":7,"valid":"10!"}`},
		{sweep(), response{Outcome: conformance.Swept}, `{"id":7,"valid":""}`},

		{parse("K"), response{Outcome: conformance.Equal}, unfit("equal", "", "parse")},
		{parse("K"), response{Outcome: conformance.Swept, Verdicts: "1"}, unfit("swept", "1", "parse")},
		{parse("K"), response{Outcome: 99}, unfit("Outcome(99)", "", "parse")},
		{equal("K", "K"), response{Outcome: conformance.Accepted}, unfit("accepted", "", "equal")},
		{sweep("K"), response{Outcome: conformance.Rejected}, unfit("rejected", "", "sweep")},
		{sweep("K"), response{Outcome: conformance.Swept}, unfit("swept", "", "sweep")},
		{sweep("K"), response{Outcome: conformance.Swept, Verdicts: "?"}, unfit("swept", "?", "sweep")},
		{apply("K", conformance.Flip), response{Outcome: conformance.Accepted}, unfit("accepted", "", "apply")},
		{parse("K"), response{Outcome: conformance.Accepted, Attributes: notation.Values{notation.TextValue(strings.Repeat("x", MaxLine))}},
			"wire: the response to the request parse needs a line of 16777248 bytes; 16777216 is the most"},
	} {
		line, err := AppendResponse([]byte("x"), notation.EPIN, 7, tt.req, tt.resp, false)
		if got := string(line[1:]) + errorText(err); got != tt.want {
			t.Errorf("%v is written as %s; want %s", tt.resp, got, tt.want)
		}
	}
}

// TestTextIsBounded tests that a decoded response is small even for a long line, that long strings with
// different contents stay different, and that texts for people are cut between characters.
func TestTextIsBounded(t *testing.T) {
	decode := func(req conformance.Request, format, text string) conformance.Response {
		t.Helper()
		_, resp, err := DecodeResponse(notation.EPIN, req, fmt.Appendf(nil, format, text), false)
		if err != nil {
			t.Fatal(err)
		}
		return resp
	}
	for text, tt := range map[string]struct {
		req     conformance.Request
		format  string
		strings int
	}{
		`\n\u00e9`: {parse("K"), `{"id":7,"valid":true,"token":"%s1","pin":"%[1]s","name":"%[1]s","side":"%[1]s","state":"%[1]s"}`, 5},
		"é":        {apply("K", conformance.Flip, conformance.Flip), `{"id":7,"valid":true,"tokens":["%s1","%[1]s"],"original":"%[1]s"}`, 3},
	} {
		long := strings.Repeat(text, 20*MaxText)
		resp := decode(tt.req, tt.format, long)
		if size, most := resp.Size(), tt.strings*MaxText; size > most || size < most/2 {
			t.Errorf("a response to %s keeps %d bytes, want up to %d", tt.req.Op, size, most)
		}
		same, other := decode(tt.req, tt.format, long), decode(tt.req, strings.Replace(tt.format, "1\"", "2\"", 1), long)
		if !resp.Equal(same) || resp.Equal(other) {
			t.Errorf("the same response to %s is not equal, or another is", tt.req.Op)
		}
	}
	short := strings.Repeat("K", MaxText)
	if got := decode(parse("K"), `{"id":7,"valid":true,"token":"%s"}`, short).Form().Text; got != short {
		t.Errorf("the token has %d bytes, want %d", len(got), len(short))
	}

	long := "x" + strings.Repeat("é", 5000)
	part := long[:maxFreeText-1]
	crash, rejection := decode(parse("K"), `{"id":7,"crash":"%s"}`, long), decode(parse("K"), `{"id":7,"valid":false,"error":"%s"}`, long)
	hello, err := DecodeHello(notation.EPIN, []byte(`{"id":0,"protocol":1,"implementation":{"name":"`+long+`"}}`))
	if err != nil || crash.Crash != part || rejection.Error != part || hello.Name != part {
		t.Errorf("texts are not cut to %d bytes, %v", len(part), err)
	}
	for _, resp := range []conformance.Response{{Outcome: conformance.Crashed, Crash: long}, {Outcome: conformance.Rejected, Error: long}} {
		if line, err := AppendResponse(nil, notation.EPIN, 7, parse("K"), resp, false); err != nil || len(line) > maxFreeText+100 {
			t.Errorf("%d bytes are written, %v", len(line), err)
		}
	}
}

// TestManyValuesAreBounded tests that many names in a hello, and many unknown keys, take little memory beside
// the line: names none, and keys once more, in a map that grows.
func TestManyValuesAreBounded(t *testing.T) {
	var names, keys []byte
	for i := range 100_000 {
		names = fmt.Appendf(names, `,"%x"`, i)
		keys = fmt.Appendf(keys, `,"=%x":0`, i)
	}
	lists := fmt.Sprintf(`,"ops":["parse"%s],"methods":["flip"%[1]s]`, names)
	for rest, most := range map[string]uint64{lists: 64 << 10, string(keys): 16 << 20} {
		line := []byte(`{"id":0,"protocol":1,` + impl + rest + "}")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := DecodeHello(notation.EPIN, line)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; err != nil || n > most {
			t.Errorf("%.40s: %d bytes were allocated for a line of %d, %v", rest, n, len(line), err)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// The decoders, without their results.
func helloError(line []byte) (err error) {
	if _, err = DecodeHello(notation.EPIN, line); err == conformance.ErrUnsupportedEdition {
		err = nil
	}
	return err
}

func bytesError(line []byte) error   { _, _, err := DecodeRequest(line, conformance.Ops()); return err }
func noBytesError(line []byte) error { _, _, err := DecodeRequest(line, nil); return err }

// responseError decodes a response. If it has last, hello announced it.
func responseError(req conformance.Request) func(line []byte) error {
	return func(line []byte) error {
		_, _, err := DecodeResponse(notation.EPIN, req, line, bytes.Contains(line, []byte(`"last"`)))
		return err
	}
}

const impl = `"implementation":{"name":"x"}`

const noID = "the id is not an integer from 0 to 2^53-1, written as one"

// hasErrors tests the texts of the errors of lines; "" is that of a correct line. The fuzz targets test what a correct
// line is decoded to, and TestSchemasAgreeWithDecoders the type of each value.
func hasErrors(t *testing.T, decode func(line []byte) error, lines map[string]string) {
	t.Helper()
	for line, want := range lines {
		err := decode([]byte(line))
		if got := errorText(err); got != want || (FaultOf(err) == 0) != (want == "") {
			t.Errorf("%.200s: got the error %q, want %q", line, got, want)
		}
	}
}

func TestDecodedRequests(t *testing.T) {
	many, long := strings.Repeat(`,"4b"`, 4096), strings.Repeat("K", conformance.MaxTokenBytes+1)
	hasErrors(t, noBytesError, map[string]string{
		`{"id":7,"op":"frobnicate","token":7,"hex":null}`:                 "",
		`{"id":7,"op":"apply","token":"K","methods":["promote"]}`:         "",
		`{"trace":{"a":[1]},"id":7,"op":"parse","token":"K","Token":3}`:   "",
		`{"\u0069d":7,"\u006f\u0070":"p\u0061rse","\u0074oken":"\u004b"}`: "",
		`{"id":9007199254740991,"op":"parse","token":"K"}`:                "",
		`{"id":9007199254740992,"op":"parse","token":"K"}`:                noID,
		`{"op":"parse","token":"K"}`:                                      "no id",
		`{"id":7,"op":"parse","hex":"ff"}`:                                "hex, to an adapter that takes text only here",
		`{"id":7,"op":"sweep","hex":["4b"]}`:                              "hex in a sweep, to an adapter that takes tokens",
		`{"id":7,"op":"sweep","tokens":["\ud800"]}`:                       "a lone surrogate in a string",
	})
	hasErrors(t, bytesError, map[string]string{
		`{"id":7,"op":"parse","hex":"\u0066f"}`:                    "",
		`{"id":7,"op":"parse"}`:                                    "not exactly one of token and hex",
		`{"id":7,"op":"parse","hex":"4b"}`:                         "hex for a token that is valid UTF-8",
		`{"id":7,"op":"parse","hex":"FF"}`:                         "hex is not lower-case hexadecimal, two digits a byte",
		`{"id":7,"op":"parse","hex":["ff"]}`:                       "hex is not a string",
		`{"id":7,"op":"apply","token":"K"}`:                        "no methods",
		`{"id":7,"op":"equal","token":"K"}`:                        "no other",
		`{"id":7,"op":"equal","token":"K","other":"K","hex":"ff"}`: "hex in a request equal, whose tokens are text",
		`{"id":7,"op":"sweep","tokens":["K"]}`:                     "tokens in a sweep, to an adapter that takes hex",
		`{"id":7,"op":"sweep"}`:                                    "no hex",
		`{"id":7,"op":"sweep","hex":["4b"` + many + `]}`:           "wire: a sweep of 4097 tokens; 4096 is the most",
		`{"id":7,"op":"parse","token":"` + long + `"}`:             "wire: a token of 2097153 bytes; 2097152 is the most",
	})
}

func TestDecodedResponses(t *testing.T) {
	const (
		notOne   = "not exactly one of valid, crash and unsupported"
		equality = "not exactly one of equal, valid, crash and unsupported"
		verdicts = "valid is not one of 1, 0 and ! for each of 3 tokens"
		noLast   = "an accepted apply without last, although hello announced apply_attributes"
	)
	hasErrors(t, responseError(parse("K")), map[string]string{
		`{"side":"first","token":"K","valid":true,"id":7}`:                               "",
		`{"\u0069\u0064":7,"\u0076\u0061\u006c\u0069\u0064":true,"\u0074oken":"\u004b"}`: "",
		" { \"id\" : 7 , \"valid\" : true } \r":                                          "",
		`{"took":1.5e-3,"id":7,"nested":{"id":[null,{"id":1,"id":2}]},"valid":true}`:     "",
		`{"id":7,"valid":true,"token":"K\ud800","name":"\udfff"}`:                        "",
		`{"id":7.0,"valid":true}`:                                                        noID,
		`{"id":` + strings.Repeat("7", 100) + `,"valid":true}`:                           noID,
		`{"id":7}`:                                                    notOne,
		`{"id":7,"valid":true,"crash":"x"}`:                           notOne,
		`{"id":7,"valid":null}`:                                       "valid is neither true nor false",
		`{"id":7,"unsupported":false}`:                                "unsupported is not true",
		`{"id":7,"crash":true}`:                                       "crash is not a string",
		`{"id":7,"valid":false,"terminal":"no"}`:                      "terminal is neither true nor false",
		`{"id":7,"valid":true,"last":{"id":1,"token":2},"token":"K"}`: "",
	})
	hasErrors(t, responseError(apply("R", conformance.Derive, conformance.Native)), map[string]string{
		`{"id":7,"valid":true,"original":"R"}`:                                       "an accepted apply without tokens",
		`{"id":7,"valid":true,"tokens":["R'","R"]}`:                                  "an accepted apply without original",
		`{"id":7,"valid":true,"tokens":["R'"],"original":"R"}`:                       "1 token for 2 results",
		`{"id":7,"valid":true,"tokens":["R'","R","R"],"original":"R"}`:               "3 tokens for 2 results",
		`{"id":7,"valid":true,"tokens":["R'","R"],"original":"R","last":7}`:          "last is not an object",
		`{"id":7,"valid":true,"tokens":["R'","R"],"original":"R","last":{"side":1}}`: "side is not a string, in last",
		`{"id":7,"valid":true,"tokens":["R'","R"],"original":"R","x":"last"}`:        noLast,
		`{"id":7,"valid":true,"tokens":["R'","R"],"original":"R","las\u0074":7}`:     "",
	})
	hasErrors(t, responseError(equal("K", "K")), map[string]string{
		`{"id":7,"equal":true,"valid":true}`: equality,
		`{"id":7}`:                           equality,
		`{"id":7,"valid":true}`:              "valid is true, and equal is missing",
	})
	hasErrors(t, responseError(sweep("K", "K", "K")), map[string]string{
		`{"id":7,"valid":true}`:     "valid is not a string",
		`{"id":7,"valid":"11"}`:     verdicts,
		`{"id":7,"valid":"\ud800"}`: verdicts,
	})
}

func TestDecodedHello(t *testing.T) {
	hasErrors(t, helloError, map[string]string{
		`{"id":0,"protocol":1,` + impl + `}`:                                  "",
		`{"id":0,"protocol":2,"implementation":7}`:                            "the adapter speaks version 2 of the protocol; this runner speaks version 1",
		`{"id":1,"protocol":1,` + impl + `}`:                                  "the id of hello is 0",
		`{"id":0,` + impl + `}`:                                               "no protocol",
		`{"id":0,"protocol":"1",` + impl + `}`:                                "protocol is not an integer, written as one",
		`{"id":0,"protocol":1}`:                                               "no implementation",
		`{"id":0,"protocol":1,"implementation":{"name":""}}`:                  "no name, or an empty one, in implementation",
		`{"id":0,"protocol":1,"implementation":{"name":"x","n\u0061me":"x"}}`: `the key "name" occurs twice, in implementation`,
		`{"id":0,"protocol":1,"implementation":{"name":"x","y":1,"y":1}}`:     `the key "y" occurs twice, in implementation`,
		`{"id":0,"protocol":1,"implementation":{"name":"x","version":2}}`:     "version is not a string, in implementation",
		`{"id":0,"protocol":1,` + impl + `,"ops":["parse",1]}`:                "ops is not an array of strings",
		`{"id":0,"protocol":1,` + impl + `,"ops":["apply","equal","Parse"]}`:  "ops contains none of parse, valid, sweep",
	})
}

func TestParsedLines(t *testing.T) {
	nested := func(depth int, begin, end string) string {
		return `{"x":` + strings.Repeat(begin, depth) + "[]" + strings.Repeat(end, depth) + "}"
	}
	for _, tt := range []struct{ line, err string }{
		{" {\t\"a\" : [ 1 , 2 ] , \"A\" : {} } \r", ""},
		{`{"":1e400,"x":{"id":1,"id":-0.0E+9},"y":[[],{},null,"\"\\\/\b\f\n\r\t\u0000\uD83D\uDE00"]}`, ""},
		{`{"a":"\ud800","\ud800":1,"\udfff":1}`, ""},
		{"{\"\x7f\u0085\u2028é😀\":1}", ""},
		{nested(199, "[", "]"), ""},
		{nested(199, `{"x":`, "}"), ""},
		{`{"implementation":` + nested(199, "[", "]") + "}", ""},
		{nested(200, "[", "]"), "byte 205: nested more than 200 deep"},
		{nested(1e6, "[", "]"), "byte 205: nested more than 200 deep"},
		{nested(200, `{"x":`, "}"), "byte 1005: nested more than 200 deep"},
		{`{"implementation":` + nested(200, "[", "]") + "}", "byte 223: nested more than 200 deep"},
		{"", "an empty line"},
		{" \t\r", "an empty line"},
		{"\uFEFF{}", "a byte order mark"},
		{"null", "no JSON object"},
		{"{}{}", "byte 2: something after the end of the object"},
		{"{\"a\":\"\xff\"}", "not valid UTF-8"},
		{"{", "byte 1: the line ends within the object"},
		{`{"a":"b`, "byte 7: the line ends within the object"},
		{`{"a":[1}`, "byte 7: invalid character '}' after array element (expecting ',' or ']')"},
		{`{[[[[`, "byte 1: object member name must be a string"},
		{"{\"a\":\"\t\"}", `byte 6: invalid character '\t' in string (expecting non-control character)`},
		{`{"id":null,"\u0069d":1}`, `byte 11: the key "id" occurs twice`},
		{`{"\u0078":1,"x":1}`, `byte 12: the key "x" occurs twice`},
		{`{"\ud800":1,"\ud800":1}`, `byte 12: the key "\\ud800" occurs twice`},
	} {
		_, err := DecodeID([]byte(tt.line))
		if got := strings.TrimPrefix(errorText(err), "no id"); got != tt.err {
			t.Errorf("%.100q: got the error %q, want %q", tt.line, got, tt.err)
		}
	}
}

func TestAllocations(t *testing.T) {
	m, line := message{texts: make(map[string]string), edition: notation.EPIN}, make([]byte, 0, 1000)
	for _, req := range []conformance.Request{parse("+K^'"), valid("K")} {
		resp, err := conformance.Reference(notation.EPIN).Do(t.Context(), req)
		n := testing.AllocsPerRun(200, func() {
			var errRequest, errResponse error
			line, errRequest = AppendRequest(line[:0], MaxID, req, conformance.Ops())
			var asked conformance.Request
			_, _ = m.begin(line)
			decodeRequest(&m, conformance.Ops(), &asked)
			line, errResponse = AppendResponse(line[:0], notation.EPIN, MaxID, req, resp, false)
			var got conformance.Response
			_, _ = m.begin(line)
			decodeResponse(&m, &req, &got, false)
			if errRequest != nil || errResponse != nil || m.err != nil {
				t.Fatal(errRequest, errResponse, m.err)
			}
		})
		if n != 0 || err != nil {
			t.Errorf("%s: %v allocations, %v", req.Op, n, err)
		}
	}
}
