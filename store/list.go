package store

import (
	"context"
	"io/fs"
	"iter"
	"strings"
)

// pageSize is how many entries a request returns, the most that the services permit.
const pageSize = 1000

// List is [Client.List] of a Client that is shared.
func List(ctx context.Context, prefix string) iter.Seq2[Entry, error] {
	return defaultClient.List(ctx, prefix)
}

// List returns the objects whose names begin with prefix, in the order of the service,
// which is the order of the bytes of their names, except in directory buckets of S3. It
// has 1,000 entries in memory at a time. Names that end in a slash are left out: programs
// with a view of directories make such objects.
//
// In a file system, prefix is a directory or a file, and the order is that of
// [filepath.WalkDir], which does not follow symbolic links. Files that are not regular are
// left out.
//
// An error is the last pair of the sequence. It is a [*fs.PathError].
func (c *Client) List(ctx context.Context, prefix string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for e, err := range c.list(ctx, prefix) {
			if err != nil {
				yield(Entry{}, &fs.PathError{Op: "list", Path: prefix, Err: err})
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// list is List, with other errors.
func (c *Client) list(ctx context.Context, prefix string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		scheme, bucket, key, err := split(prefix)
		if err != nil {
			yield(Entry{}, err)
			return
		}
		if scheme == "" {
			walk(ctx, key)(yield)
			return
		}
		s, err := c.service(ctx, scheme)
		if err != nil {
			yield(Entry{}, err)
			return
		}
		for page := ""; ; {
			var entries []Entry
			next := ""
			err := c.try(ctx, func(ctx context.Context) (err error) {
				entries, next, err = s.list(ctx, bucket, key, page)
				return err
			})
			if err != nil {
				yield(Entry{}, err)
				return
			}
			for _, e := range entries {
				if strings.HasSuffix(e.Name, "/") {
					continue
				}
				e.Name = scheme + "://" + bucket + "/" + e.Name
				if !yield(e, nil) {
					return
				}
			}
			if next == "" {
				return
			}
			page = next
		}
	}
}
