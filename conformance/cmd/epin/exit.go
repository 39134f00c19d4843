package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/result"
)

// The exit statuses, the same for every command.
const (
	exitHolds   = 0 // what was asked holds
	exitFails   = 1 // it does not
	exitUsage   = 2 // wrong usage, or an input file that cannot be read
	exitUnknown = 3 // it could not be found out
)

// statusError ends the program with a status, after its message, if it has one,
// went to standard error.
type statusError struct {
	status  int
	message string
}

func (e *statusError) Error() string { return e.message }

// errFails says that what was asked does not hold, as the output has said.
var errFails = &statusError{status: exitFails}

// unknown is what a command ends with that has not found out what was asked, because of err;
// nil where err is.
func unknown(err error) error {
	if err == nil {
		return nil
	}
	return &statusError{exitUnknown, err.Error()}
}

// statusOf returns the status that an error of a command stands for. What carries
// no status is about the command line.
func statusOf(err error) int {
	var s *statusError
	switch {
	case err == nil, closedByReader(err): // the reader of something printed has seen enough
		return exitHolds
	case errors.As(err, &s):
		return s.status
	}
	return exitUsage
}

// stdoutError is what a command ends with whose result cannot be written to standard
// output; nil where err is.
func stdoutError(err error) error {
	if err == nil {
		return nil
	}
	return unknown(fmt.Errorf("standard output cannot be written: %w", err))
}

// oneLine joins errors in one line; nil where all are.
func oneLine(errs ...error) error {
	var messages []string
	for _, err := range errs {
		if err != nil {
			messages = append(messages, err.Error())
		}
	}
	if messages == nil {
		return nil
	}
	return errors.New(strings.Join(messages, "; "))
}

// verdictStatus returns the status that a verdict stands for.
func verdictStatus(v result.Verdict) int {
	switch v {
	case result.Conformant, result.FullyConformant, result.ConformantButFor:
		return exitHolds
	case result.NotConformant, result.OutOfDate:
		return exitFails
	}
	return exitUnknown
}
