package features

import (
	"embed"
	"io/fs"
)

//go:embed */*.feature
var files embed.FS

// Files returns the feature files, by folder and name, such as
// "epin/invalid-tokens.feature".
func Files() fs.FS { return files }
