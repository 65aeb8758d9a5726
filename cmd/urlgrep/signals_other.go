//go:build !unix

package main

import "os"

// infoSignals ask how far a search is: nothing does here.
var infoSignals []os.Signal
