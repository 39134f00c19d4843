// Package features holds the tables of the EPIN and PIN documents as Gherkin features, and the
// expectations of their scenarios: requests to a [conformance.Implementation], and the
// expected values of the responses.
//
// A row of a feature is a row of the document, with the document's own columns and words.
// Columns in lower case are not from the document, and contain the test inputs. README.md
// explains how to read the features.
//
// go generate compiles the features to rows.jsonl with package steps, the only package
// that reads Gherkin. [Run] performs the requests of all rows in one batch.
//
// Scenarios with [Scenario.Library] are about properties that no request can test, such as
// the style of a piece in a match. They test this module's own packages.
package features
