package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/certificate"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

func certificateCommand(s streams) *cobra.Command {
	return group(&cobra.Command{
		Use:   "certificate",
		Short: "Make, sign and verify certificates of conformance",
		Long: `Make, sign and verify certificates of conformance.

  epin certificate keygen -o mine
  epin certify --report json=report.json -- python3 adapter.py
  epin certificate create report.json --artifact dist/acme.tgz -o statement.json
  epin certificate sign --key mine.key statement.json -o acme.certificate
  epin certificate verify --key mine.pub --artifact dist/acme.tgz acme.certificate

A certificate is an in-toto Statement with the predicate test-result, v0.1, signed in a
DSSE envelope.`,
	}, createCommand(s), signCommand(s), keygenCommand(s), verifyCommand(s))
}

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

// about returns what a statement says about the artifacts that the flags name, and the files of the
// command of an adapter.
func (o subjectOptions) about(ctx context.Context, s streams, command []string) (about certificate.About, err error) {
	names := slices.Clone(o.artifacts)
	if o.tree != "" {
		names = append(names, o.tree)
	}
	for i, name := range names {
		var r certificate.Resource
		if i == len(o.artifacts) {
			r, err = certificate.TreeResource(ctx, name)
		} else {
			if info, err := os.Stat(name); err == nil {
				if err := s.files.add(usedFile{"the artifact", name, name, info, false}); err != nil {
					return about, err
				}
			}
			r, err = certificate.FileResource(name)
		}
		switch {
		case err != nil:
			return about, fmt.Errorf("the artifact cannot be read: %w", err)
		case slices.Contains(about.Artifacts, r):
			return about, fmt.Errorf("the artifact %s is named twice: leave one out", name)
		}
		about.Artifacts = append(about.Artifacts, r)
	}
	about.Adapter, err = certificate.AdapterFiles(command)
	return about, explained("the adapter cannot be read", err)
}

func createCommand(s streams) *cobra.Command {
	var o subjectOptions
	var to string
	cmd := &cobra.Command{
		Use:   "create [flags] REPORT.json",
		Short: "Make a statement of conformance from a report",
		Long: `Make a statement of conformance from a report.

REPORT.json is the file that certify --report json=FILE wrote. A certificate needs the
verdict "conformant" or "fully conformant" without known failures, from a complete run
with deterministic responses, and an artifact. The statement records the present digests
of the files that the adapter's command names. So run this where the adapter ran, and at
once.

Exit status: 0 made; 1 the report does not justify a certificate, with the reason; 2 wrong
usage, or a file that cannot be read.`,
		Example: `  epin certificate create report.json --artifact dist/acme.tgz -o statement.json
  epin certificate create report.json --git . -o statement.json`,
		Args: arguments("report"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !o.given() {
				return errors.New("a certificate needs an artifact: name it with --artifact FILE, or --git DIR")
			}
			var r result.Report
			file, err := readFile(s, "the saved report", args[0], limited(report.MaxBytes, func(data []byte) (_ []byte, err error) {
				r, err = report.ReadJSON(bytes.NewReader(data))
				return data, err
			}))
			if err != nil {
				return err
			}
			about, err := o.about(cmd.Context(), s, printable.Strings(r.Implementation.Command))
			if err != nil {
				return err
			}
			statement, err := certificate.New(r, file, about)
			if err == nil {
				err = statement.Certifies()
			}
			if err != nil {
				return withStatus(exitFails, explained(args[0]+" does not justify a certificate", err))
			}
			if len(r.Implementation.Command) > 0 && len(about.Adapter) == 0 {
				s.note("no file of the adapter's command exists here, so the statement has no digest of the adapter: create it where the adapter ran")
			}
			return writeTo(s, "the statement", to, writes(statement))
		},
	}
	o.addFlags(cmd)
	cmd.Flags().StringVarP(&to, "output", "o", "", "write the statement to `FILE` (default standard output)")
	return cmd
}

func signCommand(s streams) *cobra.Command {
	var keyFile, to string
	cmd := &cobra.Command{
		Use:   "sign --key KEY [flags] STATEMENT",
		Short: "Sign a statement",
		Long: `Sign a statement, in a DSSE envelope.

The key is an Ed25519 or ECDSA P-256 private key in PEM (PKCS #8), as keygen or openssl
genpkey writes it. A statement that certifies nothing can be signed too; verify then
refuses it.`,
		Example: `  epin certificate sign --key mine.key statement.json -o acme.certificate`,
		Args:    arguments("statement"),
		RunE: func(_ *cobra.Command, args []string) error {
			key, err := readFile(s, "the key", keyFile, limited(mostKey, certificate.ParsePrivateKey))
			if err != nil {
				return err
			}
			statement, err := readFile(s, "the statement", args[0], limited(certificate.MaxBytes, func(data []byte) (certificate.Statement, error) {
				statement, err := certificate.Decode(data)
				if err == nil {
					err = statement.Check()
				}
				return statement, err
			}))
			if err != nil {
				return err
			}
			signed, err := certificate.Sign(key, statement)
			if err != nil {
				return unknown(explained("the statement cannot be signed", err))
			}
			return writeTo(s, "the certificate", to, writes(bytes.NewReader(signed)))
		},
	}
	f := flagsInOrder(cmd)
	f.StringVar(&keyFile, "key", "", "the private key, a `FILE`; required")
	_ = cmd.MarkFlagRequired("key")
	f.StringVarP(&to, "output", "o", "", "write the certificate to `FILE` (default standard output)")
	return cmd
}

func keygenCommand(s streams) *cobra.Command {
	var kind, prefix string
	cmd := &cobra.Command{
		Use:   "keygen -o PREFIX [flags]",
		Short: "Make a pair of keys",
		Long: `Make a pair of keys: PREFIX.key signs and is secret, PREFIX.pub verifies and is public.
Existing files are never overwritten: both files are written, or none.`,
		Example: `  epin certificate keygen -o mine
  epin certificate keygen --type ecdsa-p256 -o mine`,
		Args: arguments(),
		RunE: func(*cobra.Command, []string) error {
			private, public, err := certificate.GenerateKey(kind)
			if err != nil {
				return err
			}
			if err := writeNew(prefix+".key", 0o600, private); err != nil {
				return err
			}
			if err := writeNew(prefix+".pub", 0o644, public); err != nil {
				os.Remove(prefix + ".key") // both, or none
				return err
			}
			key, err := certificate.ParsePublicKey(public)
			if err != nil {
				return err
			}
			shown := conformance.Visible(prefix, "")
			s.line("%s.key is the private key: keep it secret\n%s.pub is the public key: publish it\nkey %s",
				shown, shown, certificate.KeyID(key))
			return nil
		},
	}
	f := flagsInOrder(cmd)
	f.StringVar(&kind, "type", certificate.Ed25519, "type of the `KEY`s: ed25519 or ecdsa-p256")
	f.StringVarP(&prefix, "output", "o", "", "the `PREFIX` of both file names; required")
	_ = cmd.MarkFlagRequired("output")
	return cmd
}

// writeNew writes a file that does not exist yet.
func writeNew(name string, mode os.FileMode, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists already: choose another name", name)
	}
	if err != nil {
		return fmt.Errorf("the key cannot be written: %w", err)
	}
	_, err = f.Write(data)
	if err := oneLine(err, f.Close()); err != nil {
		os.Remove(name) // a part of a key is none
		return unknown(fmt.Errorf("the key cannot be written: %w", err))
	}
	return nil
}

func verifyCommand(s streams) *cobra.Command {
	var v verifyOptions
	cmd := &cobra.Command{
		Use:   "verify --key KEY [flags] CERTIFICATE [-- COMMAND [ARG...]]",
		Short: "Verify a certificate",
		Long: `Verify a certificate. It passes if all of this holds:

  the key signed it, and no byte was changed
  its verdict follows from the results in it
  each part of the run has as many checks as this suite plans
  it names each given artifact

A certificate with another plan cannot be confirmed without --rerun, which runs the suite
again as the certificate says, and compares the results. COMMAND starts the adapter, as for
certify; without COMMAND, the built-in reference is tested.

Exit status: 0 verified; 1 refused, with the reason; 2 wrong usage, or a file that cannot
be read; 3 the plan differs, the new run is inconclusive, or the implementation has
another version than the certificate.`,
		Example: `  epin certificate verify --key acme.pub --artifact acme.tgz acme.certificate
  epin certificate verify --key acme.pub --rerun acme.certificate -- ./adapter`,
		Args: adapterCommand("certificate"),
		RunE: func(cmd *cobra.Command, args []string) error { return v.verify(cmd.Context(), s, args[0], args[1:]) },
	}
	f := flagsInOrder(cmd)
	f.StringVar(&v.key, "key", "", "the public key, a `FILE`; required")
	_ = cmd.MarkFlagRequired("key")
	v.subjects.addFlags(cmd)
	f.BoolVar(&v.rerun, "rerun", false, "run the suite again, and compare")
	v.addLimits(cmd)
	return cmd
}

type verifyOptions struct {
	askOptions
	key      string
	subjects subjectOptions
	rerun    bool
}

func (v verifyOptions) verify(ctx context.Context, s streams, name string, command []string) error {
	if len(command) > 0 && !v.rerun {
		return errors.New("a command is used only with --rerun: add --rerun, or leave the command out")
	}
	key, err := readFile(s, "the key", v.key, limited(mostKey, certificate.ParsePublicKey))
	if err != nil {
		return err
	}
	given, err := v.subjects.about(ctx, s, command)
	if err != nil {
		return err
	}
	data, err := readFile(s, "the certificate", name, limited(certificate.MaxBytes, func(data []byte) ([]byte, error) { return data, nil }))
	if err != nil {
		return err
	}
	statement, err := certificate.Open(key, data)
	if err == nil {
		err = explained("its signature is valid, but it certifies no conformance", statement.Certifies())
	}
	if err == nil {
		err = statement.IsAbout(given.Artifacts)
	}
	if err != nil {
		return refused(err)
	}
	if v.rerun {
		if err := v.again(ctx, s, statement, command); err != nil {
			return err
		}
	}
	return v.tell(s, statement, given)
}

func refused(err error) error {
	return withStatus(exitFails, explained("the certificate is refused", err))
}

// again repeats the run of the certificate, and compares the results.
func (v verifyOptions) again(ctx context.Context, s streams, was certificate.Statement, command []string) error {
	cfg, err := was.Predicate.Configuration.Config()
	if err != nil {
		return refused(err)
	}
	cfg.Jobs, cfg.MaxTime = v.cfg.Jobs, v.cfg.MaxTime
	v.cfg, v.edition.Edition, v.seed = cfg, cfg.Edition, uint32(cfg.Seed)
	r, err := v.ask(ctx, s, command)
	if err != nil {
		return err
	}
	for _, note := range r.Notes {
		fmt.Fprintf(s.err, "epin: %s\n", note)
	}
	if r.Verdict == result.NoVerdict {
		return &statusError{exitUnknown, "the new run is inconclusive: " + r.Reason.String()}
	}
	is, err := certificate.New(r, nil, certificate.About{})
	if err != nil {
		return unknown(err)
	}
	switch err := was.Agrees(is); {
	case errors.Is(err, certificate.ErrOtherVersion):
		return unknown(fmt.Errorf("the certificate is not confirmed: %w", err))
	case err != nil:
		return refused(fmt.Errorf("a new run contradicts it: %w", err))
	}
	return nil
}

// tell prints what was verified, and what was not compared with what was given.
func (v verifyOptions) tell(s streams, statement certificate.Statement, given certificate.About) error {
	show := func(format string, args ...any) { s.line("%s", conformance.Visible(fmt.Sprintf(format, args...), "")) }
	compared := func(r certificate.Resource, with []certificate.Resource, otherwise string) string {
		if slices.ContainsFunc(with, func(other certificate.Resource) bool { return other.Digest == r.Digest }) {
			return "compared"
		}
		return otherwise
	}
	c := statement.Predicate.Configuration
	planned := statement.IsPlanned()
	if planned || v.rerun {
		show("VERIFIED")
		for _, sentence := range c.Results.Claim {
			show("%s", sentence)
		}
		show("  verdict  %s, which follows from the counts", c.Results.Verdict)
	} else {
		show("NOT CONFIRMED")
		show("The signature is valid. The certificate records the verdict %q on %s, EPIN edition %s: %s passed, none failed.",
			c.Results.Verdict, c.Results.Implementation.Name, c.Suite.Edition, number.Counted(c.Results.Passed(), "check"))
		show("It was made with another plan of the suite (version %s), so its counts cannot be checked. Use --rerun to test again.", c.Suite.Version)
	}
	for _, r := range statement.Subject {
		show("  about    %s %s (%s)", r.Name, r.Digest, compared(r, given.Artifacts, "not compared: not given"))
	}
	otherwise := "not compared"
	if v.rerun {
		otherwise = "not a file of the command of the new run"
	}
	for _, r := range c.Adapter {
		show("  adapter  %s %s (%s)", r.Name, r.Digest, compared(r, given.Adapter, otherwise))
	}
	show("  report   %s, seed %s", c.Report, c.Suite.Seed)
	show("  suite    %s, corpus %s", c.Suite.Version, c.Corpus)
	if !c.ThisSuite() {
		show("The suite or the corpus differs from that of the certificate: this is suite %s.", conformance.Version)
	}
	switch {
	case v.rerun && planned:
		show("A new run confirms it.")
	case v.rerun:
		show("A new run has the same verdict. Its plan is another one, so the results were not compared.")
	}
	if err := s.lines.Flush(); err != nil {
		return stdoutError(err)
	}
	if !planned && !v.rerun {
		return &statusError{status: exitUnknown}
	}
	return nil
}

// mostKey is how long the file of a key may be.
const mostKey = 1 << 16
