// Package effort tells tests how much to try.
//
//	go test -short               Short: what is enough on a second platform
//	go test                      Normal: what is enough after each edit
//	URLGREP_TEST=thorough        Thorough: what a change has to pass
//	URLGREP_TEST=long            Long: all there is to try, for minutes to hours
//
// With the race detector, which makes tests ten times slower, the effort is Short.
package effort

import (
	"os"
	"testing"
)

// A Level is how much tests try.
type Level int

// The levels, from least to most.
const (
	Short Level = iota
	Normal
	Thorough
	Long
)

// Get returns the level of this run. It panics if URLGREP_TEST is none of the words that
// it may be. Call it in a test, not before: flags are not parsed then.
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

// Rounds returns how many random cases a test tries that tries n of them at the level
// Thorough.
func Rounds(n int) int {
	switch Get() {
	case Short:
		return max(1, n/10)
	case Normal:
		return max(1, n/4)
	case Thorough:
		return n
	}
	return n * 20
}
