package fuzz

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// Every target has a file of its own, gets its seeds by the helper before anything else,
// and exports them.
func TestTargets(t *testing.T) {
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
			if !hasShape(fn) {
				t.Errorf("%s: %s is not seed(f, ...) and then f.Fuzz(exportSeeds(...)), with nothing behind", entry.Name(), fn.Name.Name)
			}
		}
		if inFile > 1 {
			t.Errorf("%s holds %d targets; give each a file", entry.Name(), inFile)
		}
		found += inFile
	}
	if found == 0 {
		t.Error("no targets were found")
	}
}

func hasShape(fn *ast.FuncDecl) bool {
	body := fn.Body.List
	if len(body) < 2 {
		return false
	}
	if seeding, ok := body[0].(*ast.ExprStmt); !ok || !isCall(seeding.X, "seed") {
		return false
	}
	last, ok := body[len(body)-1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	fuzz, ok := last.X.(*ast.CallExpr)
	if !ok || len(fuzz.Args) != 1 {
		return false
	}
	method, ok := fuzz.Fun.(*ast.SelectorExpr)
	return ok && method.Sel.Name == "Fuzz" && isCall(fuzz.Args[0], "exportSeeds")
}

// isCall reports whether an expression is a call of a function.
func isCall(expression ast.Expr, function string) bool {
	call, ok := expression.(*ast.CallExpr)
	if !ok {
		return false
	}
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == function
}
