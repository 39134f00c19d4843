package adaptercheck

import (
	"errors"
	"io"
	"path/filepath"
	"testing"

	"github.com/epin-conformance/harness/conformance/wire"
)

// Package badadapter tests Run with adapters that misbehave.

func TestCannotStart(t *testing.T) {
	for _, args := range [][]string{nil, {filepath.Join(t.TempDir(), "none")}} {
		_, err := Run(t.Context(), wire.Command{Args: args}, io.Discard, false)
		var f *wire.Failure
		if !errors.As(err, &f) || f.Kind != wire.CannotStart {
			t.Errorf("%q: the error is %v, want that it cannot be started", args, err)
		}
	}
}
