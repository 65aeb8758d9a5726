//go:build !race

package parse_test

// raceEnabled makes tests smaller: the race detector is ten times slower.
const raceEnabled = false
