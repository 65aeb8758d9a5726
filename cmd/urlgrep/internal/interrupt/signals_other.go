//go:build !unix

package interrupt

import "os"

// InfoSignals are the signals that ask for the progress. This system has none.
var InfoSignals []os.Signal
