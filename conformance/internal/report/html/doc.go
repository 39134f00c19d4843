// Package html shows reports as a page to look at: one file that asks nothing of
// anybody else, for a screen of any size, light or dark, for paper, for the keyboard and
// for a screen reader.
//
// [Write] makes a page of one report, or of several. Of one, the first screen has the
// verdict, the library, the edition, and what was proven on what condition; then come
// what is wrong, what it may be and what to do in the words of the other formats, the
// requirements that failed, each finding with the command that repeats it, how it compares
// with libraries that were asked the same, the automaton of the specification with the
// transitions at which the library differs, the requirements by clause with their
// evidence, the features row by row, and what was asked in numbers. Of several, a table of the libraries and a matrix of libraries and
// requirements come first, to sort and to filter, whose cells lead to the findings; runs
// of one library have names that tell them apart. A run that was cut short, that asked a
// selection, or whose answers changed, is marked wherever its results stand.
//
// On a phone nothing has to be scrolled sideways but the matrix and the automata, in
// boxes that say so and that the keyboard reaches.
//
// Everything can be read without scripts. The one that the page has filters, sorts and
// copies; its digest and those of the style sheets are all that the page's
// Content-Security-Policy allows. Whatever comes from a library or a file is shown as
// text, isolated from what stands beside it.
package html
