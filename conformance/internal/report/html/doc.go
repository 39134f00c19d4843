// Package html writes reports as a self-contained HTML page, for screens of any size, light
// or dark, for paper, for the keyboard and for screen readers.
//
// [Write] writes a page for one or more reports. For one report, the first screen has the
// verdict, the library, the edition, and the guarantees with their assumptions. Then follow:
//
//   - the failures with their likely causes and fixes, in the words of the other formats;
//   - the failed requirements, and each finding with the command that reproduces it;
//   - the comparison with other libraries that were tested in the same way;
//   - the automaton of the specification, with the transitions at which the library differs;
//   - the requirements by clause with their evidence, the features, and the numbers of checks.
//
// For several reports, a table of the libraries and a matrix of libraries and requirements
// come first. Readers can sort and filter the matrix, and its cells link to the findings.
// Runs of one library have unique names. Results of runs that were cut short, partial or
// non-deterministic are always marked.
//
// On a phone, only the matrix and the automata scroll sideways. They are in labelled boxes
// that the keyboard reaches.
//
// Everything can be read without scripts. The script of the page only filters, sorts and
// copies. The Content-Security-Policy of the page allows only the digests of the script and
// the style sheets. Text from a library or a file is untrusted: it is escaped, and isolated
// from other text.
package html
