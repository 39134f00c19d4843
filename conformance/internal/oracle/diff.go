//go:build !js

package oracle

import "github.com/google/go-cmp/cmp"

func diff(wanted, got map[string]any) string { return cmp.Diff(wanted, got) }
