package suite

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// Verdict is the word about an implementation.
type Verdict uint8

// The verdicts. The zero value is NoVerdict.
const (
	// NoVerdict: nothing failed, and not enough was asked to say more.
	NoVerdict Verdict = iota
	// NotConformant: a requirement, of whatever level, failed.
	NotConformant
	// Conformant: nothing failed, and validity was exercised.
	Conformant
	// FullyConformant: besides, every required and recommended requirement was
	// exercised.
	FullyConformant
)

// String returns the verdict in lower case, such as "not conformant".
func (v Verdict) String() string {
	return [...]string{"no verdict", "not conformant", "conformant", "fully conformant"}[v]
}

// decide gives the verdict on the results of an edition's requirements, and the
// reason in a sentence. cut says why the run was cut short, or is empty; partial
// says that only a selection was asked.
func decide(edition epin.Edition, results []RequirementResult, cut string, partial bool) (Verdict, string) {
	var failed, unexercised, validity, wanted int
	for _, r := range results {
		switch {
		case r.Failed > 0:
			failed++
		case r.Passed == 0 && r.Level != requirement.Informative:
			unexercised++
			if slices.Contains(requirement.Validity(edition), r.ID) {
				validity++
			}
		}
		if r.Passed+r.Failed > 0 {
			wanted++
		}
	}
	switch {
	case failed > 0 && cut != "":
		return NotConformant, fmt.Sprintf("%s failed before the run was cut short. %s", requirementsOf(failed, wanted), sentence(cut))
	case failed > 0:
		return NotConformant, requirementsOf(failed, wanted) + " failed."
	case cut != "":
		return NoVerdict, sentence(cut)
	case partial && wanted == 0:
		return NoVerdict, "Only a selection was asked (--only), and the implementation offers no way to ask it."
	case partial:
		return NoVerdict, "Only a selection was asked (--only): what was asked holds, and the rest is not known."
	case validity > 0:
		return NoVerdict, "The implementation was not asked what is valid in full, so nothing can be said of it."
	case unexercised > 0:
		return Conformant, fmt.Sprintf("Nothing failed; %d of the required and recommended requirements could not be asked.", unexercised)
	}
	return FullyConformant, "Nothing failed, and every required and recommended requirement was exercised."
}

func requirementsOf(failed, exercised int) string {
	if exercised == 1 {
		return "The 1 requirement that was exercised"
	}
	return fmt.Sprintf("%d of the %d requirements that were exercised", failed, exercised)
}

// sentence makes a sentence of the text of an error.
func sentence(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[size:]
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}
