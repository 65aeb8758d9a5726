// Package conformance has no code. Its tests compare urlgrep with test data and programs
// of other projects: see README.md.
//
// The package is a separate module, so that programs that import urlgrep do not depend
// on these projects. The test data is read from the module cache.
package conformance
