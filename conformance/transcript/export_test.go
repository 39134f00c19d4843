package transcript

// SetMaxKept sets how much is kept of a transcript, and returns what undoes that.
func SetMaxKept(bytes int) (undo func()) {
	before := maxKept
	maxKept = bytes
	return func() { maxKept = before }
}
