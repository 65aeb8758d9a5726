package store

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func TestSplit(t *testing.T) {
	for name, want := range map[string][3]string{
		"s3://b/k":                {"s3", "b", "k"},
		"s3://b/a//k?x#y%20 z":    {"s3", "b", "a//k?x#y%20 z"},
		"gs://b/":                 {"gs", "b", ""},
		"gs://b":                  {"gs", "b", ""},
		"INBOX":                   {"", "", "INBOX"},
		"./s3://b/k":              {"", "", "./s3://b/k"},
		"file:///var/mail/a%20b":  {"", "", "/var/mail/a b"},
		"file://localhost/a":      {"", "", "/a"},
		"":                        {"", "", ""},
		"s3:b":                    {"", "", "s3:b"},
		"dir.d/http://a.example/": {"", "", "dir.d/http://a.example/"},
	} {
		scheme, bucket, key, err := split(name)
		want[2] = filepath.FromSlash(want[2])
		if got := [3]string{scheme, bucket, filepath.FromSlash(key)}; err != nil || got != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"s3://", "s3:///k", "http://a.example/", "file://other/a", "file://%zz", "S3://b/k"} {
		if got, _, _, err := split(name); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]error{
		"s3://bucket":                 fs.ErrInvalid,
		"http://a.example/":           fs.ErrInvalid,
		"":                            fs.ErrInvalid,
		dir:                           fs.ErrInvalid, // no file
		filepath.Join(dir, "missing"): fs.ErrNotExist,
	} {
		_, err := Open(t.Context(), name)
		checkPathError(t, err, "open", name, want)
	}
	_, err := new(Client).OpenEntry(t.Context(), Entry{Name: "a", Size: 1})
	checkPathError(t, err, "open", "a", fs.ErrInvalid)
}

func TestTemporary(t *testing.T) {
	request := func(err error) error { return &url.Error{Op: "Get", URL: "http://a.example/", Err: err} }
	for _, test := range []struct {
		err  error
		want bool
	}{
		{request(&net.OpError{Op: "read", Err: syscall.ECONNRESET}), true},
		{request(io.EOF), true},
		{fmt.Errorf("listing: %w", &net.OpError{Op: "read", Err: syscall.ECONNRESET}), true},
		{request(&net.DNSError{IsTemporary: true}), true},
		{request(&net.DNSError{IsNotFound: true}), false},
		{request(&tls.CertificateVerificationError{Err: io.EOF}), false},
		{&brokenError{io.EOF}, true},
		{errStalled, true},
		{ErrChanged, false},
		{syscall.EACCES, false},
		{errors.New("no credentials"), false},
		{&refusal{500, request(io.EOF)}, true},
		{&refusal{404, request(io.EOF)}, false},
	} {
		if got := temporary(test.err); got != test.want {
			t.Errorf("%v: %v", test.err, got)
		}
	}
}

func TestSleep(t *testing.T) {
	if err := sleep(t.Context(), time.Millisecond); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := sleep(ctx, time.Hour); err != context.Canceled {
		t.Error(err)
	}
}

func names(t *testing.T, c *Client, prefix string) []string {
	t.Helper()
	var all []string
	for e, err := range c.List(t.Context(), prefix) {
		if err != nil {
			t.Fatal(err)
		}
		o, err := c.Open(t.Context(), e.Name)
		if err != nil {
			t.Fatal(err)
		}
		if o.Entry() != e {
			t.Errorf("listed as %v, opened as %v", e, o.Entry())
		}
		all = append(all, e.Name)
	}
	return all
}

func TestList(t *testing.T) {
	keys := []string{"2026/01.mbox", "2026/02.mbox", "2026/a b+c%2F&é", "2026/sub/1", "2026/sub/2"}
	forServices(t, false, func(t *testing.T, s *testService) {
		for _, key := range append(keys, "2025/12.mbox", "20260101") {
			s.put(key, []byte(key))
		}
		if s.faults != nil {
			s.put("2026/sub/", nil) // a directory, for some programs
			pauses(s.client)
			s.faults.set(fault{status: 503}, fault{after: 10})
		}
		var want []string
		for _, key := range keys {
			want = append(want, s.prefix+filepath.FromSlash(key))
		}
		if s.faults != nil {
			for i, key := range keys {
				want[i] = s.prefix + key
			}
		}
		if got := names(t, s.client, s.prefix+"2026/"); !reflect.DeepEqual(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		for e := range s.client.List(t.Context(), s.prefix+"2026/") {
			if e.Name != want[0] {
				t.Error(e.Name)
			}
			break
		}
		if s.faults != nil {
			if got := names(t, s.client, s.prefix+"none/"); got != nil {
				t.Errorf("%q", got)
			}
			s.faults.set(fault{status: 403})
			for _, err := range s.client.List(t.Context(), s.prefix) {
				checkPathError(t, err, "list", s.prefix, fs.ErrPermission)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		n := 0
		for _, err := range s.client.List(ctx, s.prefix) {
			checkPathError(t, err, "list", s.prefix, context.Canceled)
			n++
		}
		if n != 1 {
			t.Errorf("%d errors", n)
		}
	})
	for _, prefix := range []string{"http://a.example/", filepath.Join(t.TempDir(), "none")} {
		n := 0
		for _, err := range List(t.Context(), prefix) {
			checkPathError(t, err, "list", prefix, nil)
			n++
		}
		if n != 1 {
			t.Errorf("%s: %d errors", prefix, n)
		}
	}
}

// TestListPages lists more objects than a page has.
func TestListPages(t *testing.T) {
	forServices(t, true, func(t *testing.T, s *testService) {
		const n, workers = 1003, 8
		var wg sync.WaitGroup
		for first := range workers {
			wg.Go(func() {
				for i := first; i < n; i += workers {
					s.put(fmt.Sprintf("%05d", i), nil)
				}
			})
		}
		wg.Wait()
		s.faults.set()
		var keys []string
		for e, err := range s.client.List(t.Context(), s.prefix) {
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, e.Name)
		}
		if len(keys) != n || !slices.IsSorted(keys) {
			t.Errorf("%d keys, sorted %v", len(keys), slices.IsSorted(keys))
		}
		if len(s.faults.requests()) < 2 {
			t.Error("one page")
		}
	})
}

// TestFileTree lists files that are not regular.
func TestFileTree(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("a", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	c := new(Client)
	want := []string{filepath.Join(dir, "a"), filepath.Join(dir, "b")}
	if got := names(t, c, dir); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	if got := names(t, c, "file://"+filepath.ToSlash(want[1])); !reflect.DeepEqual(got, want[1:]) {
		t.Errorf("%q", got)
	}
}

// TestAnonymous opens an object without credentials.
func TestAnonymous(t *testing.T) {
	for _, scheme := range []string{"s3", "gs"} {
		t.Run(scheme, func(t *testing.T) {
			s := testServices[scheme](t)
			s.put("a", []byte("text"))
			t.Setenv("AWS_ACCESS_KEY_ID", "")
			t.Setenv("AWS_SECRET_ACCESS_KEY", "")
			s.client = &Client{Anonymous: true}
			if o := s.open(t, "a"); o.Size() != 4 {
				t.Error(o.Size())
			}
			t.Setenv("STORAGE_EMULATOR_HOST", "")
			t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", filepath.Join(t.TempDir(), "none"))
			_, err := new(Client).Open(t.Context(), s.prefix+"a")
			checkPathError(t, err, "open", s.prefix+"a", nil)
			if !strings.Contains(fmt.Sprint(err), "no credentials for ") {
				t.Error(err)
			}
		})
	}
}

// TestRegion opens an object in a bucket of another region.
func TestRegion(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Amz-Bucket-Region", "eu-central-1")
		w.WriteHeader(http.StatusMovedPermanently)
	}))
	defer server.Close()
	s3Environment(t, server.URL)
	t.Setenv("AWS_REGION", "")
	_, err := new(Client).Open(t.Context(), "s3://bucket/a")
	if want := "the bucket is in region eu-central-1, and AWS_REGION is us-east-1"; !strings.Contains(fmt.Sprint(err), want) {
		t.Errorf("%v, want: %s", err, want)
	}
}

// TestIgnored has services that ignore ranges, versions, or both.
func TestIgnored(t *testing.T) {
	etag := `"1"`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if etag != "" {
			w.Header().Set("ETag", etag)
		}
		w.Header().Set("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT")
		w.Header().Set("Content-Length", "200000")
		w.Write(make([]byte, 200000))
	}))
	defer server.Close()
	s3Environment(t, server.URL)
	c := new(Client)
	read := func(o *Object, off int64) error {
		r := o.Range(t.Context(), 0, -1)
		defer r.Close()
		_, err := r.ReadAt(make([]byte, 10), off)
		return err
	}
	o, err := c.Open(t.Context(), "s3://bucket/a")
	if err != nil || o.Version() != "1" {
		t.Fatal(o.Version(), err)
	}
	if err := read(o, 150000); err == nil || !strings.Contains(err.Error(), "range") {
		t.Error(err)
	}
	if err := read(o, 0); err != nil {
		t.Error(err)
	}
	etag = `"2"`
	if err := read(o, 0); !errors.Is(err, ErrChanged) {
		t.Error(err)
	}
	etag = ""
	o, err = c.Open(t.Context(), "s3://bucket/a")
	if err != nil || o.Version() != "modified 2015-10-21T07:28:00Z" {
		t.Fatal(o.Version(), err)
	}
	if err := read(o, 0); err != nil {
		t.Error(err)
	}
}
