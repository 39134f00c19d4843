package result

// The layers of the suite, by the names that they have in identifiers of checks.
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
	LayerFuzz       = "fuzz" // which goes on for as long as it is told to

	// LayerSingle is the layer of single requests, which selectors name one by one:
	// single/parse/4b0a. It is no part of a whole run, and in no list of checks.
	LayerSingle = "single"
)

// Layers returns the names of the layers, in the order in which they begin.
func Layers() []string {
	return []string{
		LayerVectors, LayerTokens, LayerFeatures, LayerComplete, LayerExhaustive,
		LayerProperties, LayerNeighbours, LayerScalars, LayerLengths, LayerSequences, LayerFuzz,
	}
}
