package tokentest

import (
	"encoding"
	"errors"
	"iter"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/epin-conformance/harness/epin/pin"
)

// An Identifier has the methods that pin.Identifier and epin.Identifier have in common.
type Identifier[I any] interface {
	Text
	IsZero() bool
	Name() pin.Name
	Side() pin.Side
	State() pin.State
	Letter() byte
	Prefix() string
	Suffix() string
	IsTerminal() bool
	IsNormal() bool
	IsEnhanced() bool
	IsDiminished() bool
	IsFirst() bool
	IsSecond() bool

	SameName(I) bool
	SameSide(I) bool
	SameState(I) bool
	SameTerminal(I) bool
	Compare(I) int

	Enhance() I
	Unenhance() I
	Diminish() I
	Undiminish() I
	Normalize() I
	Flip() I
	MarkTerminal() I
	UnmarkTerminal() I
	WithName(pin.Name) I
	WithSide(pin.Side) I
	WithState(pin.State) I
	WithTerminal(bool) I
}

// An Edition has the methods that pin.Edition and epin.Edition have in common.
type Edition[I any] interface {
	~uint8
	String() string
	Regexp() string
	All() iter.Seq[I]
	Parse(string) (I, error)
	ParseBytes([]byte) (I, error)
	Lookup(string) (I, bool)
	LookupBytes([]byte) (I, bool)
	Valid(string) bool
	ValidBytes([]byte) bool
}

// A Transformation is a method with its effect on the parts of a token.
type Transformation[I any] struct {
	Do   func(I) I
	Want func(Token) Token
}

// A Package is package pin or epin, for the tests that they have in common.
type Package[E Edition[I], I Identifier[I], P interface {
	*I
	encoding.TextUnmarshaler
}] struct {
	Name        string
	Expressions [2]string // of Current and Initial, from the specifications
	Sizes       [2]int
	Marks       []string // the derivation markers: "", or "" and "'"

	Editions     func() []E
	ParseEdition func(string) (E, error)
	All          func() iter.Seq[I]
	Parse        func(string) (I, error)
	ParseBytes   func([]byte) (I, error)
	MustParse    func(string) I
	Valid        func(string) bool
	ValidBytes   func([]byte) bool
	New          func(name pin.Name, side pin.Side, state pin.State, terminal, derived bool) (I, error)

	Suffix          func(Token) string  // what the method Suffix returns
	More            func(I, Token) bool // further accessors of I; true if they are correct
	Reads           func(I) bool        // calls functions that must not allocate
	SameMark        func(i, j I) bool   // SameStatus
	Transformations map[string]Transformation[I]

	// Sentences calls is for each error that the packages do not have in common.
	Sentences func(is func(input string, reason pin.Reason, want string))
}

// Test tests the package.
func (p Package[E, I, P]) Test(t *testing.T) {
	t.Run("editions", p.editions)
	t.Run("tokens", p.tokens)
	t.Run("order and comparisons", p.comparisons)
	t.Run("zero", p.zero)
	t.Run("attributes out of range", p.outOfRange)
	t.Run("transformations", p.transformations)
	t.Run("text", func(t *testing.T) {
		CheckTextOf[I, P](t, p.Name+".Identifier", p.MustParse("+K"), pin.ErrZero)
	})
	t.Run("sentences", p.sentences)
	t.Run("ownership", p.ownership)
	t.Run("allocations", p.allocations)
	t.Run("verdicts", p.verdicts)
	t.Run("offsets", p.offsets)
	t.Run("every string", p.everyString)
}

func (p Package[E, I, P]) models(e E) []Token {
	switch e {
	case 0:
		return Tokens([]string{"", "^"}, p.Marks)
	case 1:
		return Tokens([]string{""}, p.Marks)
	}
	return nil
}

// checkReads compares every accessor of an identifier with a token.
func (p Package[E, I, P]) checkReads(t *testing.T, i I, m Token) {
	t.Helper()
	if i.String() != m.String() || i.Name().String() != m.Name() || i.Side().String() != m.Side() || i.State().String() != m.State() ||
		string(i.Letter()) != m.Letter || i.Prefix() != m.Prefix || i.Suffix() != p.Suffix(m) || i.IsTerminal() != (m.Caret != "") ||
		i.IsNormal() != (m.Prefix == "") || i.IsEnhanced() != (m.Prefix == "+") || i.IsDiminished() != (m.Prefix == "-") ||
		i.IsFirst() != m.First() || i.IsSecond() == m.First() || i.IsZero() || !p.More(i, m) {
		t.Errorf("%q is %+v: an accessor is wrong", m, i)
	}
}

func (p Package[E, I, P]) editions(t *testing.T) {
	if got := p.Editions(); !slices.Equal(got, []E{0, 1}) {
		t.Errorf("Editions are %v", got)
	}
	for e, name := range []string{"1.0.0", "1.0.0-initial"} {
		if got, err := p.ParseEdition(name); got != E(e) || got.String() != name || err != nil {
			t.Errorf("ParseEdition(%q) is %v, %v", name, got, err)
		}
		if E(e).Regexp() != p.Expressions[e] {
			t.Errorf("edition %s: Regexp is %s, want %s", name, E(e).Regexp(), p.Expressions[e])
		}
	}
	want := p.Name + `.ParseEdition("2\n"): no such edition; there are "1.0.0" and "1.0.0-initial"`
	if _, err := p.ParseEdition("2\n"); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}

	for v := 2; v < 256; v++ {
		for i := range p.All() {
			if E(v).Valid(i.String()) || E(v).ValidBytes([]byte(i.String())) {
				t.Fatalf("%s accepts %q", E(v), i)
			}
		}
	}
	e := E(2)
	if nothing := regexp.MustCompile(e.Regexp()); e.String() != "Edition(2)" || nothing.MatchString("") || nothing.MatchString("K") {
		t.Errorf("%s has the expression %s", e, e.Regexp())
	}
	_, err := e.Parse("K")
	CheckError[pin.Reason](t, err, pin.ErrUnknownEdition, p.Name+`.Edition(2).Parse("K"): byte 0: unknown edition, which has no tokens`)
}

func (p Package[E, I, P]) tokens(t *testing.T) {
	for e := range E(2) {
		seen := map[I]Token{}
		for _, m := range p.models(e) {
			i, err := e.Parse(m.String())
			if err != nil {
				t.Errorf("Parse(%q): %v", m, err)
				continue
			}
			p.checkReads(t, i, m)
			CheckText[I, P](t, i, m.String())
			made, err := p.New(i.Name(), i.Side(), i.State(), m.Caret != "", m.Mark != "")
			if made != i || err != nil {
				t.Errorf("New with the attributes of %q is %q, %v", m, made, err)
			}
			seen[i] = m
		}
		if len(seen) != p.Sizes[e] {
			t.Errorf("edition %s: %d different identifiers, want %d", e, len(seen), p.Sizes[e])
		}
	}
}

func (p Package[E, I, P]) comparisons(t *testing.T) {
	for e := range E(3) {
		var got, want []string
		for i := range e.All() {
			got = append(got, i.String())
		}
		for _, m := range p.models(e) {
			want = append(want, m.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("edition %s: All is %q, want %q", e, got, want)
		}
		for stop := 1; stop <= len(want); stop++ {
			n := 0
			for range e.All() {
				if n++; n == stop {
					break
				}
			}
			if n != stop {
				t.Errorf("edition %s: %d identifiers before a break at %d", e, n, stop)
			}
		}
	}

	all := slices.Collect(p.All())
	if !slices.Equal(all, slices.Collect(E(0).All())) {
		t.Errorf("All of the package is %q", all)
	}
	models := p.models(0)
	for x, i := range all {
		for y, j := range all {
			if (i == j) != (x == y) || i.Compare(j) < 0 != (x < y) || i.Compare(j) > 0 != (x > y) {
				t.Errorf("%q, %q: == is %t, Compare is %d", i, j, i == j, i.Compare(j))
			}
			m, n := models[x], models[y]
			if i.SameName(j) != (m.Name() == n.Name()) || i.SameSide(j) != (m.First() == n.First()) ||
				i.SameState(j) != (m.Prefix == n.Prefix) || i.SameTerminal(j) != (m.Caret == n.Caret) || p.SameMark(i, j) != (m.Mark == n.Mark) {
				t.Errorf("%q and %q: a Same method is wrong", i, j)
			}
		}
	}
}

func (p Package[E, I, P]) zero(t *testing.T) {
	var zero I
	if !zero.IsZero() || zero.String() != "" || zero.Name() != 0 || zero.Letter() != 0 ||
		zero.Prefix() != "" || zero.Suffix() != "" || zero.Side() != pin.First || zero.State() != pin.Normal {
		t.Error("the zero Identifier has an attribute")
	}
	if zero.IsTerminal() || zero.IsNormal() || zero.IsEnhanced() || zero.IsDiminished() || zero.IsFirst() || zero.IsSecond() {
		t.Error("a predicate is true of the zero Identifier")
	}
	for i := range p.All() {
		if zero.Compare(i) != -1 || i.Compare(zero) != 1 || zero.Compare(zero) != 0 || zero == i {
			t.Errorf("the zero Identifier does not sort before %q", i)
		}
		for _, pair := range [][2]I{{zero, i}, {i, zero}, {zero, zero}} {
			i, j := pair[0], pair[1]
			if i.SameName(j) || i.SameSide(j) || i.SameState(j) || i.SameTerminal(j) || p.SameMark(i, j) {
				t.Errorf("%q and %q agree in an attribute", i, j)
			}
		}
	}
}

func (p Package[E, I, P]) outOfRange(t *testing.T) {
	i := p.MustParse("+k^")
	for v := range 256 {
		for _, c := range []struct {
			attribute string
			ok        bool
			with      I
			make      func(bool) (I, error)
		}{
			{"name", 'A' <= v && v <= 'Z', i.WithName(pin.Name(v)), func(b bool) (I, error) { return p.New(pin.Name(v), 0, 0, b, b) }},
			{"side", v <= 1, i.WithSide(pin.Side(v)), func(b bool) (I, error) { return p.New('K', pin.Side(v), 0, b, b) }},
			{"state", v <= 2, i.WithState(pin.State(v)), func(b bool) (I, error) { return p.New('K', 0, pin.State(v), b, b) }},
		} {
			for _, b := range []bool{false, true} {
				made, err := c.make(b)
				var bad *pin.AttributeError
				want := pin.AttributeError{Func: p.Name + ".New", Attribute: c.attribute, Value: uint8(v)}
				var zero I
				if (made == zero) == c.ok || (c.with == zero) == c.ok || (err == nil) != c.ok || !c.ok && (!errors.As(err, &bad) || *bad != want) {
					t.Errorf("%s %d: New returned %q, %v; With returned %q", c.attribute, v, made, err, c.with)
				}
			}
		}
	}
	var zero I
	if got := i.WithName('!').Flip().Enhance().WithName('K').MarkTerminal(); got != zero {
		t.Errorf("a chain after a bad argument is %q", got)
	}
}

func (p Package[E, I, P]) transformations(t *testing.T) {
	prefix := func(prefix string) func(Token) Token {
		return func(m Token) Token { m.Prefix = prefix; return m }
	}
	without := func(prefix string) func(Token) Token {
		return func(m Token) Token { m.Prefix = strings.TrimPrefix(m.Prefix, prefix); return m }
	}
	caret := func(caret string) func(Token) Token {
		return func(m Token) Token { m.Caret = caret; return m }
	}
	letter := func(change func(string) string) func(Token) Token {
		return func(m Token) Token { m.Letter = change(m.Letter); return m }
	}
	flip := func(l string) string {
		if l == strings.ToUpper(l) {
			return strings.ToLower(l)
		}
		return strings.ToUpper(l)
	}
	all := map[string]Transformation[I]{
		"Enhance":               {I.Enhance, prefix("+")},
		"Unenhance":             {I.Unenhance, without("+")},
		"Diminish":              {I.Diminish, prefix("-")},
		"Undiminish":            {I.Undiminish, without("-")},
		"Normalize":             {I.Normalize, prefix("")},
		"Flip":                  {I.Flip, letter(flip)},
		"MarkTerminal":          {I.MarkTerminal, caret("^")},
		"UnmarkTerminal":        {I.UnmarkTerminal, caret("")},
		"WithTerminal(true)":    {func(i I) I { return i.WithTerminal(true) }, caret("^")},
		"WithTerminal(false)":   {func(i I) I { return i.WithTerminal(false) }, caret("")},
		"WithSide(First)":       {func(i I) I { return i.WithSide(pin.First) }, letter(strings.ToUpper)},
		"WithSide(Second)":      {func(i I) I { return i.WithSide(pin.Second) }, letter(strings.ToLower)},
		"WithState(Normal)":     {func(i I) I { return i.WithState(pin.Normal) }, prefix("")},
		"WithState(Enhanced)":   {func(i I) I { return i.WithState(pin.Enhanced) }, prefix("+")},
		"WithState(Diminished)": {func(i I) I { return i.WithState(pin.Diminished) }, prefix("-")},
		"WithName(A)":           {func(i I) I { return i.WithName('A') }, func(m Token) Token { return m.named("a") }},
		"WithName(Z)":           {func(i I) I { return i.WithName('Z') }, func(m Token) Token { return m.named("z") }},
	}
	for name, extra := range p.Transformations {
		all[name] = extra
	}

	parsed := p.MustParse(p.models(0)[len(p.models(0))-1].String())
	var zero, result I
	for name, first := range all {
		CheckAllocations(t, map[string]func(){name: func() { result = first.Do(parsed) }})
		for _, m := range p.models(0) {
			i := p.MustParse(m.String())
			got, want := first.Do(i), first.Want(m)
			p.checkReads(t, got, want)
			if got != p.MustParse(want.String()) || i.String() != m.String() {
				t.Errorf("%s of %q is %q, want %q; the receiver is %q", name, m, got, want, i)
			}
			if again := first.Do(got); name != "Flip" && again != got || name == "Flip" && again != i {
				t.Errorf("%s of %q twice is %q, once %q", name, m, again, got)
			}
			if m.Name() != "K" {
				continue // pairs on one token of each shape
			}
			for nameOfSecond, second := range all {
				if got, want := second.Do(got), second.Want(want); got.String() != want.String() {
					t.Errorf("%s and %s of %q are %q, want %q", name, nameOfSecond, m, got, want)
				}
			}
		}
		if got := first.Do(zero); got != zero || first.Do(parsed) != result {
			t.Errorf("%s of the zero Identifier is %q", name, got)
		}
	}
}

func (p Package[E, I, P]) sentences(t *testing.T) {
	is := func(input string, reason pin.Reason, want string) {
		t.Helper()
		_, err := p.Parse(input)
		CheckError[pin.Reason](t, err, reason, Call(p.Name+".Parse", input)+want)
	}
	p.Sentences(is)
	is("", pin.ErrEmpty, `byte 0: empty: a token has at least a letter`)
	is("+", pin.ErrNoLetter, `byte 1: no letter after the state modifier`)
	is("1", pin.ErrNotLetter, `byte 0: not a letter from A to Z or a to z`)
	is("\"", pin.ErrNotLetter, `byte 0: not a letter from A to Z or a to z`)
	is("-[", pin.ErrNotLetter, `byte 1: not a letter from A to Z or a to z`)
	is("++K", pin.ErrDoubleState, `byte 1: more than one state modifier`)
	is("+-", pin.ErrDoubleState, `byte 1: more than one state modifier`)
	is("K+", pin.ErrStateAfterLetter, `byte 1: state modifier after the letter`)
	is("K^-", pin.ErrStateAfterLetter, `byte 2: state modifier after the letter`)
	is("^K", pin.ErrTerminalFirst, `byte 0: terminal marker before the letter`)
	is("^'", pin.ErrTerminalFirst, `byte 0: terminal marker before the letter`)
	is("+^", pin.ErrTerminalFirst, `byte 1: terminal marker before the letter`)
	is("K^^", pin.ErrDoubleTerminal, `byte 2: more than one terminal marker`)
	is("K^^'", pin.ErrDoubleTerminal, `byte 2: more than one terminal marker`)
	is("'", pin.ErrDerivationFirst, `byte 0: derivation marker before the letter`)
	is("'K", pin.ErrDerivationFirst, `byte 0: derivation marker before the letter`)
	is("+'", pin.ErrDerivationFirst, `byte 1: derivation marker before the letter`)
	is("K ", pin.ErrWhitespace, `byte 1: whitespace`)
	is(" K", pin.ErrWhitespace, `byte 0: whitespace`)
	is("\tK", pin.ErrWhitespace, `byte 0: whitespace`)
	is("K\v", pin.ErrWhitespace, `byte 1: whitespace`)
	is("K\f", pin.ErrWhitespace, `byte 1: whitespace`)
	is("K\n", pin.ErrLineBreak, `byte 1: line break`)
	is("K\r\n", pin.ErrLineBreak, `byte 1: line break`)
	is("K\x00", pin.ErrNUL, `byte 1: NUL byte`)
	is("\x00K'", pin.ErrNUL, `byte 0: NUL byte`)
	is("\u212a", pin.ErrNotASCII, `byte 0: byte outside ASCII`)
	is("\u041a'", pin.ErrNotASCII, `byte 0: byte outside ASCII`)
	is("K\u2019", pin.ErrNotASCII, `byte 1: byte outside ASCII`)
	is("K\xff", pin.ErrNotASCII, `byte 1: byte outside ASCII`)
	is("K\u00a0", pin.ErrNotASCII, `byte 1: byte outside ASCII`)
	is("KK", pin.ErrTrailing, `byte 1: unexpected byte after the end of the token`)
	is("KK'", pin.ErrTrailing, `byte 1: unexpected byte after the end of the token`)
	is("K^!", pin.ErrTrailing, `byte 2: unexpected byte after the end of the token`)

	exact := strings.Repeat("K", pin.MaxInput)
	_, initial := E(1).Parse("+K^")
	_, initialBytes := E(1).ParseBytes([]byte("^K"))
	_, bytes := p.ParseBytes([]byte("K "))
	_, asLongAsKept := p.Parse(exact)
	_, longer := p.Parse(exact + "L")
	for _, c := range []struct {
		err    error
		reason pin.Reason
		want   string
	}{
		{initial, pin.ErrTerminalEdition, `.Initial.Parse("+K^"): byte 2: terminal marker, which this edition does not have`},
		{initialBytes, pin.ErrTerminalEdition, `.Initial.ParseBytes("^K"): byte 0: terminal marker, which this edition does not have`},
		{bytes, pin.ErrWhitespace, `.ParseBytes("K "): byte 1: whitespace`},
		{asLongAsKept, pin.ErrTrailing, `.Parse("` + exact + `"): byte 1: unexpected byte after the end of the token`},
		{longer, pin.ErrTrailing, `.Parse("` + exact + `"..., 65 bytes): byte 1: unexpected byte after the end of the token`},
		{P(new(I)).UnmarshalText(nil), pin.ErrEmpty, `.Identifier.UnmarshalText(""): byte 0: empty: a token has at least a letter`},
	} {
		CheckError[pin.Reason](t, c.err, c.reason, p.Name+c.want)
	}
	var bad *pin.ParseError
	if !errors.As(longer, &bad) || bad.Input != exact || bad.Length != len(exact)+1 {
		t.Errorf("Input is %q, Length %d", bad.Input, bad.Length)
	}
}

// allocations tests that neither parsing nor reading allocates. transformations tests the same for
// its methods.
func (p Package[E, I, P]) allocations(t *testing.T) {
	var (
		i         I
		ok        bool
		n         int
		text      string
		buffer    = make([]byte, 0, 8)
		token     = "+k^" + p.Marks[len(p.Marks)-1]
		inBytes   = []byte(token)
		parsed    = p.MustParse(token)
		long      = strings.Repeat("K", 1<<20) + p.Marks[len(p.Marks)-1]
		longBytes = []byte(long)
	)
	CheckAllocations(t, map[string]func(){
		"Parse":             func() { i, _ = p.Parse(token) },
		"ParseBytes":        func() { i, _ = p.ParseBytes(inBytes) },
		"Initial.Parse":     func() { i, _ = E(1).Parse("-z") },
		"MustParse":         func() { i = p.MustParse(token) },
		"New":               func() { i, _ = p.New('K', pin.Second, pin.Enhanced, true, true) },
		"Lookup":            func() { i, ok = E(0).Lookup(token) },
		"Lookup, invalid":   func() { i, ok = E(0).Lookup(long) },
		"LookupBytes":       func() { i, ok = E(0).LookupBytes(inBytes) },
		"LookupBytes, long": func() { i, ok = E(0).LookupBytes(longBytes) },
		"Valid":             func() { ok = p.Valid(token) && p.ValidBytes(inBytes) },
		"Valid, invalid":    func() { ok = p.Valid("K'^") || p.Valid("") || E(1).Valid(token) },
		"Valid, long":       func() { ok = p.Valid(long) || p.ValidBytes(longBytes) },
		"UnmarshalText":     func() { ok = P(&i).UnmarshalText(inBytes) == nil },
		"String":            func() { text = parsed.String() },
		"Prefix and Suffix": func() { text, text = parsed.Prefix(), parsed.Suffix() },
		"AppendText":        func() { buffer, _ = parsed.AppendText(buffer[:0]) },
		"attributes":        func() { n = int(parsed.Name()) + int(parsed.Side()) + int(parsed.State()) + int(parsed.Letter()) },
		"names":             func() { text = parsed.Name().String() },
		"predicates":        func() { ok = parsed.IsTerminal() && parsed.IsEnhanced() && parsed.IsSecond() && !parsed.IsZero() },
		"comparisons": func() {
			ok = parsed.SameName(i) && parsed.SameSide(i) && p.SameMark(parsed, i) && parsed == i && parsed.Compare(i) == 0
		},
		"further calls": func() { ok = p.Reads(parsed) },
	})
	_, _, _ = ok, n, text
}

// ownership tests that parsing retains nothing, and the panic of MustParse.
func (p Package[E, I, P]) ownership(t *testing.T) {
	good, bad := []byte("K^"), []byte("K!")
	i, err := p.ParseBytes(good)
	_, badErr := p.ParseBytes(bad)
	good[0], bad[0] = 'Q', 'Q'
	if err != nil || i.String() != "K^" {
		t.Errorf("ParseBytes is %q, %v after its argument was overwritten", i, err)
	}
	CheckError[pin.Reason](t, badErr, pin.ErrTrailing, p.Name+`.ParseBytes("K!"): byte 1: unexpected byte after the end of the token`)

	defer func() {
		err, _ := recover().(*pin.ParseError)
		CheckError[pin.Reason](t, err, pin.ErrTrailing, p.Name+`.Parse("zz"): byte 1: unexpected byte after the end of the token`)
	}()
	p.MustParse("zz")
}

// whole reports whether the nightly set runs.
var whole = os.Getenv("EPIN_WHOLE") == "1"

// verdicts compares two independent oracles, the expression and the enumeration, with every
// function that parses, on all strings of up to two bytes and on longer ones over Telling.
func (p Package[E, I, P]) verdicts(t *testing.T) {
	longest, telling := 2, 5
	if whole {
		longest, telling = 3, 6
	}
	for e := range E(3) {
		tokens := map[string]bool{}
		for _, m := range p.models(e) {
			tokens[m.String()] = true
		}
		expression := regexp.MustCompile(e.Regexp())
		var zero I
		check := func(b []byte) {
			s := string(b)
			want := tokens[s]
			if expression.MatchString(s) != want {
				t.Fatalf("edition %s: the expression and the enumeration disagree on %q", e, s)
			}
			i, err := e.Parse(s)
			j, errBytes := e.ParseBytes(b)
			k, ok := e.Lookup(s)
			l, okBytes := e.LookupBytes(b)
			if e.Valid(s) != want || e.ValidBytes(b) != want || (err == nil) != want || (errBytes == nil) != want || ok != want || okBytes != want {
				t.Fatalf("edition %s: not every verdict on %q is %t", e, s, want)
			}
			if i != j || i != k || i != l || (i == zero) == want || want && i.String() != s {
				t.Fatalf("edition %s: %q has the values %q %q %q %q", e, s, i, j, k, l)
			}
			if errors.Is(err, pin.ErrDerivationInPIN) && len(p.Marks) > 1 {
				t.Fatalf("edition %s: %v, which is for PIN alone", e, err)
			}
			if e != 0 {
				return
			}
			if i, err := p.Parse(s); i != k || (err == nil) != want || p.Valid(s) != want || p.ValidBytes(b) != want {
				t.Fatalf("the package functions do not read %q as Current does", s)
			}
			if i, err := p.ParseBytes(b); i != k || (err == nil) != want {
				t.Fatalf("ParseBytes of the package does not read %q as Current does", s)
			}
		}
		ForEachString(AllBytes(), longest, check)
		ForEachString(Telling, telling, check)
	}
}

func (p Package[E, I, P]) offsets(t *testing.T) {
	for e := range E(2) {
		var tokens []string
		for _, m := range p.models(e) {
			tokens = append(tokens, m.String())
		}
		CheckOffset(t, tokens, func(b []byte) (int, error) {
			_, err := e.ParseBytes(b)
			bad, _ := err.(*pin.ParseError)
			if bad == nil {
				return 0, err
			}
			return bad.Offset, err
		}, func(f func([]byte)) {
			ForEachString(AllBytes(), 2, f)
			ForEachString(Telling, 5, f)
		})
	}
}

// everyString compares the edition Current with the enumeration, on all byte strings of up to
// three bytes; for package epin with EPIN_WHOLE=1 of up to four, the length of its longest
// token. It does not copy the strings, because that would take longer than the test.
func (p Package[E, I, P]) everyString(t *testing.T) {
	longest := 3
	if whole {
		longest += len(p.Marks) - 1
	} else if testing.Short() {
		longest = 2
	}
	tokens := map[string]bool{}
	for _, m := range p.models(0) {
		if len(m.String()) <= longest {
			tokens[m.String()] = true
		}
	}
	tested, accepted := 0, 0
	ForEachString(AllBytes(), longest, func(b []byte) {
		tested++
		word := unsafe.String(unsafe.SliceData(b), len(b))
		_, ok := E(0).Lookup(word)
		if !ok && !E(0).Valid(word) {
			return
		}
		accepted++
		if !ok || !E(0).Valid(word) || !tokens[word] {
			t.Errorf("%q is accepted", b)
		}
	})
	want := 1
	for range longest {
		want = 1 + 256*want
	}
	if tested != want || accepted != len(tokens) {
		t.Errorf("%d strings, want %d; %d of them accepted, want %d", tested, want, accepted, len(tokens))
	}
}
