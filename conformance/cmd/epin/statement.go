package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/epin-conformance/harness/conformance/internal/certificate"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// describe notes what the statement of a run is about, before anything is asked of it.
func (o *outputs) describe(ctx context.Context, s streams, subjects subjectOptions, command []string) (err error) {
	if !slices.ContainsFunc(o.all, func(out output) bool { return out.format.name == formatStatement }) {
		if len(subjects.artifacts) > 0 || subjects.tree != "" {
			return errors.New("--artifact and --git are for a statement: add --report intoto=FILE, or leave them out")
		}
		return nil
	}
	if o.about.Artifacts, err = subjects.resources(ctx, s); err != nil {
		return err
	}
	if o.about.Adapter, err = certificate.AdapterFiles(command); err != nil {
		return fmt.Errorf("the adapter cannot be read: %w", err)
	}
	return nil
}

const formatStatement = "intoto"

// writeStatement writes the statement of a report, whatever its verdict.
func writeStatement(w io.Writer, r result.Report, about certificate.About) error {
	var file bytes.Buffer
	if err := report.WriteJSON(&file, r); err != nil {
		return err
	}
	s, err := certificate.New(r, file.Bytes(), about)
	if err != nil {
		return err
	}
	_, err = s.WriteTo(w)
	return err
}
