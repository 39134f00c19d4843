package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/conformance/wire"
)

type editionFlag struct {
	*notation.Edition      // nil without the flag, unless addFlag set the default
	detects           bool // whether it may be auto
	auto              bool
}

const autoEdition = "auto"

func (f *editionFlag) Set(text string) (err error) {
	f.auto = f.detects && (text == autoEdition || strings.HasSuffix(text, "/"+autoEdition))
	name := text
	if f.auto {
		name = strings.TrimSuffix(text, autoEdition) + notation.EPIN.Number
	}
	if f.Edition, err = notation.Named(name); err != nil && f.detects {
		_, err = notation.Named(text) // names what was given
		err = fmt.Errorf("%w, or auto, pin/auto or qpi/auto to detect it", err)
	}
	return err
}

func (f *editionFlag) String() string {
	switch {
	case f.Edition == nil: // the zero value, which package pflag makes
		return ""
	case f.auto:
		return strings.TrimSuffix(f.Edition.String(), f.Number) + autoEdition
	}
	return f.Edition.String()
}

func (f *editionFlag) Type() string { return "edition" }

// addFlag adds --edition to a command that is about one edition, EPIN without the flag.
func (f *editionFlag) addFlag(cmd *cobra.Command, usage string) {
	f.Edition = notation.EPIN
	cmd.Flags().Var(f, "edition", usage)
}

// addFilter adds --edition to a command that shows, of all editions, what there is.
func (f *editionFlag) addFilter(cmd *cobra.Command, what string) {
	cmd.Flags().Var(f, "edition", "only the "+what+" of this edition: "+notation.Names()+" (default all)")
}

func (f *editionFlag) editions() []*notation.Edition {
	if f.Edition != nil {
		return []*notation.Edition{f.Edition}
	}
	return notation.All()
}

type profileFlag suite.Profile

func (f *profileFlag) Set(text string) error {
	p, err := suite.ParseProfile(text)
	*f = profileFlag(p)
	return err
}

func (f *profileFlag) String() string { return suite.Profile(*f).String() }
func (f *profileFlag) Type() string   { return "profile" }

// optional is the value of a flag for a number that is nil without the flag.
type optional struct{ value **int }

func (o optional) Set(text string) error {
	n, err := strconv.Atoi(text)
	*o.value = &n
	return err
}

func (o optional) String() string { return "" }
func (o optional) Type() string   { return "int" }

var newSeed = rand.Uint32

// defaultWaits is how long an adapter is waited for where no flag says it.
var defaultWaits = wire.Command{}.OrDefaults()

func addWaitFlags(cmd *cobra.Command, c *wire.Command) {
	c.Names = wire.Names{HelloTimeout: "--hello-timeout", Timeout: "--timeout"}
	f := cmd.Flags()
	f.DurationVar(&c.HelloTimeout, "hello-timeout", defaultWaits.HelloTimeout, "time limit for the response to hello")
	f.DurationVar(&c.Timeout, "timeout", defaultWaits.Timeout, "time limit for the next response while any is due")
	f.DurationVar(&c.Grace, "grace", defaultWaits.Grace, "time limit for the adapter to exit after its input ended")
}

const mostJobs = 64

// checkLimits returns an error for a limit that is not above zero, or for too many jobs.
func checkLimits(cmd *cobra.Command, _ []string) error {
	for _, name := range []string{"hello-timeout", "timeout", "grace", "max-time", "jobs"} {
		if f := cmd.Flags().Lookup(name); f != nil {
			if text := f.Value.String(); text == "0" || text == "0s" || text[0] == '-' {
				return fmt.Errorf("--%s is %s: it has to be above zero", name, text)
			}
		}
	}
	if jobs, err := cmd.Flags().GetInt("jobs"); err == nil && jobs > mostJobs {
		return fmt.Errorf("--jobs is %d: use at most %d", jobs, mostJobs)
	}
	return nil
}

// addFileFlag adds a flag for the name of a file. short is its letter, or empty.
func addFileFlag(cmd *cobra.Command, name *string, flag, short, usage string) {
	cmd.Flags().FuncP(flag, short, usage, func(text string) error {
		if *name = text; text == "" {
			return errors.New("it names no file")
		}
		return nil
	})
}

// arguments checks that a command has these arguments, and no others. `-- COMMAND [ARG...]` may
// follow where the usage says so.
func arguments(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		dash := cmd.ArgsLenAtDash()
		if dash >= 0 && strings.Contains(cmd.Use, "-- COMMAND") {
			if dash == len(args) {
				return errors.New("nothing follows `--`: name the command that starts the adapter")
			}
			args = args[:dash]
		}
		switch {
		case len(args) < len(names):
			return fmt.Errorf("no %s is given: write `%s`", names[len(args)], cmd.UseLine())
		case len(args) > len(names):
			return fmt.Errorf("unexpected argument %q: write `%s`", args[len(names)], cmd.UseLine())
		}
		return nil
	}
}

//go:embed reference.md
var reference string

// complete gives a command, and those below it, what they do not say themselves: the text and the
// examples that reference.md has, that flags are shown in the order of their definition, that there
// are no arguments, and completions of flags.
func complete(cmd *cobra.Command) {
	_, section, _ := strings.Cut(reference, "\n## "+cmd.CommandPath()+"\n\n```\n")
	section, _, _ = strings.Cut(section, "\n```\n")
	cmd.Long, section, _ = strings.Cut(section, "\n\nUsage:\n")
	_, section, _ = strings.Cut(section, "\n\nExamples:\n")
	cmd.Example, _, _ = strings.Cut(section, "\n\n")
	cmd.Flags().SortFlags = false
	if cmd.Args == nil {
		cmd.Args = arguments()
	}
	for name, words := range flagWords {
		_ = cmd.RegisterFlagCompletionFunc(name, completed(words)) // if there is such a flag, and it has none yet
	}
	for _, sub := range cmd.Commands() {
		complete(sub)
	}
}

// advanced are the flags that short help leaves out.
var advanced = strings.Fields(`complete exhaustive jobs max-time seed hello-timeout timeout grace env env-clear no-color
	rounds replays write-known-failures transcript list fuzz-time fail-fast verbose exec artifact git`)

// addHelp adds --help-all: without it, help has no long text, no advanced flags, and few examples, so that it
// fits a terminal of 24 lines. The command help returns an error for a command that does not exist.
func addHelp(root *cobra.Command) {
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped 80"))
	all := false
	root.PersistentFlags().BoolFunc("help-all", "show everything", func(string) error {
		all = true
		return pflag.ErrHelp // ends the command line, as --help does
	})
	whole := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if !all {
			cmd.Long = ""
			examples := strings.Split(cmd.Example, "\n")
			cmd.Example = strings.Join(examples[:min(len(examples), 3)], "\n")
			cmd.Flags().VisitAll(func(f *pflag.Flag) {
				f.Hidden = f.Hidden || slices.Contains(advanced, f.Name)
			})
		}
		whole(cmd, args)
	})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	completion, _, _ := root.Find([]string{"completion"}) // it was just added
	group(completion)
	help, _, _ := root.Find([]string{"help"})
	help.RunE = func(_ *cobra.Command, args []string) error {
		cmd, rest, _ := root.Find(args) // rest holds what is not a command
		if err := noCommand(cmd, rest); err != nil {
			return err
		}
		return cmd.Help()
	}
}

// noCommand returns an error if a command that only holds others has an argument. It suggests
// commands with a similar name.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := each(cmd.Commands(), (*cobra.Command).Name)
	return fmt.Errorf("unknown command %q for %q%s", args[0], cmd.CommandPath(), nearest(args[0], names))
}

// wanted is what the values of flags of a type look like.
var wanted = map[string]string{
	"duration": "a duration: write it like 30s or 5m",
	"int":      "a whole number",
	"uint32":   "a whole number from 0 to 4294967295",
}

// flagError explains an error about a flag: flags with a similar name, or what a value looks like.
func flagError(cmd *cobra.Command, err error) error {
	if missing, ok := errors.AsType[*pflag.NotExistError](err); ok && missing.GetSpecifiedShortnames() == "" {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return fmt.Errorf("%w%s", err, nearest("--"+missing.GetSpecifiedName(), names))
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		name := invalid.GetFlag().Name
		if want := wanted[invalid.GetFlag().Value.Type()]; want != "" {
			return fmt.Errorf("--%s %q is not %s", name, invalid.GetValue(), want)
		}
		return fmt.Errorf("--%s: %w", name, invalid.Unwrap())
	}
	return err
}

// nearest ends the error for a name that does not exist: by up to three names that are like it, or
// begin with it, if there are any.
func nearest(name string, names []string) string {
	cmd := &cobra.Command{SuggestionsMinimumDistance: 2} // which finds them among its commands
	for _, n := range names {
		cmd.AddCommand(&cobra.Command{Use: n, Run: func(*cobra.Command, []string) {}})
	}
	similar := cmd.SuggestionsFor(name)
	if name == "" || len(similar) == 0 {
		return ""
	}
	return ": did you mean " + strings.Join(similar[:min(len(similar), 3)], ", or ") + "?"
}

var flagWords = map[string]func() []cobra.Completion{
	"edition": func() []cobra.Completion { return each(notation.All(), (*notation.Edition).String) },
	"lang": func() []cobra.Completion {
		return each(adapters.All(), func(t adapters.Template) string { return t.Language })
	},
	"mutant": func() []cobra.Completion {
		return each(mutant.All(), func(m mutant.Mutant) cobra.Completion { return cobra.CompletionWithDesc(m.Name, m.Bug) })
	},
	"only": func() []cobra.Completion { // without checks, of which there are millions
		return append(result.Layers(), each(requirement.All(), func(r requirement.Requirement) cobra.Completion {
			return cobra.CompletionWithDesc(r.ID, r.Says)
		})...)
	},
	"profile": func() []cobra.Completion { return each(suite.Profiles(), suite.Profile.String) },
	"report":  func() []cobra.Completion { return slices.Clone(formats) },
}

// completed completes words, which the shell filters. It makes them only when it is asked.
func completed(words func() []cobra.Completion) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return words(), cobra.ShellCompDirectiveNoFileComp
	}
}

func each[T, U any](all []T, f func(T) U) []U {
	var results []U
	for _, one := range all {
		results = append(results, f(one))
	}
	return results
}

// roff escapes text for troff: nothing in it is a request, and a minus stays one.
var roff = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", "\\(ga", `^`, `\(ha`, "\n.", "\n\\&.")

// manCommand writes the manual pages of a release, in the macros man(7): the text of help.
func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write manual pages to a folder",
		Hidden: true,
		Args:   arguments("folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			const page = ".TH %q 1 %q %q\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n%s.fi\n"
			for _, c := range commandsOf(cmd.Root()) {
				name := strings.ReplaceAll(c.CommandPath(), " ", "-")
				text := fmt.Sprintf(page, roff.Replace(strings.ToUpper(name)), "", "epin "+conformance.Version, roff.Replace(name),
					roff.Replace(c.Short), roff.Replace(helpOf(c)))
				if err := os.WriteFile(filepath.Join(args[0], name+".1"), []byte(text), 0o644); err != nil {
					return unknown(err)
				}
			}
			return nil
		},
	}
}

// commandsOf returns a command and all visible ones below it, each before those below it.
func commandsOf(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" && sub.Name() != "completion" {
			all = append(all, commandsOf(sub)...)
		}
	}
	return all
}

func helpOf(c *cobra.Command) string {
	var out bytes.Buffer
	root := rootCommand(newStreams(nil, nil, nil))
	root.SetOut(&out)
	root.SetArgs(append(strings.Fields(c.CommandPath())[1:], "--help-all"))
	_ = root.Execute() // which a buffer cannot fail
	return out.String()
}
