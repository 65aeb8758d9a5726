//go:build race

package parse_test

const raceEnabled = true
