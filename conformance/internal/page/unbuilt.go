//go:build !page

package page

// Built returns the engine that the command was built with, if there is one.
func Built() (Engine, bool) { return Engine{}, false }
