package fuzz

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestTargets tests that every target of the module has a separate file, first calls [Seed],
// and exports its seeds. It skips ci and conformancetest, whose targets test other code.
func TestTargets(t *testing.T) {
	found := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch name := filepath.ToSlash(path); {
		case err != nil:
			return err
		case name == "../ci" || name == "../conformance/conformancetest" || entry.IsDir() && strings.HasPrefix(name, "../."):
			return filepath.SkipDir
		case !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		inFile := 0
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || !strings.HasPrefix(fn.Name.Name, "Fuzz") {
				continue
			}
			inFile++
			if !hasShape(fn) {
				t.Errorf("%s: %s has to begin with Seed(f, ...) and end with f.Fuzz(Export(...))", path, fn.Name.Name)
			}
		}
		// .clusterfuzzlite/build.sh finds targets by the names of their files.
		if inFile > 1 || inFile == 1 && filepath.Dir(path) != "../fuzz" && !strings.Contains(entry.Name(), "fuzz_") {
			t.Errorf("%s holds %d targets; give each a file, with fuzz_ in its name", path, inFile)
		}
		found += inFile
		return nil
	})
	if err != nil || found == 0 {
		t.Errorf("%d targets were found, %v", found, err)
	}
}

func hasShape(fn *ast.FuncDecl) bool {
	body := fn.Body.List
	if len(body) < 2 {
		return false
	}
	if seeding, ok := body[0].(*ast.ExprStmt); !ok || !isCall(seeding.X, "Seed") {
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
	return ok && method.Sel.Name == "Fuzz" && isCall(fuzz.Args[0], "Export")
}

// isCall reports whether an expression is a call of a function.
func isCall(expression ast.Expr, function string) bool {
	call, ok := expression.(*ast.CallExpr)
	if !ok {
		return false
	}
	switch name := call.Fun.(type) {
	case *ast.Ident:
		return name.Name == function
	case *ast.SelectorExpr:
		return name.Sel.Name == function
	}
	return false
}
