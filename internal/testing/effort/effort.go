// Package effort sets how many cases the tests try.
//
//	go test -short               Short: enough on a second platform
//	go test                      Normal: enough after each edit
//	URLGREP_TEST=thorough        Thorough: required of a change
//	URLGREP_TEST=long            Long: all cases, for minutes to hours
//
// With the race detector, which makes tests ten times slower, the level is Short.
package effort

import (
	"os"
	"testing"
)

// A Level is how many cases the tests try.
type Level int

// The levels, from least to most.
const (
	Short Level = iota
	Normal
	Thorough
	Long
)

// Get returns the level of this run. It panics if URLGREP_TEST is set to another word. It
// must be called within a test, as flags are not parsed earlier.
func Get() Level {
	if testing.Short() || Race {
		return Short
	}
	switch word := os.Getenv("URLGREP_TEST"); word {
	case "":
		return Normal
	case "thorough":
		return Thorough
	case "long":
		return Long
	default:
		panic("URLGREP_TEST=" + word + ": want thorough, long or nothing")
	}
}

// Rounds returns how many random cases a test tries, for n at the level Thorough.
func Rounds(n int) int {
	switch Get() {
	case Short:
		return max(1, n/10)
	case Normal:
		return max(1, n/8)
	case Thorough:
		return n
	}
	return n * 20
}
