package conformance

// Version is the version of the harness: of the suite, the reference and the
// command together. It stands in every report.
const Version = "0.2.0"
