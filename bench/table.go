package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// A table is a table in Markdown.
type table struct{ bytes.Buffer }

// newTable returns a table that begins with a line about the machine and the programs.
func newTable(programs map[string]program, rounds int) *table {
	var versions []string
	for _, p := range programs {
		if p.version != nil {
			versions = append(versions, p.about())
		}
	}
	slices.Sort(versions)
	t := new(table)
	fmt.Fprintf(t, "%s, %d cores, %s/%s, %s", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	for _, v := range versions {
		fmt.Fprintf(t, "; %s", v)
	}
	fmt.Fprintf(t, ". Medians of %d pairs.\n\n", rounds)
	t.WriteString("| text | program | cpu | wall | MB/s | memory | URLs |\n|---|---|---|---|---|---|---|\n")
	return t
}

// processor returns the name of the processor, if the system reports it.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	if m := regexp.MustCompile(`(?m)^model name\s*:\s*(.*)`).FindSubmatch(info); m != nil {
		return string(m[1])
	}
	return "an unknown processor"
}

// add adds the rows of a contest.
func (t *table) add(c contest, results []result) {
	for i, r := range results {
		name := ""
		if i == 0 {
			name = fmt.Sprintf("%s, %s", c.name, size(r.text.size))
		}
		fmt.Fprintf(t, "| %s | %s | %s |\n", name, r.title(results[0].text), strings.Join(r.figures(results[0].text), " | "))
	}
}

// title returns the name of the program, with the size of the text if that is not the
// whole text.
func (r result) title(whole text) string {
	if r.text == whole {
		return r.name
	}
	return fmt.Sprintf("%s, on %s of it", r.name, size(r.text.size))
}

// figures returns the cells of the columns. The ratios are of time per byte.
func (r result) figures(whole text) []string {
	n := len(r.rival)
	cpu, wall, speed, memory := make([]float64, n), make([]float64, n), make([]float64, n), int64(0)
	bytes := float64(r.text.size) / float64(whole.size)
	for i, m := range r.rival {
		cpu[i] = m.cpu.Seconds() / r.base[i].cpu.Seconds() / bytes
		wall[i] = m.wall.Seconds() / r.base[i].wall.Seconds() / bytes
		speed[i] = float64(r.text.size) / 1e6 / m.cpu.Seconds()
		memory = max(memory, m.memory)
	}
	return []string{
		ratio(median(cpu)), ratio(median(wall)), ratio(median(speed)),
		fmt.Sprintf("%.1f MB", float64(memory)/1e6),
		fmt.Sprintf("%d of %d", r.rival[0].found, r.text.urls),
	}
}

// ratio formats a number with three significant digits.
func ratio(x float64) string {
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

// size formats a number of bytes, rounded down.
func size(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}
