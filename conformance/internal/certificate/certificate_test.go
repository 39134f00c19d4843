package certificate

import (
	"bytes"
	"context"
	"crypto"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/reporttest"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	_ "github.com/epin-conformance/harness/conformance/internal/testgc"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// reportOf returns the report of a run of the profile quick.
func reportOf(impl conformance.Implementation, cfg suite.Config) result.Report {
	cfg.Profile, cfg.Seed = suite.Quick, 5
	return reporttest.Run(reporttest.Of(impl), cfg, "python3", "adapter.py")
}

// onlyParse offers parse only, without attributes, and takes text only.
type onlyParse struct{ conformance.Implementation }

func (onlyParse) Describe() conformance.Description {
	return conformance.Description{Name: "acme", Version: "1", Ops: []conformance.Op{conformance.OpParse}}
}

func (p onlyParse) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if req.Op != conformance.OpParse {
		return conformance.Response{}, nil
	}
	resp, err := p.Implementation.Do(ctx, req)
	return conformance.Response{Outcome: resp.Outcome}, err
}

// mutantNamed returns a mutant.
func mutantNamed(name string) conformance.Implementation {
	m, _ := mutant.Named(name)
	return m.New(epin.Current)
}

var (
	reference = conformance.Reference(epin.Current)
	// whole returns the report of a library that fully conforms.
	whole = sync.OnceValue(func() result.Report { return reportOf(reference, suite.Config{}) })
	// little returns the report of a library that conforms and offers only parse.
	little = sync.OnceValue(func() result.Report { return reportOf(onlyParse{reference}, suite.Config{}) })
	broken = sync.OnceValue(func() result.Report { return reportOf(mutantNamed("dollar-for-z"), suite.Config{}) })
)

var artifact = Resource{Name: "acme-1.tar.gz", Digest: Digest{SHA256: strings.Repeat("0a", 32)}}

var about = About{
	Artifacts: []Resource{artifact, {Name: "acme", Digest: Digest{GitCommit: strings.Repeat("0b", 20)}}},
	Adapter:   []Resource{{Name: "adapter.py", Digest: Digest{SHA256: strings.Repeat("0c", 32)}}},
}

func statementOf(r result.Report, about About) Statement {
	var file bytes.Buffer
	report.WriteJSON(&file, r) // which does not fail
	return must(New(r, file.Bytes(), about))
}

// newKey returns a new private key and its public key in PEM.
func newKey(kind string) (crypto.Signer, []byte) {
	private, public, err := GenerateKey(kind)
	if err != nil {
		panic(err)
	}
	return must(ParsePrivateKey(private)), public
}

func TestOpenRejects(t *testing.T) {
	key, _ := newKey(Ed25519)
	foreign, _ := newKey(ECDSAP256)
	s := statementOf(whole(), about)
	signed := must(Sign(key, s))
	other := unseal(must(Sign(key, statementOf(little(), about))))
	spoil := func(change func(e *envelope)) []byte {
		e := unseal(signed)
		change(&e)
		return seal(e)
	}
	foreignSig := unseal(must(Sign(foreign, s))).Signatures[0].Sig
	payload := string(s.Bytes())
	for _, test := range []struct {
		name   string
		signed []byte
		says   string
	}{
		{"nothing", nil, "the envelope cannot be read: unexpected end of JSON input"},
		{"cut short", signed[:len(signed)-2], "the envelope cannot be read: unexpected end of JSON input"},
		{"without its line feed", signed[:len(signed)-1], "the envelope was changed: its form differs from that of this program: "},
		{"a blank behind it", append(bytes.Clone(signed), ' '), "the envelope was changed: "},
		{"another one behind it", append(bytes.Clone(signed), signed...), "the envelope cannot be read: invalid character"},
		{"a statement that is not signed", s.Bytes(), "the envelope was changed: "},
		{"an unknown field", bytes.Replace(signed, []byte("{"), []byte(`{"critical":["x"],`), 1), "the envelope was changed: "},
		{"a key twice", bytes.Replace(signed, []byte("{"), []byte(`{"payload":"",`), 1), "the envelope was changed"},
		{"a key in capitals", bytes.Replace(signed, []byte("payload"), []byte("Payload"), 1), "the envelope was changed"},
		{"a letter escaped", bytes.Replace(signed, []byte("application"), []byte(`\u0061pplication`), 1), "the envelope was changed"},
		{"longer than a certificate may be", append(bytes.Clone(signed), make([]byte, MaxBytes)...), "the certificate is longer than 4194304 bytes"},
		{"another type of payload", spoil(func(e *envelope) { e.PayloadType = "text/plain" }), `the payload has the type "text/plain", not application/vnd.in-toto+json`},
		{"no signature", spoil(func(e *envelope) { e.Signatures = []signature{} }), "the envelope has no signature"},
		{"null for signatures", spoil(func(e *envelope) { e.Signatures = nil }), "the envelope has no signature"},
		{"the signature twice", spoil(func(e *envelope) { e.Signatures = append(e.Signatures, e.Signatures[0]) }), "the envelope has 2 signatures instead of one"},
		{"another payload", spoil(func(e *envelope) { e.Payload = other.Payload }), "the signature is invalid: "},
		{"another signature", spoil(func(e *envelope) { e.Signatures = other.Signatures }), "the signature is invalid: "},
		{"an empty signature", spoil(func(e *envelope) { e.Signatures[0].Sig = "" }), "the signature is invalid: "},
		{"another key", must(Sign(foreign, s)), "it names another key: it was signed with "},
		{"another key under this one's name", spoil(func(e *envelope) { e.Signatures[0].Sig = foreignSig }), "the signature is invalid: "},
		{"URL base64", spoil(func(e *envelope) { e.Payload = "-_" + e.Payload[2:] }), "the payload is not in the base64 form of this program"},
		{"a line feed in the payload", spoil(func(e *envelope) { e.Payload += "\n" }), "the payload is not in the base64 form of this program"},
		{"no base64 for a signature", spoil(func(e *envelope) { e.Signatures[0].Sig = "K^'" }), "the signature is not in the base64 form of this program"},
		// The following ones are signed with the key.
		{"an unknown predicate", signAny(key, strings.Replace(payload, "test-result/v0.1", "test-result/v9", 1)), `its predicate is "https://in-toto.io/attestation/test-result/v9", not `},
		{"provenance", signAny(key, `{"_type":"https://in-toto.io/Statement/v1","subject":[],"predicateType":"https://slsa.dev/provenance/v1","predicate":{"buildDefinition":{}}}`), `its predicate is "https://slsa.dev/provenance/v1", not `},
		{"an unknown type", signAny(key, strings.Replace(payload, "Statement/v1", "Statement/v2", 1)), `its type is "https://in-toto.io/Statement/v2", not `},
		{"an unknown critical field of the statement", signAny(key, strings.Replace(payload, "{", `{"critical":["expires"],`, 1)), `the statement cannot be read: at the top: additional properties 'critical' not allowed`},
		{"an unknown critical field of the results", signAny(key, strings.Replace(payload, `"claim":`, `"expires":"2030-01-01","claim":`, 1)), `annotations: additional properties 'expires' not allowed`},
		{"an unknown thing in the configuration", signAny(key, strings.Replace(payload, `"adapter/adapter.py"`, `"waiver"`, 1)), `configuration.3.name: 'waiver' does not match pattern`},
		{"the configuration in another order", signAny(key, strings.Replace(payload, `"name":"corpus"`, `"name":"report"`, 1)), `configuration.1.name: value must be 'corpus'`},
		{"a blank in the statement", signAny(key, strings.Replace(payload, ":", ": ", 1)), "the statement cannot be read: its form differs from that of this program: "},
		{"no statement", signAny(key, "null"), "the statement cannot be read: its type is"},
	} {
		_, err := Open(key.Public(), test.signed)
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: the error is %v, want %q", test.name, err, test.says)
		}
	}
}

// unseal returns an envelope that tests modify.
func unseal(signed []byte) (e envelope) {
	if err := json.Unmarshal(signed, &e); err != nil {
		panic(err)
	}
	return e
}

// signAny signs any payload in an envelope.
func signAny(key crypto.Signer, payload string) []byte {
	sig := must(sign(key, pae(PayloadType, []byte(payload))))
	return seal(envelope{PayloadType, base64Form.EncodeToString([]byte(payload)), []signature{
		{KeyID(key.Public()), base64Form.EncodeToString(sig)},
	}})
}

// TestClaimFollowsFromResults tests that Open rejects a signed statement whose conclusions do
// not follow from the results.
func TestClaimFollowsFromResults(t *testing.T) {
	type edited struct {
		*Statement
		*Configuration
		*Results
	}
	passing := func(n int) func(*edited) {
		return func(e *edited) {
			e.Shown = []result.Claim{}
			for i := range e.Parts {
				e.Parts[i].Counts = result.Counts{Passed: n}
			}
			for i := range e.Requirements {
				e.Requirements[i].Counts = result.Counts{Passed: min(e.Requirements[i].Passed, 1)}
			}
		}
	}
	written := statementOf(little(), about).Bytes()
	const otherPlan = "its plan is not the one that suite 0.2.0 has"
	for _, test := range []struct {
		name   string
		change func(*edited)
		says   string
	}{
		{"a better verdict", func(e *edited) { e.Verdict = result.FullyConformant },
			`the verdict does not follow from the results: it is "fully conformant", and should be "conformant"`},
		{"another result", func(e *edited) { e.Predicate.Result = Warned }, "the result does not follow"},
		{"a failure", func(e *edited) { e.Requirements[0].Failed = 1 }, "failed, but no part of the suite did"},
		{"a negative count", func(e *edited) { e.Requirements[0].Passed = -1 }, "requirements.0.passed: minimum: got -1, want 0"},
		{"an easier level", func(e *edited) { e.Requirements[0].Level = requirement.Informative },
			`the level of epin/3/pin-superset is required, not "informative"`},
		{"an easier level in another version", func(e *edited) {
			e.Suite.Version = "0.1.0"
			e.Requirements[0].Level = requirement.Informative
		}, `the level of epin/3/pin-superset is required, not "informative"`},
		{"no level", func(e *edited) { e.Requirements[0].Level = 0 }, "requirements.0.level: value must be one of "},
		{"an unknown requirement", func(e *edited) {
			e.Requirements = append(e.Requirements, Requirement{ID: "epin/0/none", Level: requirement.Required})
		}, `"epin/0/none" is not a requirement of edition 1.0.0`},
		{"a requirement less", func(e *edited) { e.Requirements = e.Requirements[1:] }, "there are no results for epin/3/pin-superset"},
		{"a requirement less, of another suite", func(e *edited) {
			e.Suite.Version = "0.0.1"
			e.Requirements = slices.DeleteFunc(e.Requirements, func(q Requirement) bool { return q.ID == "epin/6/anchoring" })
		}, "there are no results for epin/6/anchoring"},
		{"a requirement twice", func(e *edited) { e.Requirements = append(e.Requirements, e.Requirements[0]) },
			"epin/3/pin-superset has two results"},
		{"more extra states", func(e *edited) { *e.Shown[0].Extra = 1 },
			"the claim via parse does not follow from the results: the complete test suite for 1 extra state over all bytes was not run in full"},
		{"longer strings", func(e *edited) { *e.Shown[0].Exhausted = 3 }, "every byte string of length up to 3 was not run in full"},
		{"far longer strings", func(e *edited) { *e.Shown[0].Exhausted = 1 << 40 }, "no run claims this"},
		{"no states", func(e *edited) { *e.Shown[0].Extra = -5 }, "shown.0.extra: minimum: got -5, want 0"},
		{"another alphabet", func(e *edited) { e.Shown[0].Alphabet = result.AlphabetBytes }, "the alphabet is"},
		{"another cover", func(e *edited) { e.Shown[0].Cover = []string{""} }, "no run claims this"},
		{"longer chains", func(e *edited) { e.Shown[0].Chains = 3 }, "no run claims this"},
		{"pairs that were not tested", func(e *edited) { e.Shown[0].Probes = 636 },
			"404,497 requests in one order, to one process was not run in full"},
		{"fewer pairs", func(e *edited) { e.Shown[0].Probes = 6 }, "no run claims this"},
		{"prefixes", func(e *edited) { e.Shown[0].Prefixes = true }, "no run claims this"},
		{"the same way twice", func(e *edited) { e.Shown = append(e.Shown, e.Shown[0]) }, "there are two claims via parse"},
		{"a part that was cut short", func(e *edited) {
			for i := range e.Parts {
				e.Parts[i].Complete = false
			}
		}, "was not run in full"},
		{"a layer that is left out", func(e *edited) {
			e.Parts = slices.DeleteFunc(e.Parts, func(p Part) bool { return p.Layer == "properties" })
		}, "it has 18 parts, but its plan has 19"},
		{"a profile that asks more", func(e *edited) { e.Suite.Profile = "standard" }, otherPlan},
		{"an operation that is left out", func(e *edited) { e.Implementation.Ops = []conformance.Op{"valid"} }, otherPlan},
		{"another plan", func(e *edited) { e.Suite.Plan = "sha256:" + strings.Repeat("0", 64) }, otherPlan},
		{"parts with no checks", passing(0), "has more checks than all parts of the suite have"},
		{"parts with one check", passing(1), "the layer vectors by parse has 176 checks, but its plan has 1308"},
		{"a part that skips", func(e *edited) {
			e.Shown = []result.Claim{}
			for i := range e.Parts {
				if e.Parts[i].Layer == "exhaustive" && e.Parts[i].Passed > 0 {
					e.Parts[i].Passed, e.Parts[i].Skipped = e.Parts[i].Passed-1, e.Parts[i].Skipped+1
				}
			}
		}, "checks, but its plan skips "},
		{"more checks of a requirement than there are", func(e *edited) { e.Requirements[0].Passed = 1 << 40 },
			"epin/3/pin-superset has more checks than all parts of the suite have"},
		{"no subject", func(e *edited) { e.Subject = nil }, "subject: got null, want array"},
		{"a subject twice", func(e *edited) { e.Subject = append(e.Subject, e.Subject[0]) }, "subject: items at 0 and 2 are equal"},
		{"a subject without a digest", func(e *edited) { e.Subject[0].Digest = Digest{} },
			"subject.0.digest: missing property 'sha256'"},
		{"a digest in capitals", func(e *edited) { e.Subject[0].Digest.SHA256 = strings.Repeat("0A", 32) },
			"subject.0.digest.sha256: "},
		{"no digest of the report", func(e *edited) { e.Report = Digest{} }, "configuration.2.digest: missing property 'sha256'"},
		{"a seed that is none", func(e *edited) { e.Suite.Seed = "05" }, `seed: '05' does not match pattern`},
		{"an unknown profile", func(e *edited) { e.Suite.Profile = "all" }, "profile: value must be one of "},
		{"a program without an adapter", func(e *edited) { e.Suite.Profile = "exec" }, "a run of profile exec has no statement"},
		{"an unknown edition", func(e *edited) { e.Suite.Edition = "2" }, "edition: value must be one of "},
	} {
		s := must(Decode(written))
		test.change(&edited{&s, &s.Predicate.Configuration, &s.Predicate.Configuration.Results})
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, want %q", test.name, err, test.says)
		}
	}
	// If all bytes were tested, an incorrect number of words is an error.
	s := must(Decode(statementOf(whole(), about).Bytes()))
	for i, p := range s.Predicate.Configuration.Results.Parts {
		if p.Layer == "complete" {
			s.Predicate.Configuration.Results.Parts[i].Passed--
		}
	}
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "has 2966 words, and 2965 of the responses were correct") {
		t.Errorf("a word less: %v", err)
	}
}

func TestCertifies(t *testing.T) {
	with := func(r result.Report, change func(*result.Report)) result.Report {
		change(&r)
		return r
	}
	withPart := func(change func(*result.Part)) result.Report {
		r := little()
		r.Claims, r.Parts = nil, slices.Clone(r.Parts)
		change(&r.Parts[0])
		return r
	}
	failed := func(r result.Report) (lines []knownfailures.Line) {
		for _, q := range r.Requirements {
			if q.Failed > 0 {
				lines = append(lines, knownfailures.Line{ID: q.ID, Reason: "issue 12"})
			}
		}
		return lines
	}
	lines := failed(broken())
	full := func(known []knownfailures.Line) result.Report {
		return reportOf(onlyParse{mutantNamed("table-full")}, suite.Config{Known: known})
	}
	fullKnown := full(failed(full(nil)))
	if !fullKnown.Unstable {
		t.Error("non-deterministic responses are not reported if the failures are known")
	}
	for _, test := range []struct {
		name   string
		report result.Report
		about  About
		result string
		says   string // the error of Certifies; "" for a certificate
	}{
		{"fully conformant", whole(), about, Passed, ""},
		{"conformant", little(), about, Passed, ""},
		{"no artifact", whole(), About{}, Passed, "its subject is the report, not an artifact"},
		{"not conformant", broken(), about, Failed, `the verdict is "not conformant"`},
		// It passes the complete test suite, and other layers refute the assumption of the guarantee.
		{"refuted", reportOf(mutantNamed("url-decoded"), suite.Config{}), about, Failed, `the verdict is "not conformant"`},
		{"known failures", reportOf(onlyParse{mutantNamed("dollar-for-z")}, suite.Config{Known: lines}), about, Warned,
			"the verdict was given with known failures"},
		{"known failures of answers that change", fullKnown, about, Warned, "the verdict was given with known failures"},
		{"a list of known failures out of date", reportOf(onlyParse{reference}, suite.Config{Known: lines[:1]}), about, Failed,
			`the verdict is "known failures out of date"`},
		{"a selection", reportOf(reference, suite.Config{Only: []string{"vectors"}}), about, Failed, `the run is inconclusive`},
		{"something was declined", with(whole(), func(r *result.Report) {
			r.Declined, r.Verdict, r.Claims = &result.Declined{Values: 1, First: `apply "K"`}, result.Conformant, nil
		}), about, Failed, `the implementation declined 1 offered request, such as apply "K"`},
		{"unstable", with(whole(), func(r *result.Report) { r.Unstable = true }), about, Warned, "the same input had different responses"},
		{"a part that was cut short", withPart(func(p *result.Part) { p.Complete = false }), about, Failed,
			"the layer vectors by parse was cut short"},
		{"a part that failed", withPart(func(p *result.Part) { p.Passed, p.Failed = p.Passed-1, 1 }), about, Failed,
			"the layer vectors by parse failed"},
		{"no name", with(whole(), func(r *result.Report) { r.Implementation.Name = "" }), about, Failed, "the implementation has no name"},
	} {
		s := statementOf(test.report, test.about)
		err := s.Certifies()
		if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, want %q", test.name, err, test.says)
		}
		if s.Predicate.Result != test.result {
			t.Errorf("%s: the result is %s, want %s", test.name, s.Predicate.Result, test.result)
		}
		claim := s.Predicate.Configuration.Results.Claim
		claims := !strings.HasPrefix(claim[0], "No conformance of ")
		proves := strings.Contains(strings.Join(claim, "\n"), "If the recogniser behind")
		if claims != (err == nil || test.name == "no artifact") || proves != claims {
			t.Errorf("%s: it claims %q", test.name, claim)
		}
		var indented bytes.Buffer
		s.WriteTo(&indented)
		if back, err := Decode(indented.Bytes()); err != nil || !bytes.Equal(back.Bytes(), s.Bytes()) { // by its schema
			t.Errorf("%s: Decode returns another statement (%v)", test.name, err)
		}
	}
}

// TestClaimInWords tests that the first sentence of the claim names its subject and the
// requirements that were not tested.
func TestClaimInWords(t *testing.T) {
	claim := statementOf(little(), about).Predicate.Configuration.Results.Claim
	for at, part := range map[int]string{
		0:              "acme 1 conforms to EPIN edition 1.0.0 in what it offers. It does not offer what the tests of these required requirements need, so there is no claim about them: epin/7.1/name, ",
		1:              "Recommended, and not tested: epin/9.3/pin, ",
		2:              "Only text was tested",
		3:              "Not offered by the implementation, so not tested: valid, apply, equal, sweep.",
		4:              "Correct on every text of up to 1 byte, and the complete test suite for no extra state over the 128 bytes of ASCII (via parse).",
		5:              "If the recogniser behind parse is a finite automaton over the 128 bytes of ASCII, with each state reached by one of \"\", \"+\", \"a\", \"a^\", \"a'\", \"^\" (the fault domain)",
		len(claim) - 1: "in profile quick of suite " + conformance.Version,
	} {
		if !strings.Contains(claim[at], part) {
			t.Errorf("sentence %d is %q, want %q in it", at, claim[at], part)
		}
	}
	failed := statementOf(broken(), about)
	if first := failed.Predicate.Configuration.Results.Claim[0]; !strings.Contains(first, `the verdict is "not conformant"`) ||
		!slices.Contains(failed.Predicate.FailedTests, "epin/9.4/line-break") || slices.Contains(failed.Predicate.PassedTests, "epin/9.4/line-break") {
		t.Errorf("the statement of an incorrect library begins with %q, and lists %q as failed", first, failed.Predicate.FailedTests)
	}
}

// TestPlanOfFailedRun: a failed part has no claim, and the statement of its run still has the
// plan of its size.
func TestPlanOfFailedRun(t *testing.T) {
	length := 2 // that of the profile is 1
	s := statementOf(reportOf(onlyParse{mutantNamed("dollar-for-z")}, suite.Config{Exhaustive: &length}), about)
	cfg, err := s.Predicate.Configuration.Config()
	if err != nil || *cfg.Complete != 0 || *cfg.Exhaustive != length || !s.IsPlanned() {
		t.Errorf("planned: %v; %+v, %v", s.IsPlanned(), cfg, err)
	}
}

func TestAgrees(t *testing.T) {
	was := statementOf(whole(), about)
	cfg := must(was.Predicate.Configuration.Config())
	if cfg.Seed != 5 || cfg.Profile != suite.Quick || cfg.Edition != epin.Current || *cfg.Complete != 0 || *cfg.Exhaustive != 1 || cfg.Fuzz == nil || cfg.Fuzz.Rounds != 0 {
		t.Errorf("Config returns %+v", cfg)
	}
	// Another machine may have other locales.
	in := func(of result.Counts) Statement {
		s := was
		r := &s.Predicate.Configuration.Results
		r.Parts = append(slices.Clone(r.Parts), Part{Layer: result.LayerEnvironments, Counts: of})
		r.Requirements = slices.Clone(r.Requirements)
		r.Requirements[0].Passed += of.Passed
		return s
	}
	here := in(result.Counts{Passed: 6})
	another, since, askedLess, offersLess, elsewhere := whole(), broken(), whole(), was, was
	another.Implementation.Version = "7"
	since.Implementation = whole().Implementation
	offersLess.Predicate.Configuration.Results.Implementation.Ops = []conformance.Op{conformance.OpValid}
	offeredLess := offersLess
	offeredLess.Predicate.Configuration.Corpus = Digest{SHA256: strings.Repeat("0", 64)}
	askedLess.Parts = slices.Clone(askedLess.Parts)
	askedLess.Parts[2].Passed, askedLess.Parts[2].NotExercised = askedLess.Parts[2].Passed-1, askedLess.Parts[2].NotExercised+1
	elsewhere.Predicate.Configuration.Corpus = Digest{SHA256: strings.Repeat("0", 64)} // another corpus has another plan
	again := func(r result.Report) Statement { return statementOf(r, About{}) }
	for name, test := range map[string]struct {
		was, again Statement
		says       string
	}{
		"the same run":                {was, again(reportOf(reference, cfg)), "<nil>"},
		"fewer environments":          {here, in(result.Counts{Passed: 4, NotExercised: 2}), "<nil>"},
		"a failure in an environment": {here, in(result.Counts{Passed: 5, Failed: 1}), "the results of epin/3/pin-superset are {"},
		"another library":             {was, again(little()), `it tested "acme", version "1", but the certificate is about "epin reference"`},
		"another version":             {was, again(another), `another version was tested: the implementation has version "7", but the certificate has version "`},
		"broken since":                {was, again(since), `its verdict is "not conformant", but that of the certificate is "fully conformant"`},
		"offers less":                 {was, offersLess, "it offers ops [valid], methods ["},
		"offers more":                 {offersLess, was, "it offers ops ["},
		"offers more, another corpus": {offeredLess, was, "<nil>"},
		"asked less":                  {was, again(askedLess), "the results of the layer vectors by apply are {"},
		"asked less, another corpus":  {elsewhere, again(askedLess), "<nil>"},
	} {
		if err := fmt.Sprint(test.was.Agrees(test.again)); !strings.HasPrefix(err, test.says) {
			t.Errorf("%s: %s, want %q", name, err, test.says)
		}
	}
}

func TestArtifacts(t *testing.T) {
	s := statementOf(whole(), about)
	if err := s.IsAbout([]Resource{{Name: "renamed", Digest: artifact.Digest}}); err != nil {
		t.Error(err)
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "acme.zip")
	if err := os.WriteFile(name, []byte("K^'"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := must(FileResource(name))
	if r.Name != "acme.zip" || r.Digest.SHA256 != fmt.Sprintf("%x", sha256.Sum256([]byte("K^'"))) {
		t.Errorf("%+v", r)
	}
	err := s.IsAbout([]Resource{{Digest: artifact.Digest}, r})
	if err == nil || !strings.Contains(err.Error(), "it is about another artifact: the digest of acme.zip is sha256:") {
		t.Errorf("another artifact: %v", err)
	}
	files, err := AdapterFiles([]string{"python3", name, name, dir, "-v", filepath.Join(dir, "none")})
	if err != nil || len(files) != 1 || files[0] != r {
		t.Errorf("the adapter's files are %+v, %v", files, err)
	}
}

// TestOldCertificate tests that Open accepts a certificate of version 0.1.0.
func TestOldCertificate(t *testing.T) {
	read := func(name string) []byte { return must(os.ReadFile("../../cmd/epin/testdata/0.1.0/" + name)) }
	s := must(Open(must(ParsePublicKey(read("ed25519.pub"))), read("reference.certificate")))
	if err := s.Certifies(); err != nil {
		t.Error(err)
	}
}
