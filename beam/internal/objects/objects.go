// Package objects makes the objects in S3 and Google Cloud Storage inputs of a [job.Job].
package objects

import (
	"context"
	"errors"
	"iter"

	"github.com/urlgrep/urlgrep/beam/internal/job"
	"github.com/urlgrep/urlgrep/store"
)

// Register registers the stores for the names s3://BUCKET/KEY and gs://BUCKET/KEY. All
// programs of a job, also the workers, must call it before the job runs.
func Register() {
	job.RegisterStore("s3", new(objects))
	job.RegisterStore("gs", new(objects))
}

// objects is a [job.Store]. A name is a prefix of the names of objects.
type objects struct{ client store.Client }

func (o *objects) List(ctx context.Context, name string) iter.Seq2[job.Entry, error] {
	return func(yield func(job.Entry, error) bool) {
		found := false
		for e, err := range o.client.List(ctx, name) {
			if err == nil {
				found = true
			}
			if !yield(job.Entry(e), err) || err != nil {
				return
			}
		}
		if !found {
			yield(job.Entry{}, errors.New("no object has this name or prefix"))
		}
	}
}

func (o *objects) Open(ctx context.Context, e job.Entry, begin, end int64) (job.Object, error) {
	object, err := o.client.OpenEntry(ctx, store.Entry(e))
	if err != nil {
		return nil, err
	}
	return object.Range(ctx, begin, end), nil
}
