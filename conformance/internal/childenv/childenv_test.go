package childenv

import (
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	all := strings.Fields(`PATH=/bin HOME=/home/a LANG=C LC_ALL=C.UTF-8 TMPDIR=/tmp TMP=/tmp GOROOT=/go MONKEY=1 KEY=1 AWSOME=1
		ACTIONS_RUNTIME_URL=u AWS_REGION=r GITHUB_TOKEN=t acme_token=t CLIENT_SECRETS=s MYSQL_PASSWORD_FILE=p
		Google_Application_Credentials=c SIGNING_KEY=k LC_SECRET=s actions_id=x A=GITHUB_TOKEN EMPTY_KEY= =C:=C:\a no_variable,_a_TOKEN
		Path=C:\bin SystemRoot=C:\Windows ComSpec=cmd`)
	const others = "PATH HOME LANG LC_ALL TMPDIR TMP GOROOT MONKEY KEY AWSOME A Path SystemRoot ComSpec"
	for name, test := range map[string]struct {
		selection      Selection
		system, passed string
	}{
		"credentials are withheld":    {Selection{}, "linux", others},
		"on Windows too":              {Selection{}, "windows", others},
		"one is passed":               {Selection{Pass: []string{"GITHUB_TOKEN"}}, "linux", "GITHUB_TOKEN " + others},
		"twice":                       {Selection{Pass: []string{"EMPTY_KEY", "EMPTY_KEY"}}, "linux", "EMPTY_KEY " + others},
		"one that is no credential":   {Selection{Pass: []string{"GOROOT"}}, "darwin", others},
		"cleared":                     {Selection{Clear: true}, "linux", "PATH HOME LANG LC_ALL TMPDIR TMP"},
		"cleared, and two are passed": {Selection{[]string{"A", "LC_SECRET"}, true}, "darwin", "PATH HOME LANG LC_ALL TMPDIR TMP A LC_SECRET"},
		"cleared on Windows":          {Selection{Clear: true}, "windows", "PATH HOME LANG LC_ALL TMPDIR TMP Path SystemRoot ComSpec"},
		"another case there":          {Selection{[]string{"ACME_Token"}, true}, "windows", "PATH HOME LANG LC_ALL TMPDIR TMP acme_token Path SystemRoot ComSpec"},
	} {
		passed, withheld, missing := test.selection.Split(test.system, all)
		var names []string
		for _, variable := range passed {
			name, _, _ := strings.Cut(variable, "=")
			names = append(names, name)
		}
		slices.Sort(names)
		if want := slices.Sorted(slices.Values(strings.Fields(test.passed))); !slices.Equal(names, want) || len(missing) > 0 {
			t.Errorf("%s: passed %q, want %q; missing %q", name, names, want, missing)
		}
		if len(names)+len(withheld) != len(all)-2 || !slices.IsSorted(withheld) { // two are no variables
			t.Errorf("%s: withheld %q", name, withheld)
		}
	}
	passed, _, missing := Selection{Pass: []string{"A", "B"}}.Split("linux", []string{"B=1"})
	if !slices.Equal(passed, []string{"B=1"}) || !slices.Equal(missing, []string{"A"}) {
		t.Errorf("passed %q, missing %q", passed, missing)
	}
	if passed, _, _ := (Selection{}).Split("linux", nil); passed == nil {
		t.Error("of no environment: nil would be the whole environment")
	}
}
