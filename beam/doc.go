// Package beam has no code. The command of this module is cmd/urlgrep-beam.
package beam
