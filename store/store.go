// Package store reads ranges of objects in S3 and Google Cloud Storage, and of local files,
// for programs that scan an object in pieces.
//
// An object has a name: "s3://bucket/key", "gs://bucket/key", a "file:" URL or the path of a
// local file. A key is used as it is: "%2F" and "?" in it have no special meaning.
//
//	obj, err := store.Open(ctx, "s3://archive/2026/01.mbox")
//	...
//	r := obj.Range(ctx, 64<<20, 128<<20)
//	defer r.Close()
//	err = scan.Reset(r, from, 64<<20, 128<<20) // an extract.Range
//
// [Client.Open] records the version of the object, and every later request demands that
// version: the error is [ErrChanged] if the object was replaced. A request that fails for a
// temporary reason is made again, and an answer that breaks is continued from the byte at
// which it broke. After ten failures in a row, and about 20 seconds, the error is returned.
//
// # Environment
//
// The SDKs of the services find credentials, regions and endpoints in their usual places.
// For S3 these are AWS_ACCESS_KEY_ID, AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL and the
// others that [AWS documents], the files in ~/.aws, and the role of the machine. Without a
// region, it is us-east-1. With an endpoint, the bucket is in the path of URLs, and not in
// the host. For Google Cloud Storage they are the [application default credentials] and
// STORAGE_EMULATOR_HOST.
//
// An Open without credentials returns an error. [Client.Anonymous] reads public buckets.
//
// [AWS documents]: https://docs.aws.amazon.com/sdkref/latest/guide/settings-reference.html
// [application default credentials]: https://cloud.google.com/docs/authentication/application-default-credentials
package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"
)

// ErrChanged is the error for an object that is not the version that was opened. Errors
// wrap it.
var ErrChanged = errors.New("the object has changed")

// A Client opens and lists objects. The zero Client is ready to use. It connects to a
// service when it is first asked for a name there, and is meant to be used as long as the
// program runs. A Client may be used by several goroutines.
type Client struct {
	// Anonymous sends requests without credentials, which public buckets permit. It must not
	// be changed after the first use of the Client.
	Anonymous bool

	mu       sync.Mutex
	services map[string]service // by scheme

	sleep func(context.Context, time.Duration) error // nil is sleep; for tests
	stall time.Duration                              // 0 is stall; for tests
}

var defaultClient Client

// Open is [Client.Open] of a Client that is shared.
func Open(ctx context.Context, name string) (*Object, error) {
	return defaultClient.Open(ctx, name)
}

// An Entry identifies a version of an object.
type Entry struct {
	Name string `json:"name"`
	Size int64  `json:"size"` // in bytes

	// Version is different for objects of the same name with different content: the ETag
	// of an object in S3, or its time if it has none; the generation of an object in Google
	// Cloud Storage; the time and the size of a local file.
	Version string `json:"version"`
}

// A service is a place for objects. A method makes one request. Its error is a *refusal if
// the service has answered.
type service interface {
	// stat returns the entry of an object, without the name.
	stat(ctx context.Context, bucket, key string) (Entry, error)

	// get returns bytes from to to of an object, if it has the given version. The object
	// has these bytes, and from is less than to.
	get(ctx context.Context, bucket, key, version string, from, to int64) (io.ReadCloser, error)

	// list returns a page of the objects whose keys begin with prefix, with their keys as
	// names, and the name of the next page. The first and the last page have the name "".
	list(ctx context.Context, bucket, prefix, page string) ([]Entry, string, error)
}

// service returns the service for a scheme.
func (c *Client) service(ctx context.Context, scheme string) (service, error) {
	if scheme == "" {
		return files{}, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.services[scheme]; s != nil {
		return s, nil
	}
	connect := newS3
	if scheme == "gs" {
		connect = newGCS
	}
	s, err := connect(ctx, c.Anonymous)
	if err != nil {
		return nil, err
	}
	if c.services == nil {
		c.services = make(map[string]service)
	}
	c.services[scheme] = s
	return s, nil
}

// Open finds an object, with one request for its size and version. The error is a
// [*fs.PathError]. It wraps [fs.ErrNotExist] or [fs.ErrPermission] if that is the answer of
// the service.
func (c *Client) Open(ctx context.Context, name string) (*Object, error) {
	o, err := c.object(ctx, name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	err = c.try(ctx, func(ctx context.Context) (err error) {
		o.requests.Add(1)
		o.entry, err = o.service.stat(ctx, o.bucket, o.key)
		return err
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	o.entry.Name = name
	return o, nil
}

// OpenEntry returns the object that e describes, without a request. A read of it fails with
// [ErrChanged] if the object has changed since the Entry was made, and with
// [fs.ErrNotExist] if it was removed.
func (c *Client) OpenEntry(ctx context.Context, e Entry) (*Object, error) {
	o, err := c.object(ctx, e.Name)
	if err == nil && (e.Size < 0 || e.Version == "") {
		err = fmt.Errorf("%w: an entry with size %d and version %q", fs.ErrInvalid, e.Size, e.Version)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: e.Name, Err: err}
	}
	o.entry = e
	return o, nil
}

// object returns an Object without an entry.
func (c *Client) object(ctx context.Context, name string) (*Object, error) {
	scheme, bucket, key, err := split(name)
	if err != nil {
		return nil, err
	}
	if key == "" {
		return nil, fmt.Errorf("%w: the name has no key", fs.ErrInvalid)
	}
	s, err := c.service(ctx, scheme)
	if err != nil {
		return nil, err
	}
	return &Object{client: c, service: s, bucket: bucket, key: key}, nil
}

// An Object is a version of an object in a store. It has no connection, and need not be
// closed. Its methods may be called by several goroutines.
type Object struct {
	client      *Client
	service     service
	bucket, key string
	entry       Entry
	requests    atomic.Int64
	head        head
}

// Entry returns the name, size and version, for [Client.OpenEntry].
func (o *Object) Entry() Entry { return o.entry }

// Name returns the name that the Object was opened by.
func (o *Object) Name() string { return o.entry.Name }

// Size returns the size in bytes.
func (o *Object) Size() int64 { return o.entry.Size }

// Version returns the version: see [Entry].
func (o *Object) Version() string { return o.entry.Version }

// Requests returns the number of requests that were made for the Object, with those that
// failed. Opening a local file counts as a request.
func (o *Object) Requests() int64 { return o.requests.Load() }

// get returns bytes from to to of the object.
func (o *Object) get(ctx context.Context, from, to int64) (io.ReadCloser, error) {
	o.requests.Add(1)
	return o.service.get(ctx, o.bucket, o.key, o.entry.Version, from, to)
}
