package main

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"
)

// A recorder passes on what it is sent and what is answered, byte for byte, and keeps
// the former, one recording a process.
func TestRecord(t *testing.T) {
	command, folder := echo(t), t.TempDir()
	want := []string{"first\n\x00\xff\n", "", strings.Repeat("more than a pipe holds\n", 50_000)}
	for _, said := range want {
		var heard bytes.Buffer
		if err := record(context.Background(), folder, command, strings.NewReader(said), &heard); err != nil {
			t.Fatal(err)
		}
		if heard.String() != said {
			t.Errorf("of %d bytes, %d came through, or others", len(said), heard.Len())
		}
	}
	recorded, err := recordings(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range recorded {
		got = append(got, string(r))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d recordings, or others than the %d that were made", len(got), len(want))
	}
}

func TestRecordOfNoProgram(t *testing.T) {
	if err := record(context.Background(), t.TempDir(), []string{"./no such program"}, strings.NewReader(""), os.Stdout); err == nil {
		t.Error("no error for a program that is not there")
	}
	if err := recordAdapter(context.Background(), []string{"folder"}); err == nil {
		t.Error("no error without a command")
	}
}

func TestFeed(t *testing.T) {
	command := echo(t)
	if _, err := feedAll(context.Background(), command, [][]byte{[]byte("1\n2\n"), []byte("3\n")}); err != nil {
		t.Error(err)
	}
	// A program that ends without an answer takes less time than one that answers.
	t.Setenv(echoEnv, "")
	err := feed(context.Background(), append(command, "-test.run=^$", "-test.v=false"), []byte("1\n2\n"))
	if err == nil || !strings.Contains(err.Error(), "1 answers to 2 requests") {
		t.Errorf("the error %v, want that answers are missing", err)
	}
}
