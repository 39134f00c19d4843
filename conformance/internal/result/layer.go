package result

// The names of the layers of the suite, as in identifiers of checks.
const (
	LayerVectors    = "vectors"
	LayerTokens     = "tokens"
	LayerFeatures   = "features"
	LayerComplete   = "complete"
	LayerExhaustive = "exhaustive"
	LayerProperties = "properties"
	LayerNeighbours = "neighbours"
	LayerScalars    = "scalars"
	LayerLengths    = "lengths"
	LayerSequences  = "sequences"
	// LayerEnvironments differs between machines: see suite.Environment.
	LayerEnvironments = "environments"
	LayerFuzz         = "fuzz" // runs for a given time or number of rounds

	// LayerSingle is the layer of single requests, which selectors name, such as
	// single/parse/4b0a. A whole run and the lists of checks do not include it.
	LayerSingle = "single"
)

// Layers returns the names of the layers without LayerSingle, in the order of a run.
func Layers() []string {
	return []string{
		LayerVectors, LayerTokens, LayerFeatures, LayerComplete, LayerExhaustive,
		LayerProperties, LayerNeighbours, LayerScalars, LayerLengths, LayerSequences, LayerEnvironments, LayerFuzz,
	}
}
