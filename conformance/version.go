package conformance

// Version is the version of the harness: the suite, the reference and the command have
// one version. Every report shows it.
const Version = "0.2.0"
