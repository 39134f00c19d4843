// Package featurepage writes the features as documents for people, with the response of an
// implementation next to every row.
//
// [Documents] reads the features of an edition, in the order of the documents. [Write] writes
// them and the results of a run as a self-contained HTML page, which needs no scripts. It is
// readable on a phone, on paper, with the keyboard and with a screen reader.
//
// Text from an implementation is untrusted: long text is truncated, and characters that are
// invisible or would affect other text are escaped.
package featurepage
