// Package featurepage shows the features as what they are for people: documents to read,
// with what an implementation answered beside every row.
//
// [Documents] reads the features of an edition, in the order of the documents.
// [Write] makes one HTML page of them and of a run: a file that asks nothing of
// anybody else, and can be read without scripts, on a phone, on paper, with the
// keyboard and with a screen reader.
//
// Whatever comes from an implementation is untrusted: it is shown as text, cut where
// it is long, with everything escaped that cannot be seen or that would change what
// stands beside it.
package featurepage
