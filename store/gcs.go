package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"

	"cloud.google.com/go/storage"
	"google.golang.org/api/googleapi"
	"google.golang.org/api/iterator"
	"google.golang.org/api/option"
	htransport "google.golang.org/api/transport/http"
)

// A gcsService is Google Cloud Storage.
type gcsService struct{ client *storage.Client }

// newGCS returns the service that the environment describes.
func newGCS(ctx context.Context, anonymous bool) (service, error) {
	auth := option.WithScopes(storage.ScopeReadOnly)
	if anonymous || os.Getenv("STORAGE_EMULATOR_HOST") != "" {
		auth = option.WithoutAuthentication()
	}
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.MaxIdleConnsPerHost = base.MaxIdleConns
	transport, err := htransport.NewTransport(ctx, base, auth)
	if err != nil {
		return nil, fmt.Errorf("no credentials for Google Cloud Storage: %w", err)
	}
	client, err := storage.NewClient(ctx,
		option.WithHTTPClient(&http.Client{Transport: gate{transport}}),
		option.WithoutAuthentication()) // the transport has it
	if err != nil {
		return nil, err
	}
	client.SetRetry(storage.WithPolicy(storage.RetryNever)) // see Client.try
	return gcsService{client}, nil
}

// A gate permits one request for a context that has a *atomic.Bool as the value of gateKey.
//
// A storage.Reader whose body breaks makes another request, whatever the policy is, without
// a pause or a limit. A stream makes that request, with both.
type gate struct{ http.RoundTripper }

type gateKey struct{}

func (g gate) RoundTrip(req *http.Request) (*http.Response, error) {
	if used, ok := req.Context().Value(gateKey{}).(*atomic.Bool); ok && used.Swap(true) {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, io.ErrUnexpectedEOF
	}
	return g.RoundTripper.RoundTrip(req)
}

func (s gcsService) stat(ctx context.Context, bucket, key string) (e Entry, err error) {
	attrs, err := s.client.Bucket(bucket).Object(key).Attrs(ctx)
	if err != nil {
		return e, gcsRefused(err)
	}
	return Entry{Size: attrs.Size, Version: strconv.FormatInt(attrs.Generation, 10)}, nil
}

func (s gcsService) get(ctx context.Context, bucket, key, version string, from, to int64) (io.ReadCloser, error) {
	generation, err := strconv.ParseInt(version, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("the version %q is not a generation", version)
	}
	o := s.client.Bucket(bucket).Object(key).
		If(storage.Conditions{GenerationMatch: generation}).
		ReadCompressed(true) // offsets are of the bytes in the store
	r, err := o.NewRangeReader(context.WithValue(ctx, gateKey{}, new(atomic.Bool)), from, to-from)
	if err != nil {
		return nil, gcsRefused(err)
	}
	if got := r.Attrs.Generation; got != generation && got != 0 {
		r.Close()
		return nil, fmt.Errorf("%w: its generation is %d and was %d", ErrChanged, got, generation)
	}
	return r, nil
}

func (s gcsService) list(ctx context.Context, bucket, prefix, page string) (entries []Entry, next string, err error) {
	q := &storage.Query{Prefix: prefix, Projection: storage.ProjectionNoACL}
	if err := q.SetAttrSelection([]string{"Name", "Size", "Generation"}); err != nil {
		return nil, "", err
	}
	var attrs []*storage.ObjectAttrs
	next, err = iterator.NewPager(s.client.Bucket(bucket).Objects(ctx, q), pageSize, page).NextPage(&attrs)
	if err != nil {
		return nil, "", gcsRefused(err)
	}
	for _, a := range attrs {
		entries = append(entries, Entry{Name: a.Name, Size: a.Size, Version: strconv.FormatInt(a.Generation, 10)})
	}
	return entries, next, nil
}

// gcsRefused returns a refusal if err is an answer of the service, and err otherwise.
func gcsRefused(err error) error {
	var answer *googleapi.Error
	status := 0
	switch {
	case errors.Is(err, storage.ErrObjectNotExist), errors.Is(err, storage.ErrBucketNotExist):
		status = http.StatusNotFound
	case errors.As(err, &answer):
		status = answer.Code
	}
	return refused(status, err)
}
