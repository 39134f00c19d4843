package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/result"
)

// The exit statuses, the same for every command.
const (
	exitHolds   = 0 // success
	exitFails   = 1 // something failed
	exitUsage   = 2 // wrong usage, or an input file that cannot be read
	exitUnknown = 3 // inconclusive
)

// statusError ends the program with a status. Its message, if it has one, is written to standard
// error first.
type statusError struct {
	status  int
	message string
}

func (e *statusError) Error() string { return e.message }

// errFails means that something failed, and that the output shows it.
var errFails = &statusError{status: exitFails}

// unknown returns the error of a command that is inconclusive because of err; nil for nil.
func unknown(err error) error {
	if err == nil {
		return nil
	}
	return &statusError{exitUnknown, err.Error()}
}

// statusOf returns the exit status for an error of a command. An error without a status is about
// the command line.
func statusOf(err error) int {
	var s *statusError
	switch {
	case err == nil, closedByReader(err): // the reader of the output has closed it
		return exitHolds
	case errors.As(err, &s):
		return s.status
	}
	return exitUsage
}

// stdoutError returns the error of a command that cannot write to standard output; nil for nil.
func stdoutError(err error) error {
	if err == nil {
		return nil
	}
	return unknown(fmt.Errorf("standard output cannot be written: %w", err))
}

// oneLine joins errors in one line. It returns nil if all are nil.
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

// verdictStatus returns the exit status for a verdict.
func verdictStatus(v result.Verdict) int {
	switch v {
	case result.Conformant, result.FullyConformant, result.ConformantButFor:
		return exitHolds
	case result.NotConformant, result.OutOfDate:
		return exitFails
	}
	return exitUnknown
}
