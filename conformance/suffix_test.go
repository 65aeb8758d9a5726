package conformance

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/urlgrep/urlgrep/internal/suffix"
)

// suffixModule ships the tests of the Public Suffix List, and its own package's. They are
// in Go.
const suffixModule = "golang.org/x/net"

// compareSuffixes compares the public suffix of domains.
func compareSuffixes() (all []outcome, err error) {
	s, err := openSource(suffixModule, "publicsuffix", "list_test.go")
	if err != nil {
		return nil, err
	}
	rows, err := s.rows("", "publicSuffixTestCases")
	if err != nil {
		return nil, err
	}
	for n, row := range rows {
		domain, _ := row["domain"].(string)
		want, _ := row["wantPS"].(string)
		all = append(all, compareDomain(fmt.Sprintf("publicSuffixTestCases/%d", n+1), domain, suffix.Public(domain), want))
	}
	return all, nil
}

// compareDomains compares the registrable domains that the command prints. For a host
// without one it prints the host.
func compareDomains() (all []outcome, err error) {
	s, err := openSource(suffixModule, "publicsuffix", "list_test.go")
	if err != nil {
		return nil, err
	}
	rows, err := s.rows("", "eTLDPlusOneTestCases")
	if err != nil {
		return nil, err
	}
	program, done, err := command()
	if err != nil {
		return nil, err
	}
	defer done()
	for n, row := range rows {
		domain, _ := row["domain"].(string)
		want, _ := row["want"].(string)
		if want == "" {
			want = domain
		}
		cmd := exec.Command(program, "--count-by=domain")
		cmd.Stdin = strings.NewReader("http://" + domain + "/\n")
		var errors bytes.Buffer
		cmd.Stderr = &errors
		out, err := cmd.Output()
		if err != nil && cmd.ProcessState.ExitCode() != 1 {
			return nil, fmt.Errorf("%q: %w: %s", domain, err, errors.String())
		}
		_, got, _ := strings.Cut(strings.TrimSpace(string(out)), " ") // "1 a.example"
		all = append(all, compareDomain(fmt.Sprintf("eTLDPlusOneTestCases/%d", n+1), domain, got, want))
	}
	return all, nil
}

// compareDomain compares what was found for a domain.
func compareDomain(id, domain, got, want string) outcome {
	o := outcome{id: id}
	if got != want {
		o.kind = "other"
		if got == "" {
			o.kind = "missed"
		}
		o.why = fmt.Sprintf("%q\n\t got %q\n\twant %q", domain, got, want)
	}
	return o
}

// command builds the command. done removes it.
func command() (program string, done func(), err error) {
	dir, err := os.MkdirTemp("", "conformance")
	if err != nil {
		return "", nil, err
	}
	done = func() { os.RemoveAll(dir) }
	program = filepath.Join(dir, "urlgrep.exe") // Windows needs the extension
	build := exec.Command("go", "build", "-C", "..", "-pgo=off", "-o", program, "./cmd/urlgrep")
	if out, err := build.CombinedOutput(); err != nil {
		done()
		return "", nil, fmt.Errorf("%w: %s", err, out)
	}
	return program, done, nil
}
