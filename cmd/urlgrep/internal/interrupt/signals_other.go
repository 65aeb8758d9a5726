//go:build !unix

package interrupt

import "os"

// InfoSignals ask how far a search is: nothing does here.
var InfoSignals []os.Signal
