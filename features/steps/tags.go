package steps

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	messages "github.com/cucumber/messages/go/v21"

	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// The tags that are not identifiers of requirements.
const (
	editionPrefix = "@edition-" // before the name of an edition, on a feature
	libraryTag    = "@library"
)

// editionTag returns the edition that the tags of a feature name.
func editionTag(tags []*messages.Tag) (epin.Edition, error) {
	var names []string
	for _, t := range tags {
		if name, ok := strings.CutPrefix(t.Name, editionPrefix); ok {
			names = append(names, name)
		}
	}
	if len(names) != 1 {
		return 0, fmt.Errorf("the feature has %d edition tags: give it one, such as %s%s", len(names), editionPrefix, epin.Current)
	}
	return epin.ParseEdition(names[0])
}

// readTags sets the fields of a scenario from its tags, including those of its feature and
// rule.
func readTags(s *features.Scenario, tags []*messages.PickleTag) error {
	editions := 0
	for _, t := range tags {
		switch id := strings.TrimPrefix(t.Name, "@"); {
		case strings.HasPrefix(t.Name, editionPrefix):
			editions++
		case t.Name == libraryTag:
			s.Library = true
		default:
			r, ok := requirement.Lookup(id)
			if !ok {
				return fmt.Errorf("the tag %s is no requirement, no edition and not %s", t.Name, libraryTag)
			}
			if !r.AppliesTo(s.Edition) {
				return fmt.Errorf("the tag %s is no requirement of edition %s", t.Name, s.Edition)
			}
			s.Requirements = append(s.Requirements, id)
		}
	}
	if editions > 1 {
		return errors.New("an edition tag stands on a feature, not on a rule or scenario")
	}
	slices.Sort(s.Requirements)
	s.Requirements = slices.Compact(s.Requirements)
	if len(s.Requirements) == 0 {
		return errors.New("the scenario names no requirement: tag it, such as @epin/9.4/empty")
	}
	return nil
}
