package fuzz

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// Every target stands in a file of its own and is seeded by the helper before
// anything else.
func TestTargetsAreSeeded(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		inFile := 0
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || !strings.HasPrefix(fn.Name.Name, "Fuzz") {
				continue
			}
			inFile++
			if !startsWithSeed(fn) {
				t.Errorf("%s: %s does not begin with seed(f, ...)", entry.Name(), fn.Name.Name)
			}
		}
		if inFile > 1 {
			t.Errorf("%s holds %d targets; give each a file", entry.Name(), inFile)
		}
		found += inFile
	}
	if found == 0 {
		t.Error("no target was found")
	}
}

func startsWithSeed(fn *ast.FuncDecl) bool {
	if len(fn.Body.List) == 0 {
		return false
	}
	statement, ok := fn.Body.List[0].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := statement.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == "seed"
}
