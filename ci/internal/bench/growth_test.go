package main

import (
	"testing"
	"time"
)

func TestPerCheck(t *testing.T) {
	all := []progress{{10, 5 * time.Microsecond}, {20, 6 * time.Microsecond}, {40, 8 * time.Microsecond}}
	if got := firstAt(all, 11); got != all[1] {
		t.Errorf("the first progress of 11 checks is %v", got)
	}
	if got := firstAt(all, 41); got != all[2] {
		t.Errorf("beyond the end, the progress is %v", got)
	}
	if got := all[2].perCheck(all[0]); got != 100 {
		t.Errorf("30 checks in 3 µs are %v ns each", got)
	}
}
