package main

import (
	"slices"
	"strings"
	"testing"
)

func TestEnvironment(t *testing.T) {
	all := strings.Fields(`PATH=/bin HOME=/home/a LANG=C LC_ALL=C.UTF-8 TMPDIR=/tmp TMP=/tmp GOROOT=/go MONKEY=1 KEY=1 AWSOME=1
		ACTIONS_RUNTIME_URL=u AWS_REGION=r GITHUB_TOKEN=t acme_token=t CLIENT_SECRETS=s MYSQL_PASSWORD_FILE=p
		Google_Application_Credentials=c SIGNING_KEY=k LC_SECRET=s actions_id=x A=GITHUB_TOKEN EMPTY_KEY= =C:=C:\a no_variable,_a_TOKEN
		Path=C:\bin SystemRoot=C:\Windows ComSpec=cmd`)
	const others = "PATH HOME LANG LC_ALL TMPDIR TMP GOROOT MONKEY KEY AWSOME A Path SystemRoot ComSpec"
	for name, test := range map[string]struct {
		env            environment
		system, passed string
	}{
		"credentials are withheld":    {environment{}, "linux", others},
		"on Windows too":              {environment{}, "windows", others},
		"one is passed":               {environment{pass: []string{"GITHUB_TOKEN"}}, "linux", "GITHUB_TOKEN " + others},
		"twice":                       {environment{pass: []string{"EMPTY_KEY", "EMPTY_KEY"}}, "linux", "EMPTY_KEY " + others},
		"one that is no credential":   {environment{pass: []string{"GOROOT"}}, "darwin", others},
		"cleared":                     {environment{clear: true}, "linux", "PATH HOME LANG LC_ALL TMPDIR TMP"},
		"cleared, and two are passed": {environment{[]string{"A", "LC_SECRET"}, true}, "darwin", "PATH HOME LANG LC_ALL TMPDIR TMP A LC_SECRET"},
		"cleared on Windows":          {environment{clear: true}, "windows", "PATH HOME LANG LC_ALL TMPDIR TMP Path SystemRoot ComSpec"},
		"another case there":          {environment{[]string{"ACME_Token"}, true}, "windows", "PATH HOME LANG LC_ALL TMPDIR TMP acme_token Path SystemRoot ComSpec"},
	} {
		t.Run(name, func(t *testing.T) {
			passed, withheld, err := test.env.split(test.system, all)
			var want, not []string
			for _, variable := range all {
				switch name, _, ok := strings.Cut(variable, "="); {
				case slices.Contains(strings.Fields(test.passed), name):
					want = append(want, variable)
				case ok && name != "":
					not = append(not, name)
				}
			}
			slices.Sort(not)
			if err != nil || !slices.Equal(passed, want) || !slices.Equal(withheld, not) || len(want) != len(strings.Fields(test.passed)) {
				t.Errorf("passed %q and withheld %q, want %q and %q; error %v", passed, withheld, want, not, err)
			}
		})
	}
	if passed, _, err := (environment{clear: true}).split("linux", nil); passed == nil || err != nil {
		t.Errorf("of no environment: %v, %v; nil would be the whole environment", passed, err)
	}
}

// Messages escape names, and are not long. The script environment has the other errors.
func TestEnvironmentMessages(t *testing.T) {
	const want = `--env $'\033[1m_TOKEN': there is no such variable in the environment: set it, or leave the flag out`
	_, _, err := (environment{pass: []string{"\x1b[1m_TOKEN"}}).split("linux", []string{"A_TOKEN=1"})
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	const names = `withheld from it: $'\033]0;\012\072\072error\072\072TOKEN', A_TOKEN (--env NAME passes one)`
	if got := notPassed([]string{"\x1b]0;\n::error::TOKEN", "A_TOKEN"}); !strings.HasSuffix(got, names) || notPassed(nil) != "" {
		t.Errorf("%s, want %s", got, names)
	}
	if text := notPassed([]string{strings.Repeat("x", 10_000)}); len(text) > longestNames+100 {
		t.Errorf("%d bytes: %.100s", len(text), text)
	}
}
