// Package job searches a set of inputs in ranges, and writes the URLs to one directory. It has
// the steps of the pipeline as plain functions, without an engine:
//
//  1. [Job.List] lists the inputs, and [Ranges] divides each by its size.
//  2. [Worker.Survey] surveys a range. Of an input that cannot be divided, the first range
//     becomes the whole input, and the others are dropped.
//  3. [Chain] adds the surveys of an input, and guesses where the scan of each range starts.
//  4. [Worker.Scan] scans a range, and writes its URLs to a file, a part.
//  5. [Settle] compares the Checkpoints at the ends of the ranges of an input, and scans again
//     what was guessed wrong.
//  6. [Job.Commit] writes the manifest, which names the parts. Before that, the output
//     directory has the output of an earlier run or none.
//  7. [Job.Count] counts the URLs in a part that the manifest names.
//
// The values that pass from one step to the next have ranges, words and names of files. URLs
// are only in the parts, so the values stay small.
//
// # Errors
//
// An input that cannot be read completely has a [Fault] in the manifest, and the job goes on.
// The methods return only errors of writing, which end the attempt of the engine, or the job.
//
// # Attempts
//
// An engine may call a step several times with the same value, also at the same time. The
// name of a part contains its checksum, and the part gets that name when it is complete: so
// each attempt writes the same file, or another one.
package job

import (
	"cmp"
	"context"
	"runtime/debug"
	"slices"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/engine"
)

// DefaultRangeSize is the default of Job.RangeSize.
const DefaultRangeSize = 64 << 20

// A Job is what all steps need to know. It is sent to the workers as JSON.
type Job struct {
	Version   string          // of the program that started the job
	Inputs    []string        // files, directories, and names in stores
	Dir       string          // directory that relative names are in; "" is the working directory
	Output    string          // directory
	Run       string          // name of the directory in Output for the parts of this run
	RangeSize int64           // in bytes
	Options   extract.Options // what to find
}

// Version returns the version of this program. Words of other versions cannot be read.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// An Entry is an input as it was when it was listed.
type Entry struct {
	Name    string
	Size    int64  // in bytes
	Version string // changes when the input does
}

// A Range is a part of an input, from offset Begin to End.
type Range struct {
	Number     int64 // of the input, in the order of the list
	Entry      Entry
	Begin, End int64
	Whole      bool // the range is searched as a whole input, which may be packed
}

// end returns the end of the range as package extract takes it: negative at the end of the input.
func (r *Range) end() int64 {
	if r.End == r.Entry.Size {
		return -1
	}
	return r.End
}

// Ranges returns the ranges of an input. All have the given size, except for the last one,
// which also has the rest.
func Ranges(number int64, e Entry, size int64) []Range {
	plan := engine.Plan{Size: e.Size, Length: size}
	n := plan.Parts()
	list := make([]Range, n)
	for i := range list {
		list[i] = Range{Number: number, Entry: e}
		list[i].Begin, list[i].End = plan.At(int64(i))
	}
	list[n-1].End = e.Size
	list[0].Whole = n == 1
	return list
}

// A Surveyed is a range with the word of its [extract.Survey]. The word is empty if the
// range was not surveyed.
type Surveyed struct {
	Range Range
	Word  string
}

// A Task is a range with the word of the [extract.Checkpoint] from which to scan it. The word
// is empty if no Checkpoint could be guessed.
type Task struct {
	Range Range
	From  string
}

// beginning is the word of the Checkpoint at the beginning of an input.
var beginning = extract.Checkpoint{}.String()

// Chain returns the tasks for all ranges of one input, which it sorts.
func Chain(list []Surveyed) []Task {
	slices.SortFunc(list, func(a, b Surveyed) int { return cmp.Compare(a.Range.Begin, b.Range.Begin) })
	var tasks []Task
	var before extract.Survey
	known := true
	for _, s := range list {
		t := Task{Range: s.Range}
		var own extract.Survey
		known = known && (s.Range.Whole || own.UnmarshalText([]byte(s.Word)) == nil)
		if s.Range.Begin == 0 {
			t.From = beginning
		} else if from, ok := own.Guess(before); ok && known {
			t.From = from.String()
		}
		tasks = append(tasks, t)
		before = before.Add(own)
	}
	return tasks
}

// A Part is the result of a range.
type Part struct {
	Range       Range
	First, Last string // words of the Checkpoints at the ends of the range; empty if not known
	Scanned     bool
	Path        string // of the file with the URLs, relative to Job.Output; empty without URLs
	URLs        int64
	Bytes       int64  // of the file
	SHA256      string // of the file, in hexadecimal
	Faults      []Fault
}

// A Fault is the reason why an input was not read completely.
type Fault struct {
	File   string `json:"file"`   // the input, or a member of it
	Offset int64  `json:"offset"` // in the file
	Reason string `json:"reason"`
}

// Settle returns the parts of one input that belong to its output. It sorts the given ones.
// If the Checkpoint at the beginning of a range is not that at the end of the range before, it
// calls scan, which scans the range again. Settle leaves out the ranges after the end of the
// input, and after a fault.
func Settle(ctx context.Context, parts []Part, scan func(context.Context, Task) (Part, error)) ([]Part, error) {
	slices.SortFunc(parts, func(a, b Part) int { return cmp.Compare(a.Range.Begin, b.Range.Begin) })
	at := beginning
	for i := range parts {
		p := &parts[i]
		if i > 0 && p.First != at || !p.Scanned {
			var err error
			if *p, err = scan(ctx, Task{Range: p.Range, From: at}); err != nil {
				return nil, err
			}
		}
		if at = p.Last; at == "" || len(p.Faults) > 0 {
			return parts[:i+1], nil
		}
	}
	return parts, nil
}
