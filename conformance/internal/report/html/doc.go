// Package html writes reports as a self-contained HTML page, for screens of any size, light
// or dark, for paper, for the keyboard and for screen readers.
//
// [Write] writes a page for one or more reports. For one report, the first screen has the
// verdict, the library, the edition, and the guarantees with their assumptions. The rest has
// the content of the other formats, and the automaton of the specification with the
// transitions at which the library differs. For several reports, a matrix of libraries and
// requirements comes first. Its cells link to the findings. Runs of one library have unique
// names. Results of runs that were cut short, partial or non-deterministic are always marked.
//
// The script of the page only filters, sorts and copies: everything can be read without it.
// Text from a library or a file is untrusted: it is escaped, and isolated from other text.
package html
