// Command release builds the archives of a release: the command epin for each platform,
// with its licence, README, manual pages and shell completions, and the checksums of all.
//
//	ci/release --out dist
//
// The same commit and the same Go give the same bytes, wherever and whenever it runs.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
)

// platforms are those that archives are made for.
var platforms = []platform{
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"linux", "amd64"}, {"linux", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "/" + p.arch }

// executable is the name of the command on a platform.
func (p platform) executable() string {
	if p.os == "windows" {
		return "epin.exe"
	}
	return "epin"
}

// folder is the name of everything in an archive, and of the archive but for its ending.
func (p platform) folder() string {
	return fmt.Sprintf("epin-%s-%s-%s", conformance.Version, p.os, p.arch)
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "ci/release:", err)
		}
		var wrong *usageError
		if errors.As(err, &wrong) || errors.Is(err, flag.ErrHelp) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

type usageError struct{ what string }

func (e *usageError) Error() string { return e.what }

// run builds what args ask for, and says on out what it wrote.
func run(ctx context.Context, args []string, out, errs io.Writer) error {
	flags := flag.NewFlagSet("ci/release", flag.ContinueOnError)
	flags.SetOutput(errs)
	dir := flags.String("out", "dist", "the `FOLDER` to write to; what is in it stays")
	tag := flags.String("tag", "", "fail unless this `TAG` is that of the version, such as v0.1.0")
	chosen := platforms
	flags.Func("platform", "only this `OS/ARCH`; may be repeated", func(text string) error {
		i := slices.IndexFunc(platforms, func(p platform) bool { return p.String() == text })
		if i < 0 {
			return fmt.Errorf("choose one of %v", platforms)
		}
		if len(chosen) == len(platforms) {
			chosen = nil
		}
		chosen = append(chosen, platforms[i])
		return nil
	})
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return &usageError{err.Error()}
	}
	if flags.NArg() > 0 {
		return &usageError{fmt.Sprintf("%q is no flag", flags.Arg(0))}
	}
	if want := "v" + conformance.Version; *tag != "" && *tag != want {
		return &usageError{fmt.Sprintf("the tag %s is not %s: change conformance.Version, or the tag", *tag, want)}
	}
	return release(ctx, *dir, chosen, out)
}

// release writes an archive for each platform, and SHA256SUMS, to dir.
func release(ctx context.Context, dir string, chosen []platform, out io.Writer) error {
	when, err := commitTime(ctx)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "epin-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	common, err := commonFiles(ctx, work)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, p := range chosen {
		binary, err := build(ctx, work, p)
		if err != nil {
			return err
		}
		files := append(slices.Clone(common), file{p.executable(), binary, true})
		content, name, err := archive(p, files, when)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), name)
	}
	if err := os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums.String()), 0o644); err != nil {
		return err
	}
	_, err = io.WriteString(out, sums.String())
	return err
}

// commitTime is what every file in an archive is dated: the time of the commit, or what
// SOURCE_DATE_EPOCH says.
func commitTime(ctx context.Context) (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		out, err := output(exec.CommandContext(ctx, "git", "log", "-1", "--format=%ct"))
		if err != nil {
			return time.Time{}, err
		}
		text = strings.TrimSpace(string(out))
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is no time in seconds", text)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// build builds the command for a platform. The version is a constant of the source, so
// there is nothing to stamp.
func build(ctx context.Context, work string, p platform) ([]byte, error) {
	name := filepath.Join(work, p.folder())
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", name, "./conformance/cmd/epin")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOARM64=v8.0")
	if _, err := output(cmd); err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}

// commonFiles are what is in every archive: texts, and what the command writes of
// itself.
func commonFiles(ctx context.Context, work string) ([]file, error) {
	host := platform{runtime.GOOS, runtime.GOARCH}
	if _, err := build(ctx, work, host); err != nil {
		return nil, err
	}
	epin := filepath.Join(work, host.folder())
	man := filepath.Join(work, "man")
	if err := os.Mkdir(man, 0o755); err != nil {
		return nil, err
	}
	if _, err := output(exec.CommandContext(ctx, epin, "reference", "--man", man)); err != nil {
		return nil, err
	}
	sources := map[string]string{"LICENSE": "LICENSE", "README.md": "README.md"}
	pages, err := os.ReadDir(man)
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		sources["man/"+page.Name()] = filepath.Join(man, page.Name())
	}
	var files []file
	for name, source := range sources {
		content, err := os.ReadFile(source)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, content, false})
	}
	for shell, name := range map[string]string{"bash": "epin.bash", "zsh": "_epin", "fish": "epin.fish", "powershell": "epin.ps1"} {
		content, err := output(exec.CommandContext(ctx, epin, "completion", shell))
		if err != nil {
			return nil, err
		}
		files = append(files, file{"completions/" + name, content, false})
	}
	return files, nil
}

// output runs a program, and returns what it writes on standard output.
func output(cmd *exec.Cmd) ([]byte, error) {
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil, fmt.Errorf("%s: %w: %s", strings.Join(cmd.Args, " "), err, exit.Stderr)
	}
	return out, err
}
