package suite

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
)

// Config configures a run. Single requests among the selectors are sent first, to one process, in
// their order.
type Config struct {
	Open    conformance.Factory // the implementation under test; required
	OpenIn  OpenIn              // the same in another environment; nil if it has no process of its own
	Edition *notation.Edition   // nil is EPIN, edition 1.0.0
	Profile Profile
	Seed    uint64               // of everything random
	Only    []string             // selectors, see [selector.Parse]; empty for everything
	Known   []knownfailures.Line // known failures, see [result.KnownFailures]; nil for no list, which differs from an empty one
	Sizes
	Limits
	Processes
	Hooks

	without []string // requirements whose checks are left out, see [selector.NewSelection]
}

// Sizes are those of layers, in place of the sizes of the profile.
type Sizes struct {
	Complete   *int  // extra states of the layer complete; nil for that of the profile
	Exhaustive *int  // longest string of the layer exhaustive; nil for that of the profile
	Fuzz       *Fuzz // limits of the layer fuzz; nil for those of the profile
}

// Limits end a run early.
type Limits struct {
	MaxTime  time.Duration // time limit of the whole run; 0 for none
	FailFast bool          // end at the first failed check that is not known as it is, before it is shrunk

	// Names of the two fields in errors and in the reason why a run was cut short, such as the flags of
	// a command. An empty name is that of the field.
	Names struct{ MaxTime, FailFast string }
}

// Processes are the implementations that a run opens.
type Processes struct {
	Jobs   int // implementations that work at a time, in goroutines of their own; 0 is 1
	Spread int // checks from which a part is spread over [supervise.Instances] implementations; 0 for two million
}

// Hooks are functions that a run calls, from one goroutine at a time. Each may be nil.
type Hooks struct {
	Now      func() time.Time      // the clock; nil for time.Now
	Progress func(Progress)        // during the run
	Row      func(features.Result) // with the result of each row of the layer features, in order, also of a row that is not tested
}

// Progress is how far a run is.
type Progress struct {
	Planned   int             // checks of all parts
	Before    int             // of them, checks of the parts before the current one
	Layer, Op string          // the current part, see [result.Part]; empty after the last part
	Checks    int             // of the current part; 0 for the layer fuzz
	Done      int             // finished checks of the current part; for the layer fuzz, requests
	First     *result.Failure // the first failed check that is not a known failure; nil for none
}

// plan is a configuration with its selectors parsed and its defaults filled in.
type plan struct {
	Config
	selection     *selector.Selection
	extra, length int // see [Config]
	oracle        *oracle.Oracle
	known         map[string]int // by identifier, the index of the line in Known
}

// newPlan resolves a configuration. An error is a *[selector.Error].
func newPlan(cfg Config) (plan, error) {
	profile := profiles[cfg.Profile]
	cfg.Names.MaxTime, cfg.Names.FailFast = cmp.Or(cfg.Names.MaxTime, "MaxTime"), cmp.Or(cfg.Names.FailFast, "FailFast")
	cfg.Edition = cmp.Or(cfg.Edition, notation.EPIN)
	cfg.Spread = cmp.Or(cfg.Spread, worthSpreading)
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	p := plan{
		Config: cfg, oracle: oracle.New(cfg.Edition),
		extra: profile.extra, length: profile.length, known: map[string]int{},
	}
	for i, l := range cfg.Known {
		p.known[l.ID] = i
	}
	var err error
	if p.selection, err = selector.NewSelection(cfg.Edition, cfg.Only, cfg.without); err != nil {
		return p, err
	}
	if cfg.Complete != nil {
		p.extra = *cfg.Complete
		if p.extra < 0 {
			return p, selector.Errorf("the complete test suite for %d extra states: give 0 or more", p.extra)
		}
		if err := cfg.affordable("the complete test suite for "+result.ExtraStates(p.extra), "words", estimateOfComplete(cfg.Edition, p.extra)); err != nil {
			return p, err
		}
	}
	if cfg.Exhaustive != nil {
		p.length = *cfg.Exhaustive
		if p.length < 0 {
			return p, selector.Errorf("every byte string of length up to %d: give 0 or more", p.length)
		}
		size := (math.Pow(256, float64(p.length+1)) - 1) / 255
		if err := cfg.affordable(fmt.Sprintf("every byte string of length up to %d", p.length), "strings", size); err != nil {
			return p, err
		}
	}
	if f := cfg.Fuzz; f != nil { // that of the profile just ends with the run
		switch {
		case f.Time < 0 || f.Rounds < 0:
			return p, selector.Errorf("the time and the number of rounds for fuzzing: give 0 or more")
		case cfg.MaxTime > 0 && f.Time >= cfg.MaxTime:
			return p, selector.Errorf("fuzzing for %s leaves no time for other tests, since the time limit of the run is %s: fuzz for less, or raise %s",
				f.Time, cfg.MaxTime, cfg.Names.MaxTime)
		}
	}
	return p, nil
}

func (cfg Config) fuzz() Fuzz {
	if cfg.Fuzz != nil {
		return *cfg.Fuzz
	}
	return Fuzz{Time: profiles[cfg.Profile].fuzz}
}

// Fuzzes reports whether the run has the layer fuzz.
func (cfg Config) Fuzzes() bool { return cfg.fuzz().goes() }

// bestRate is the number of verdicts per second of a fast library behind a pipe. What takes too
// long at this rate is refused.
const bestRate = 5_000_000

// longestRun is the limit of every part, whatever the time limit of the run.
const longestRun = 24 * time.Hour

// estimateOfComplete returns the number of words of a complete suite. From three extra states on,
// counting takes long, so it extrapolates.
func estimateOfComplete(edition *notation.Edition, extra int) float64 {
	const counted = 2
	size := float64(completeSuite(edition, min(extra, counted)).Size())
	return size * math.Pow(256, float64(max(extra-counted, 0)))
}

// affordable returns an error for a number of words that takes longer than the run may.
func (cfg Config) affordable(what, things string, size float64) error {
	rate := bestRate * min(max(cfg.Jobs, 1), supervise.Instances)
	seconds := size / float64(rate)
	limit, advice := longestRun, "choose a smaller number"
	if cfg.MaxTime > 0 && cfg.MaxTime < limit {
		limit = cfg.MaxTime
		if seconds <= longestRun.Seconds() {
			advice += ", or raise " + cfg.Names.MaxTime
		}
	}
	if seconds <= limit.Seconds() {
		return nil
	}
	return selector.Errorf("%s: about %.3g %s, at least %.3g hours at %s responses a second; the time limit of the run is %s: %s",
		what, size, things, seconds/3600, number.Thousands(rate), limit, advice)
}

// Profile is the amount of testing. The zero value is Standard.
type Profile uint8

// The profiles.
const (
	Standard Profile = iota // the default
	Quick                   // seconds even for a slow library
	Thorough                // some minutes

	// Exec is for an implementation with a process per request that offers only OpValid, such as
	// a [wire.Program]: the vectors, which have all valid tokens, and the complete suite for no
	// extra state over some bytes, see [result.AlphabetEnds]. It is not among [Profiles].
	Exec
)

// Profiles returns the profiles to choose from, the smallest first.
func Profiles() []Profile { return []Profile{Quick, Standard, Thorough} }

// profiles has the sizes of each profile. The first three are those of the fastest operation.
var profiles = [...]struct {
	name   string
	extra  int           // extra states of the complete suite
	length int           // length up to which every byte string is tested
	pairs  int           // tokens of other letters that each token is compared with, or everyPair
	inputs int           // of each property
	chars  string        // characters of the layer scalars
	fuzz   time.Duration // time of the layer fuzz; 0 for none
}{
	Standard: {"standard", 1, 2, 8, 1000, scalarsThatMatter, 0},
	Quick:    {"quick", 0, 1, 8, 200, scalarsThatMatter, 0},
	Thorough: {"thorough", 1, 3, everyPair, 5000, allScalars, time.Minute},
	Exec:     {"exec", 1, 2, 8, 1000, scalarsThatMatter, 0},
}

// otherOpsLength is the length for the other operations: each is tested with every single byte.
// Their complete suite is that for zero extra states. In the profile thorough they have the sizes of the fastest.
const otherOpsLength = 1

// String returns the name of the profile, such as "standard".
func (p Profile) String() string {
	if int(p) < len(profiles) {
		return profiles[p].name
	}
	return fmt.Sprintf("Profile(%d)", uint8(p))
}

// ParseProfile returns the profile with a name; an error lists the profiles.
func ParseProfile(name string) (Profile, error) {
	var names []string
	for _, p := range Profiles() {
		if p.String() == name {
			return p, nil
		}
		names = append(names, p.String())
	}
	return 0, fmt.Errorf("unknown profile %s: choose one of %s", selector.Quoted(name), strings.Join(names, ", "))
}
