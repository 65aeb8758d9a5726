// Package pipeline is a [job.Job] as a pipeline of Apache Beam: see package job for the steps.
//
// The pipeline has only the transforms that all engines support: Create, ParDo, Reshuffle,
// GroupByKey, CombinePerKey and Flatten.
package pipeline

import (
	"context"
	"encoding/json"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/urlgrep/urlgrep/beam/internal/job"
)

func init() {
	register.DoFn4x1[context.Context, string, func(job.Range), func(int64, job.Part), error](new(listFn))
	register.DoFn3x0[context.Context, job.Range, func(int64, job.Surveyed)](new(surveyFn))
	register.DoFn3x0[int64, func(*job.Surveyed) bool, func(job.Task)](new(chainFn))
	register.DoFn3x1[context.Context, job.Task, func(int64, job.Part), error](new(scanFn))
	register.DoFn4x1[context.Context, int64, func(*job.Part) bool, func(int64, job.Part), error](new(settleFn))
	register.DoFn3x1[int64, func(*job.Part) bool, func(string), error](new(commitFn))
	register.DoFn2x1[string, func(job.Key, int64), error](new(countFn))
	register.DoFn2x1[int64, func(*job.Count) bool, error](new(totalFn))
	register.Function2x1(sum)
	register.Function3x0(total)
	register.Emitter1[job.Range]()
	register.Emitter1[job.Task]()
	register.Emitter1[string]()
	register.Emitter2[int64, job.Part]()
	register.Emitter2[int64, job.Surveyed]()
	register.Emitter2[int64, job.Count]()
	register.Emitter2[job.Key, int64]()
	register.Iter1[job.Surveyed]()
	register.Iter1[job.Part]()
	register.Iter1[job.Count]()
}

// one is the key of values that are all grouped.
const one = int64(0)

// New returns the pipeline of a job.
func New(j *job.Job) (*beam.Pipeline, error) {
	text, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	of := jobFn{Job: string(text)}
	p, s := beam.NewPipelineWithRoot()
	start := beam.Create(s.Scope("start"), j.Run)
	ranges, listed := beam.ParDo2(s.Scope("list"), &listFn{of}, start)
	surveys := beam.ParDo(s.Scope("survey"), &surveyFn{workerFn{jobFn: of}}, beam.Reshuffle(s, ranges))
	tasks := beam.ParDo(s.Scope("chain"), new(chainFn), beam.GroupByKey(s, surveys))
	parts := beam.ParDo(s.Scope("scan"), &scanFn{workerFn{jobFn: of}}, beam.Reshuffle(s, tasks))
	settled := beam.ParDo(s.Scope("settle"), &settleFn{workerFn{jobFn: of}}, beam.GroupByKey(s, parts))
	all := beam.GroupByKey(s, beam.Flatten(s, listed, settled))
	committed := beam.ParDo(s.Scope("commit"), &commitFn{of}, all)
	counts := beam.ParDo(s.Scope("count"), &countFn{of}, beam.Reshuffle(s, committed))
	totals := beam.ParDo(s, total, beam.CombinePerKey(s, sum, counts))
	beam.ParDo0(s.Scope("totals"), &totalFn{of}, beam.GroupByKey(s, totals))
	return p, nil
}

// A jobFn is a function of a job. The job is in JSON, as Beam does not accept the type of its
// options.
type jobFn struct {
	Job string
	job job.Job
}

func (f *jobFn) Setup() error { return json.Unmarshal([]byte(f.Job), &f.job) }

// A listFn lists the ranges of all inputs, and one Part with the faults.
type listFn struct{ jobFn }

func (f *listFn) ProcessElement(ctx context.Context, _ string, visit func(job.Range), emit func(int64, job.Part)) error {
	emit(one, f.job.List(ctx, visit))
	return ctx.Err()
}

// A workerFn is a function that reads inputs.
type workerFn struct {
	jobFn
	worker *job.Worker
}

func (f *workerFn) Setup() (err error) {
	if err = f.jobFn.Setup(); err == nil {
		f.worker, err = job.NewWorker(&f.job)
	}
	return err
}

type surveyFn struct{ workerFn }

func (f *surveyFn) ProcessElement(ctx context.Context, r job.Range, emit func(int64, job.Surveyed)) {
	if s, ok := f.worker.Survey(ctx, r); ok {
		emit(r.Number, s)
	}
}

type chainFn struct{}

func (f *chainFn) ProcessElement(_ int64, next func(*job.Surveyed) bool, emit func(job.Task)) {
	for _, t := range job.Chain(collect(next)) {
		emit(t)
	}
}

type scanFn struct{ workerFn }

func (f *scanFn) ProcessElement(ctx context.Context, t job.Task, emit func(int64, job.Part)) error {
	p, err := f.worker.Scan(ctx, t)
	if err == nil {
		emit(t.Range.Number, p)
	}
	return err
}

type settleFn struct{ workerFn }

func (f *settleFn) ProcessElement(ctx context.Context, _ int64, next func(*job.Part) bool, emit func(int64, job.Part)) error {
	parts, err := job.Settle(ctx, collect(next), f.worker.Scan)
	if err != nil {
		return err
	}
	for _, p := range parts {
		emit(one, p)
	}
	return nil
}

// A commitFn writes the manifest, and returns the paths of the parts.
type commitFn struct{ jobFn }

func (f *commitFn) ProcessElement(_ int64, next func(*job.Part) bool, emit func(string)) error {
	paths, err := f.job.Commit(collect(next))
	if err != nil {
		return err
	}
	for _, path := range paths {
		emit(path)
	}
	return nil
}

// A countFn counts the URLs of a part.
type countFn struct{ jobFn }

func (f *countFn) ProcessElement(path string, emit func(job.Key, int64)) error {
	return f.job.Count(path, emit)
}

func sum(a, b int64) int64 { return a + b }

func total(k job.Key, n int64, emit func(int64, job.Count)) {
	emit(one, job.Count{Of: k.Of, Value: k.Value, URLs: n})
}

// A totalFn writes the counts of all parts.
type totalFn struct{ jobFn }

func (f *totalFn) ProcessElement(_ int64, next func(*job.Count) bool) error {
	return f.job.WriteCounts(collect(next))
}

// collect returns the values of a key.
func collect[T any](next func(*T) bool) (list []T) {
	var v T
	for next(&v) {
		list = append(list, v)
		var zero T
		v = zero
	}
	return list
}
