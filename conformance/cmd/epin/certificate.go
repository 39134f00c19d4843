package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/certificate"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/wholefile"
)

// subjectOptions are the flags that name what was tested.
type subjectOptions struct {
	artifacts []string
	tree      string
}

func (o *subjectOptions) addFlags(cmd *cobra.Command) {
	f := flagsInOrder(cmd)
	f.StringArrayVar(&o.artifacts, "artifact", nil,
		"a `FILE` of the library as you release it, identified by its SHA-256 digest; may be repeated")
	f.StringVar(&o.tree, "git", "", "the library's source tree in `DIR`, identified by its commit")
}

func (o subjectOptions) given() bool { return len(o.artifacts) > 0 || o.tree != "" }

// resources returns the artifacts that the flags name.
func (o subjectOptions) resources(ctx context.Context, s streams) (all []certificate.Resource, err error) {
	for _, name := range o.artifacts {
		r, err := wholefile.Read(s.files, "the artifact", name, func(f io.Reader) (certificate.Resource, error) { return certificate.FileResource(name, f) })
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	if o.tree != "" {
		tree, err := certificate.TreeResource(ctx, o.tree)
		return append(all, tree), explained("the source tree cannot be read", err)
	}
	return all, nil
}

func verifyCommand(s streams) *cobra.Command {
	var o testOptions
	var subjects subjectOptions
	cmd := &cobra.Command{
		Use:   "verify [flags] STATEMENT [-- COMMAND [ARG...]]",
		Short: "Verify a statement of conformance, and perhaps test again",
		Args:  arguments("statement"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.verify(cmd.Context(), s, subjects, args[0], args[1:])
		},
	}
	subjects.addFlags(cmd)
	o.addLimits(cmd)
	return cmd
}

// verify verifies the statement in a file, and tests again if there is a command.
func (o *testOptions) verify(ctx context.Context, s streams, subjects subjectOptions, name string, command []string) error {
	given, err := subjects.resources(ctx, s)
	if err != nil {
		return err
	}
	statement, err := wholefile.Read(s.files, "the statement", name, wholefile.AtMost(1<<20, certificate.Read))
	if err != nil {
		return err
	}
	derived, err := statement.Predicate.Check()
	for _, artifact := range given {
		if err == nil && !artifact.In(statement.Subject) {
			err = fmt.Errorf("%s is not one of its subjects", artifact.Name)
		}
	}
	switch {
	case errors.Is(err, certificate.ErrUnknown):
		return unknown(err)
	case err != nil:
		return withStatus(exitFails, explained("the statement is refused", err))
	case len(command) > 0:
		if err := o.again(ctx, s, statement.Predicate, command); err != nil {
			return err
		}
	}
	s.line("VERIFIED: the report below follows from the counts and the plan. The statement says what was tested:\n  %s", derived.Subject())
	for _, r := range statement.Subject {
		compared := map[bool]string{true: "compared", false: "not compared: not given"}[r.In(given)]
		s.line("%s", conformance.Visible(fmt.Sprintf("  %s %s%s (%s)", r.Name, r.Digest["sha256"], r.Digest["gitCommit"], compared), ""))
	}
	if len(command) > 0 {
		s.line("A new run confirms it.")
	}
	s.line("")
	return stdoutError(report.WriteText(s.lines, derived, report.TextOptions{Verbose: true}))
}

// again repeats the run of a statement, and compares the results.
func (o *testOptions) again(ctx context.Context, s streams, was certificate.Predicate, command []string) error {
	jobs, most := o.cfg.Jobs, o.cfg.MaxTime
	o.cfg, _ = was.Config() // Check has found no error
	o.cfg.Jobs, o.cfg.MaxTime, o.edition.Edition, o.seed = jobs, most, o.cfg.Edition, uint32(o.cfg.Seed)
	r, err := o.test(ctx, s, command)
	if err != nil {
		return err
	}
	for _, note := range r.Notes {
		s.note(note.String())
	}
	if r.Verdict == result.NoVerdict {
		return &statusError{exitUnknown, "the new run is inconclusive: " + r.Reason.String()}
	}
	err = was.Agrees(certificate.New(r, nil, nil).Predicate)
	return withStatus(exitFails, explained("the statement is refused: a new run contradicts it", err))
}
