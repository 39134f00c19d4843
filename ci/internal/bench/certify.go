package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance/report"
)

// certification is a run of `epin certify` as a process.
type certification struct {
	took   time.Duration // from its start to its end
	peak   int64         // the most memory it has had, in bytes; 0 where the system does not say
	report report.Report
}

// certify runs `epin certify` with flags against an adapter, or against the reference
// where command is empty, and wants the exit status that it should end with.
func (b *bench) certify(ctx context.Context, status int, flags []string, command ...string) (certification, error) {
	var c certification
	file := filepath.Join(b.scratch, "report.json")
	// Random questions take as long as they are told to, which says nothing about speed.
	args := append([]string{"certify", "--seed", "1", "--fuzz-time", "0s", "--report", "json=" + file}, flags...)
	if len(command) > 0 {
		args = append(append(args, "--"), command...)
	}
	cmd := exec.CommandContext(ctx, b.epin, args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return c, err
	}
	peak := watchPeak(cmd.Process.Pid)
	err := cmd.Wait()
	c.took, c.peak = time.Since(began), peak()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return c, err
	}
	if got := cmd.ProcessState.ExitCode(); got != status {
		return c, fmt.Errorf("epin %s ended with %s, want status %d: %s", strings.Join(args, " "), cmd.ProcessState, status, said.String())
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return c, err
	}
	return c, json.Unmarshal(text, &c.report)
}
