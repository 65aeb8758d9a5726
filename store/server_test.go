package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// A testService is a service with a bucket for a test.
type testService struct {
	prefix string // of the names of objects
	put    func(key string, data []byte)
	remove func(key string)
	faults *faults // nil for files
	client *Client
}

// testServices start the services that the tests are run with.
var testServices = map[string]func(*testing.T) *testService{
	"s3":        gofakes3Service,
	"versitygw": versitygwService,
	"gs":        gcsTestService,
	"files":     fileService,
}

// forServices runs a test for each service. Files are skipped if the test needs faults.
func forServices(t *testing.T, needsFaults bool, test func(*testing.T, *testService)) {
	for _, name := range slices.Sorted(maps.Keys(testServices)) {
		if needsFaults && name == "files" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			test(t, testServices[name](t))
		})
	}
}

// pauses sets a client's sleep to a function that returns at once. The result is called for
// the pauses until now.
func pauses(c *Client) func() []time.Duration {
	var mu sync.Mutex
	var all []time.Duration
	c.sleep = func(ctx context.Context, d time.Duration) error {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, d)
		return context.Cause(ctx)
	}
	return func() []time.Duration {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(all)
	}
}

// text returns n bytes that differ from place to place.
func text(n int) []byte {
	r := rand.NewChaCha8([32]byte{1})
	b := make([]byte, n)
	r.Read(b)
	return b
}

func (s *testService) open(t *testing.T, key string) *Object {
	t.Helper()
	o, err := s.client.Open(t.Context(), s.prefix+key)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// A fault is a way in which an answer goes wrong.
type fault struct {
	status int           // answer with this status
	after  int           // or break the body after these bytes
	reset  bool          // with a reset of the connection
	hang   time.Duration // or stop for this time, or until the client gives up
}

// A faults is a service in which the answers to requests for objects may go wrong.
type faults struct {
	service http.Handler

	mu          sync.Mutex
	next        []fault  // for the next requests, one each
	always      *fault   // for each request
	log         []string // the requests
	connections int
}

func (f *faults) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	f.mu.Lock()
	f.log = append(f.log, strings.TrimSpace(req.Method+" "+req.Header.Get("Range")))
	now := f.always
	if len(f.next) > 0 {
		now, f.next = &f.next[0], f.next[1:]
	}
	f.mu.Unlock()
	switch {
	case now == nil:
	case now.status != 0:
		http.Error(w, "", now.status)
		return
	case now.hang != 0:
		w = &breaking{ResponseWriter: w, left: now.after, then: func() {
			select {
			case <-req.Context().Done():
			case <-time.After(now.hang):
			}
			panic(http.ErrAbortHandler)
		}}
	default:
		w = &breaking{ResponseWriter: w, left: now.after, then: func() {
			if now.reset {
				c, _, err := http.NewResponseController(w).Hijack()
				if err == nil {
					c.(*net.TCPConn).SetLinger(0)
					c.Close()
				}
			}
			panic(http.ErrAbortHandler)
		}}
	}
	f.service.ServeHTTP(w, req)
}

// set replaces the faults of the next requests, and empties the log. No later request has a
// fault.
func (f *faults) set(next ...fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.next, f.always, f.log, f.connections = next, nil, nil, 0
}

// setAlways replaces the faults of all requests, and empties the log.
func (f *faults) setAlways(always fault) {
	f.set()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.always = &always
}

// newConnections returns the number of connections since the last call of set.
func (f *faults) newConnections() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.connections
}

// requests returns the requests since the last call of set.
func (f *faults) requests() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.log)
}

// start starts the service on the loopback interface.
func (f *faults) start(t *testing.T) *httptest.Server {
	server := httptest.NewUnstartedServer(f)
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			f.mu.Lock()
			f.connections++
			f.mu.Unlock()
		}
	}
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // of the answers that were broken
	server.Start()
	t.Cleanup(server.Close)
	return server
}

// A breaking is an answer that breaks after some bytes.
type breaking struct {
	http.ResponseWriter
	left int
	then func()
}

func (b *breaking) Write(p []byte) (int, error) {
	if len(p) <= b.left {
		b.left -= len(p)
		return b.ResponseWriter.Write(p)
	}
	b.ResponseWriter.Write(p[:b.left])
	http.NewResponseController(b.ResponseWriter).Flush()
	b.then()
	return 0, io.ErrShortWrite
}

func gofakes3Service(t *testing.T) *testService {
	return s3TestService(t, gofakes3.New(s3mem.New()).Server())
}

// s3TestService returns a service with the API of S3.
func s3TestService(t *testing.T, service http.Handler) *testService {
	f := &faults{service: service}
	server := f.start(t)
	s3Environment(t, server.URL)
	cfg, err := config.LoadDefaultConfig(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	client := s3.NewFromConfig(cfg, func(o *s3.Options) { o.UsePathStyle = true })
	bucket := aws.String("bucket")
	if _, err := client.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: bucket}); err != nil {
		t.Fatal(err)
	}
	return &testService{
		prefix: "s3://bucket/",
		faults: f,
		client: new(Client),
		put: func(key string, data []byte) {
			_, err := client.PutObject(t.Context(), &s3.PutObjectInput{
				Bucket: bucket, Key: &key, Body: bytes.NewReader(data),
			})
			if err != nil {
				t.Error(err)
			}
		},
		remove: func(key string) {
			if _, err := client.DeleteObject(t.Context(), &s3.DeleteObjectInput{Bucket: bucket, Key: &key}); err != nil {
				t.Error(err)
			}
		},
	}
}

// s3Environment sets the environment for a service at an endpoint, and hides that of the
// machine.
func s3Environment(t *testing.T, endpoint string) {
	none := filepath.Join(t.TempDir(), "none")
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID":           "access",
		"AWS_SECRET_ACCESS_KEY":       "secret-key",
		"AWS_SESSION_TOKEN":           "",
		"AWS_PROFILE":                 "",
		"AWS_REGION":                  "us-east-1",
		"AWS_ENDPOINT_URL":            endpoint,
		"AWS_CONFIG_FILE":             none,
		"AWS_SHARED_CREDENTIALS_FILE": none,
		"AWS_EC2_METADATA_DISABLED":   "true",
	} {
		t.Setenv(name, value)
	}
}

// versitygwService starts versitygw in another process.
func versitygwService(t *testing.T) *testService {
	program := os.Getenv("VERSITYGW")
	if program == "" {
		var err error
		if program, err = exec.LookPath("versitygw"); err != nil {
			t.Skip("versitygw is not in PATH, and VERSITYGW is not set")
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	cmd := exec.Command(program, "--access", "access", "--secret", "secret-key", "--port", address,
		"--health", "/health", "posix", "--sidecar", t.TempDir(), t.TempDir())
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		if t.Failed() {
			t.Logf("versitygw: %s", output.Bytes())
		}
	})
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		res, err := http.Get("http://" + address + "/health")
		if err == nil {
			res.Body.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	return s3TestService(t, httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: address}))
}

// A gcs is the part of the API of Google Cloud Storage that this package uses, with pages of
// three objects.
type gcs struct {
	mu         sync.Mutex
	objects    map[string][]byte // by "bucket/key"
	generation map[string]int64
	last       int64
}

func gcsTestService(t *testing.T) *testService {
	g := &gcs{objects: make(map[string][]byte), generation: make(map[string]int64)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /storage/v1/b/{bucket}/o/{key...}", g.stat)
	mux.HandleFunc("GET /storage/v1/b/{bucket}/o", g.list)
	mux.HandleFunc("GET /{bucket}/{key...}", g.get)
	f := &faults{service: mux}
	t.Setenv("STORAGE_EMULATOR_HOST", f.start(t).URL)
	return &testService{
		prefix: "gs://bucket/",
		faults: f,
		client: new(Client),
		put: func(key string, data []byte) {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.last++
			g.objects["bucket/"+key], g.generation["bucket/"+key] = data, g.last
		},
		remove: func(key string) {
			g.mu.Lock()
			defer g.mu.Unlock()
			delete(g.objects, "bucket/"+key)
		},
	}
}

func (g *gcs) resource(name string) map[string]string {
	bucket, key, _ := strings.Cut(name, "/")
	return map[string]string{
		"kind": "storage#object", "bucket": bucket, "name": key,
		"size":       strconv.Itoa(len(g.objects[name])),
		"generation": strconv.FormatInt(g.generation[name], 10),
	}
}

func (g *gcs) stat(w http.ResponseWriter, req *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	name := req.PathValue("bucket") + "/" + req.PathValue("key")
	if _, ok := g.objects[name]; !ok {
		http.Error(w, `{"error": {"code": 404, "message": "No such object"}}`, http.StatusNotFound)
		return
	}
	json.NewEncoder(w).Encode(g.resource(name))
}

func (g *gcs) list(w http.ResponseWriter, req *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := req.URL.Query()
	bucket := req.PathValue("bucket") + "/"
	var items []map[string]string
	var next string
	for _, name := range slices.Sorted(maps.Keys(g.objects)) {
		key := strings.TrimPrefix(name, bucket)
		if !strings.HasPrefix(name, bucket+q.Get("prefix")) || key < q.Get("pageToken") {
			continue
		}
		if len(items) == 3 {
			next = key
			break
		}
		items = append(items, g.resource(name))
	}
	json.NewEncoder(w).Encode(map[string]any{
		"kind": "storage#objects", "items": items, "nextPageToken": next,
	})
}

func (g *gcs) get(w http.ResponseWriter, req *http.Request) {
	g.mu.Lock()
	name := req.PathValue("bucket") + "/" + req.PathValue("key")
	data, ok := g.objects[name]
	generation := fmt.Sprint(g.generation[name])
	g.mu.Unlock()
	switch want := req.Header.Get("X-Goog-If-Generation-Match"); {
	case !ok:
		http.Error(w, "<Error><Code>NoSuchKey</Code></Error>", http.StatusNotFound)
		return
	case want != "" && want != generation:
		http.Error(w, "<Error><Code>PreconditionFailed</Code></Error>", http.StatusPreconditionFailed)
		return
	}
	w.Header().Set("X-Goog-Generation", generation)
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(w, req, "", time.Time{}, bytes.NewReader(data))
}

func fileService(t *testing.T) *testService {
	dir := t.TempDir()
	return &testService{
		prefix: dir + string(filepath.Separator),
		client: new(Client),
		put: func(key string, data []byte) {
			path := filepath.Join(dir, filepath.FromSlash(key))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Error(err)
			}
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Error(err)
			}
		},
		remove: func(key string) {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(key))); err != nil {
				t.Error(err)
			}
		},
	}
}
