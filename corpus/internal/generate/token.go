package main

import "fmt"

// tokenWhy returns the reason of the vector of a token: the bugs that its form and its letter
// find.
func tokenWhy(p piece) string {
	letter := p.name
	if p.second {
		letter = string(p.name[0] + 'a' - 'A')
	}
	remark, ok := letterTraps[letter]
	if !ok {
		remark = fmt.Sprintf("a table of letters without the %s %s", pick(p.second, "small", "capital"), letter)
	}
	form := formTraps[form{p.sign, p.terminal, p.derived}]
	return fmt.Sprintf("%s (%s) catches %s, and %s.", p.token(), p.description(), form, remark)
}

// A form is a token without its letter.
type form struct {
	sign              string
	terminal, derived bool
}

// formTraps has the bug that each form finds.
var formTraps = map[form]string{
	{"", false, false}:  "a grammar in which a sign or a marker is compulsory",
	{"", false, true}:   "a parser that rejects or removes a derivation marker as redundant",
	{"", true, false}:   "a pattern in which the caret is not escaped and never matches as a character",
	{"", true, true}:    "a pattern that wants the two markers in the other order, or one of them at most",
	{"+", false, false}: "a grammar without the plus sign, and a model that reads it as diminished",
	{"+", false, true}:  "a string form that loses the sign when there is a marker",
	{"+", true, false}:  "a parser that lets a piece be enhanced or terminal and never both",
	{"+", true, true}:   "a limit of three bytes for a token, since this is one of the longest",
	{"-", false, false}: "a character class in which the minus sign means a range, and a model that reads it as enhanced",
	{"-", false, true}:  "an accessor for the PIN token that cuts at a fixed place instead of the marker",
	{"-", true, false}:  "a string form that puts sign, letter and caret together in another order",
	{"-", true, true}:   "a table of the twelve forms in which the last is missing",
}

// letterTraps has the bugs that some letters find.
var letterTraps = map[string]string{
	"A": "a letter range that begins one too late",
	"Z": "a letter range that ends one too early",
	"a": "a range of small letters that begins one too late",
	"z": "a range of small letters that ends one too early",
	"I": "lower-casing by the rules of Turkish, which makes U+0131 of this letter",
	"i": "upper-casing by the rules of Turkish, which makes U+0130 of this letter",
	"K": "a table of letters in which case folding has put the Kelvin sign in its place",
	"k": "a grammar that was only ever tried with capital kings",
	"S": "a list of letters that holds the pieces of chess and nothing else",
	"s": "a side that is read off a list of letters instead of their case",
	"X": "a parser that rejects the placeholder of the examples",
	"x": "a placeholder that is known in capitals only",
}
