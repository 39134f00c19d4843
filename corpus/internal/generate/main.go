// Command generate writes the vector files of the corpus from the tables beside
// it. It is run by
//
//	go generate ./corpus
//
// in the root of the module. With -check it writes nothing, and fails when
// writing would change anything. The same tables always give the same files.
//
// The files are embedded in the package that this program uses to check what it
// has made: where one is missing, create it empty first.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/epin-conformance/harness/corpus"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// run returns the exit status: 0 done, or nothing to change; 1 something would
// change; 2 wrong usage, or a file that cannot be read or written.
func run(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("generate", flag.ContinueOnError)
	flags.SetOutput(stderr)
	check := flags.Bool("check", false, "write nothing; fail when writing would change anything")
	dir := flags.String("dir", ".", "the folder of the vector files")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "generate: argument %q is not expected; name the folder with -dir\n", flags.Arg(0))
		return 2
	}
	status := 0
	for _, edition := range corpus.Editions() {
		path := filepath.Join(*dir, edition+".jsonl")
		line, err := generate(edition, path, *check)
		switch {
		case err != nil:
			fmt.Fprintf(stderr, "generate: edition %s: %v\n", edition, err)
			return 2
		case line > 0:
			fmt.Fprintf(stderr, "generate: %s differs from its tables in line %d; run go generate ./corpus\n", path, line)
			status = 1
		}
	}
	return status
}

// generate makes the file of an edition, and decodes it as strictly as any reader would. It
// writes the file, or with check returns the first line in which it differs, or 0.
func generate(edition, path string, check bool) (int, error) {
	vectors, err := build(edition)
	if err != nil {
		return 0, err
	}
	var made []byte
	for _, v := range vectors {
		line, err := encode(v)
		if err != nil {
			return 0, err
		}
		made = append(made, line...)
	}
	if _, err := corpus.Decode(bytes.NewReader(made)); err != nil {
		return 0, err
	}
	if !check {
		return 0, os.WriteFile(path, made, 0o644)
	}
	there, err := os.ReadFile(path)
	return firstDifference(there, made), err
}

// firstDifference returns the first line, counted from 1, in which two files
// differ, or 0.
func firstDifference(a, b []byte) int {
	if bytes.Equal(a, b) {
		return 0
	}
	as, bs := bytes.SplitAfter(a, []byte("\n")), bytes.SplitAfter(b, []byte("\n"))
	line := 0
	for line < min(len(as), len(bs)) && bytes.Equal(as[line], bs[line]) {
		line++
	}
	return line + 1
}
