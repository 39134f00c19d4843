package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// echoEnv makes the test binary a program that gives back what it reads.
const echoEnv = "EPIN_BENCH_TEST_ECHO"

func TestMain(m *testing.M) {
	if os.Getenv(echoEnv) != "" {
		if _, err := io.Copy(os.Stdout, os.Stdin); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// echo returns the command of a program that gives back what it reads.
func echo(t *testing.T) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(echoEnv, "1")
	return []string{self}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--bin", "x", "--fast"}, "flag provided but not defined: -fast"},
		{[]string{"--bin", "x", "now"}, `argument "now" is not expected`},
		{[]string{"--smoke"}, "--bin is missing"},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(context.Background(), c.args, &stdout, &stderr); status != exitUsage {
			t.Errorf("%q: status %d, want %d", c.args, status, exitUsage)
		}
		if !strings.Contains(stderr.String(), c.says) || stdout.Len() > 0 {
			t.Errorf("%q says %q and %q, want %q on standard error", c.args, stdout.String(), stderr.String(), c.says)
		}
	}
}

func TestRatios(t *testing.T) {
	if got, want := ratios([]float64{3, 10}, []float64{2, 20}), []float64{1.5, 0.5}; !slices.Equal(got, want) {
		t.Errorf("the ratios are %v, want %v", got, want)
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		of   []int
		want int
	}{{[]int{3}, 3}, {[]int{9, 1, 4}, 4}, {[]int{4, 1, 3, 2}, 3}} {
		if got := median(c.of); got != c.want {
			t.Errorf("median(%v) = %d, want %d", c.of, got, c.want)
		}
	}
}
