package certificate

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/corrupt"
)

func TestKeys(t *testing.T) {
	private, public, err := GenerateKey(Ed25519)
	if err != nil {
		t.Fatal(err)
	}
	big := must(ecdsa.GenerateKey(elliptic.P384(), rand.Reader))
	secret, open := must(x509.MarshalPKCS8PrivateKey(big)), must(x509.MarshalPKIXPublicKey(big.Public()))
	block := func(kind string, der []byte) []byte {
		return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
	}
	for _, test := range []struct {
		name              string
		private, public   []byte
		privately, openly string
	}{
		{"exchanged", public, private, `it has a PEM block "PUBLIC KEY", not PRIVATE KEY`, `it has a PEM block "PRIVATE KEY", not PUBLIC KEY`},
		{"no PEM", []byte("key"), []byte("key"), "it has no PEM block: it has to begin with -----BEGIN PRIVATE KEY-----", "it has no PEM block: it has to begin with -----BEGIN PUBLIC KEY-----"},
		{"no key", block("PRIVATE KEY", nil), block("PUBLIC KEY", nil), "it has no private key in PKCS #8", "it has no public key"},
		{"P-384", block("PRIVATE KEY", secret), block("PUBLIC KEY", open), "use Ed25519 or ECDSA P-256", "use Ed25519 or ECDSA P-256"},
	} {
		if _, err := ParsePrivateKey(test.private); err == nil || !strings.Contains(err.Error(), test.privately) {
			t.Errorf("%s: %v", test.name, err)
		}
		if _, err := ParsePublicKey(test.public); err == nil || !strings.Contains(err.Error(), test.openly) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestTree(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(says string) {
		t.Helper()
		if _, err := TreeResource(t.Context(), dir); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	refused("git rev-parse: fatal: not a git repository")
	git("init", "-q")
	refused("git rev-parse: ")
	write("epin.py", "1")
	git("add", ".")
	git("commit", "-q", "-m", "one")
	r, err := TreeResource(t.Context(), dir)
	if err != nil || r.Name != filepath.Base(dir) || r.Digest.GitCommit != git("rev-parse", "HEAD") {
		t.Errorf("%+v, %v", r, err)
	}
	write("new\x1b.py", "2")
	refused(`the tree differs from its commit, first in "new\033.py": commit the change, or take it out`)
	git("add", ".")
	refused("the tree differs from its commit")
	git("commit", "-q", "-m", "two")
	write("epin.py", "2")
	refused("the tree differs from its commit, first in epin.py: ")
}

// TestDamagedKeys tests that a damaged key is rejected, or is another key, with which Open rejects the
// certificate. FuzzCertificate damages certificates and statements.
func TestDamagedKeys(t *testing.T) {
	parse := func(file []byte) (crypto.PublicKey, error) {
		if key, err := ParsePrivateKey(file); err == nil {
			return key.Public(), nil
		}
		return ParsePublicKey(file)
	}
	for _, kind := range []string{Ed25519, ECDSAP256} {
		private, public, err := GenerateKey(kind)
		if err != nil {
			t.Fatal(err)
		}
		signed, was := must(Sign(must(ParsePrivateKey(private)), certified().statement)), KeyID(must(parse(public)))
		for name, valid := range map[string][]byte{"public": public, "private": private} {
			t.Run(kind+"/"+name, func(t *testing.T) {
				corrupt.Test(t, valid, 50, func(damaged []byte) (accepted bool, wrong error) {
					public, err := parse(damaged)
					if err != nil {
						return false, nil
					}
					id := KeyID(public)
					if _, err := Open(public, signed); (err == nil) != (id == was) {
						wrong = fmt.Errorf("it is the key %s, and the certificate is by %s: %v", id, was, err)
					}
					return true, wrong
				})
			})
		}
	}
}
