//go:build !race

package extract

// raceEnabled says that the race detector is on, and all is ten times slower.
const raceEnabled = false
