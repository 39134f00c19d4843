//go:build page

package page

import _ "embed"

//go:embed built/engine.wasm.gz
var builtProgram []byte

//go:embed built/wasm_exec.js
var builtExec string

// Built returns the engine that the command was built with, if there is one.
func Built() (Engine, bool) { return Engine{builtProgram, builtExec}, true }
