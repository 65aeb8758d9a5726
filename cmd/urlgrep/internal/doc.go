// Package internal has no code. Its documentation says what flows through the packages of the command.
//
// # From the command line to a printed line
//
// Package option parses the command line by a table, whose values set a configuration. From that the
// command makes what the other packages need: the files for input, a selection, and a sink.Format.
// Package input walks the files, and passes each to search. A worker of search opens it as an
// input.Source, which counts and flushes, and has it scanned by the engine
// (package internal/engine of the module), which prints nothing. Each match goes to a
// selection.Filter, which asks a seen.Set for -u, and then to the sink.Sink of the worker. The sink
// writes to an output.Output, which makes control characters visible on a terminal. With several
// workers, package pool writes the outputs in the order of the inputs. In the end the sink.Run prints
// what all workers have found together, and the stats.
//
// # Layers
//
// No package imports one that is in a line above its own:
//
//	search       searches inputs: workers, tasks, ranges of files and shares of a corpus
//	edit         replaces URLs in texts; a format of sink
//	sink         prints matches: the output formats
//	selection    selects matches and messages
//	explain      explains URLs
//	pool         runs tasks at the same time, and writes their output in order
//	input        the files to read
//	filetype     types of files by their names
//	option       parses and documents the command line
//	progress     shows how much has been read
//	share        divides a corpus among several runs
//	report/collect
//	stats        counts for --stats
//	output       standard output, files that are written, messages, colours
//	report/reporttest
//	report       the page of --report
//	seen, extsort        remembers URLs, and sorts records, on disk beyond a limit
//	sqlite       asks sqlite3
//	ignore       .gitignore
//	glob, hyperlink, interrupt, terminal, fileid
//
// TestLayers checks this list.
package internal
