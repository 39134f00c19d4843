// Package suite asks an implementation everything that a profile holds, judges
// the answers, and tells what happened as a stream of events.
//
// The suite is made of layers, and a layer of parts: one part for each operation
// by which the layer asks. The layers that compare with an oracle (vectors,
// tokens, exhaustive) are sequences of questions, asked and judged by one engine;
// features are run by package features, and laws by package property. Everything
// that is asked singly comes before the first sweep.
//
// A check is one question with its judgement. It has a stable identifier (layer,
// operation and token in hexadecimal; for a law its name; for a feature its file
// and row), counts for one or more requirements, and for each of them passes,
// fails or is not exercised. What cannot be asked is never a pass.
//
// After the layers, what failed is shrunk to findings: see [Finding].
package suite
