// Package features holds the tables of the EPIN documents as Gherkin features, and what
// their scenarios expect of a [conformance.Implementation]: requests, and the values that
// the responses have to have.
//
// A row of a feature carries the row of the document, with the document's own
// columns and words; columns in lower case are ours, and hold what is asked. README.md says
// how to read the features.
//
// go generate compiles the features to rows.jsonl, with package steps: the only one that
// reads Gherkin. [Run] performs the requests of all rows in one batch.
//
// What no implementation can be asked, such as the style of a piece in a match, stands
// in scenarios with [Scenario.Library]. Tests ask this module's own packages these.
//
// [Tables] lists the tables that have to be here, and [Missing] what of them is not.
package features
