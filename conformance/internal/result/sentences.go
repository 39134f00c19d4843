package result

import (
	"strings"
	"text/template"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
)

// guarantees are templates of the guarantees of a claim, each with its assumption. The first sentence
// of each is its short form. White space is collapsed.
const guarantees = `
{{define "language"}}
{{$over := over .}}Correct on all
{{if and .Characters $over.Text}}texts, of any length, over all {{$over.Characters}}
{{- else}}strings, of any length{{if $over.Limits}}, over {{.Alphabet}}{{end}}{{end}}, via {{.Way}}, if the recogniser behind it is a finite automaton within the
fault domain{{if ends .}} and treats every byte like a tested byte of its class{{end}}.
The fault domain has the finite automata over {{if ends .}}bytes{{else}}{{.Alphabet}}{{end}}, with each
state reached by one of {{range $i, $word := .Cover}}{{if $i}}, {{end}}{{printf "%q" $word}}{{end}}{{with extra .}} followed by at most {{counted . "byte"}}{{end}}
{{- if .Prefixes}}, or by a prefix of a valid token{{end}}
{{- if .Characters}}; for texts, also the finite automata over {{$over.Characters}}, with each state reached
by one of these strings{{end}}.
{{end}}
{{define "order"}}
The order of {{if sweeps .}}tokens within a sweep{{else}}requests for tokens{{end}} changes no response of
{{.Way}}, if a response depends on its {{if sweeps .}}token{{else}}request{{end}} and at most the one before
it in the same {{if sweeps .}}sweep{{else}}process{{end}}.
{{.Probes}} strings, all tokens among them, were tested each directly after each.
{{end}}
{{define "values"}}
The string forms{{if .Attributes}} and attributes{{end}} after every chain of transformations, of any length,
are correct{{if .Unread}}, whether everything is read after each transformation or nothing before the end
{{- else}} if the string form is read after each transformation{{end}}, if every internal state of a value is
reached from some token by at most {{counted (shorter .Chains) "transformation"}}.
All chains of up to {{.Chains}} were tested on all tokens. No test can check the assumption.
{{end}}
{{define "assumptions"}}
No test can check the assumptions;
{{if ends .}}looking for failures outside them, and testing more than the verdict, takes an adapter
{{- else}}the other layers look for failures outside them{{end}}.
{{end}}`

// explained is where the guarantees and their assumptions are explained.
const explained = " What this means: https://github.com/epin-conformance/harness/tree/main/conformance#what-a-pass-guarantees"

// says executes templates of guarantees, in full or in short.
func (c Claim) says(full bool, names ...string) string {
	t := template.Must(template.New("").Funcs(template.FuncMap{
		"counted": number.Counted,
		"shorter": func(n int) int { return n - 1 },
		"extra":   func(c Claim) int { return *c.Extra },
		"over":    func(c Claim) alphabet { return alphabets[c.Alphabet] },
		"ends":    func(c Claim) bool { return c.Alphabet == AlphabetEnds },
		"sweeps":  func(c Claim) bool { return c.Way == string(conformance.OpSweep) },
	}).Parse(guarantees))
	var all []string
	for _, name := range names {
		var b strings.Builder
		if err := t.ExecuteTemplate(&b, name, c); err != nil {
			panic(err) // the templates fit every claim
		}
		text := strings.Join(strings.Fields(b.String()), " ")
		if sentence, _, more := strings.Cut(text, ". "); more && !full {
			text = sentence + "."
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

// Guarantee returns the guarantees of the complete test suite and of the order of requests, in full or
// in short, for a claim without Unproven. It is empty if Extra is nil.
func (c Claim) Guarantee(full bool) string {
	if c.Extra == nil {
		return ""
	}
	names := []string{"language"}
	if c.Probes > 0 {
		names = append(names, "order")
	}
	if full {
		names = append(names, "assumptions")
	}
	return c.says(full, names...) + explained
}

// GuaranteeOfValues returns the guarantee of the chains of transformations, in full or in short. It is
// empty if Chains is 0.
func (c Claim) GuaranteeOfValues(full bool) string {
	if c.Chains == 0 {
		return ""
	}
	return c.says(full, "values")
}
