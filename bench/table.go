package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A table has the results of contests, with a row for each program. After the text and the
// program, a row has the cells of the columns.
type table struct {
	title    string
	columns  string
	cells    func(r result, whole text) []string
	contests []contest
}

// writeAbout writes a line about the machine and the programs.
func (b *bench) writeAbout(w io.Writer) {
	var versions []string
	for _, p := range b.programs {
		if p.version != nil {
			versions = append(versions, p.about())
		}
	}
	slices.Sort(versions)
	fmt.Fprintf(w, "%s, %d cores, %s/%s, %s", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	for _, v := range versions {
		fmt.Fprintf(w, "; %s", v)
	}
	fmt.Fprintf(w, ". Medians of %d pairs.\n", b.rounds)
}

// processor returns the name of the processor, if the system reports it.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	if m := regexp.MustCompile(`(?m)^model name\s*:\s*(.*)`).FindSubmatch(info); m != nil {
		return string(m[1])
	}
	return "an unknown processor"
}

// writeTable writes a table in Markdown. It writes nothing if there are no rows.
func writeTable(w io.Writer, title, columns string, rows []string) {
	if len(rows) == 0 {
		return
	}
	n := strings.Count(columns, "|") + 1
	fmt.Fprintf(w, "\n### %s\n\n| %s |\n%s|\n", title, columns, strings.Repeat("|---", n))
	for _, r := range rows {
		fmt.Fprintf(w, "| %s |\n", r)
	}
}

// rows returns the rows of a contest.
func (t table) rows(c contest, results []result) []string {
	var rows []string
	for i, r := range results {
		name := ""
		if i == 0 {
			name = fmt.Sprintf("%s, %s", c.name, size(r.text.size))
		}
		whole := results[0].text
		rows = append(rows, strings.Join(append([]string{name, r.title(whole)}, t.cells(r, whole)...), " | "))
	}
	return rows
}

// title returns the name of the program, with the size of the text if that is not the
// whole text.
func (r result) title(whole text) string {
	if r.text == whole {
		return r.name
	}
	return fmt.Sprintf("%s, on %s of it", r.name, size(r.text.size))
}

// search returns the cells for a program that prints URLs. The ratios are of time per byte.
func (r result) search(whole text) []string {
	read := float64(r.text.size) / float64(whole.size)
	found := fmt.Sprint(r.rival[0].found)
	if r.text.urls != unknown {
		found = fmt.Sprintf("%d of %d", r.rival[0].found, r.text.urls)
	}
	return []string{
		r.median(func(base, rival measurement) float64 { return rival.cpu.Seconds() / base.cpu.Seconds() / read }),
		r.median(func(base, rival measurement) float64 { return rival.wall.Seconds() / base.wall.Seconds() / read }),
		r.median(func(_, rival measurement) float64 { return float64(r.text.size) / 1e6 / rival.cpu.Seconds() }),
		r.memory(),
		found,
	}
}

// output returns the cells for urlgrep with an option for its output. base prints a line for
// each URL.
func (r result) output(text) []string {
	return []string{
		r.median(func(base, rival measurement) float64 { return rival.cpu.Seconds() / base.cpu.Seconds() }),
		r.median(func(base, rival measurement) float64 { return rival.wall.Seconds() / base.wall.Seconds() }),
		r.median(func(base, rival measurement) float64 {
			return (rival.cpu - base.cpu).Seconds() * 1e6 / float64(max(1, base.found))
		}) + " µs",
		r.memory(),
		fmt.Sprint(r.rival[0].found),
	}
}

// median returns the median of a figure over all pairs.
func (r result) median(figure func(base, rival measurement) float64) string {
	figures := make([]float64, len(r.rival))
	for i, m := range r.rival {
		figures[i] = figure(r.base[i], m)
	}
	return format(median(figures))
}

// memory returns the largest memory of all runs.
func (r result) memory() string {
	most := slices.MaxFunc(r.rival, func(a, b measurement) int { return cmp.Compare(a.memory, b.memory) })
	return fmt.Sprintf("%.1f MB", float64(most.memory)/1e6)
}

// format formats a number with three significant digits.
func format(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

func median[T cmp.Ordered](s []T) T {
	s = slices.Sorted(slices.Values(s))
	return s[len(s)/2]
}

// milliseconds formats a duration.
func milliseconds(d time.Duration) string { return format(d.Seconds()*1e3) + " ms" }

// size formats a number of bytes, rounded down.
func size(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}
