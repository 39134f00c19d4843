package oracle

// diff returns nothing: go-cmp looks methods up by name, so the linker would keep every method
// of the program. A page shows no differences.
func diff(_, _ map[string]any) string { return "" }
