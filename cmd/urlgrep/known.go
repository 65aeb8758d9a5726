package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sqlite"
)

// knownFiles are files that an earlier run has searched: for each, a hash of its SHA-256 and
// its path, because a mailbox may consist of a million files.
type knownFiles map[[16]byte]struct{}

func (k knownFiles) key(sum, path string) (key [16]byte) {
	all := sha256.Sum256([]byte(sum + path))
	copy(key[:], all[:])
	return key
}

// has reports whether the file at path, with that SHA-256 in hexadecimal digits, is known.
func (k knownFiles) has(path, sum string) bool {
	_, ok := k[k.key(sum, path)]
	return ok
}

// sqliteMagic is the beginning of a database of SQLite.
const sqliteMagic = "SQLite format 3\x00"

// readKnown reads the files in a database that --sql has filled with those options, or in a list
// of sha256sum. A file that does not exist, or is empty, lists none: the first run makes the
// database.
func readKnown(name, options string) (knownFiles, error) {
	f, err := os.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return make(knownFiles), nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, output.Cause(err))
	}
	defer f.Close()
	in := bufio.NewReader(f)
	if head, _ := in.Peek(len(sqliteMagic)); string(head) == sqliteMagic {
		return knownInDatabase(name, options)
	}
	known := make(knownFiles)
	number := 0
	err = eachLine(in, func(line string) error {
		number++
		escaped := strings.HasPrefix(line, `\`)
		sum, path, ok := cutSum(strings.TrimPrefix(line, `\`))
		if !ok {
			return fmt.Errorf("line %d: want a SHA-256 and a path, as sha256sum prints them", number)
		}
		if escaped {
			path = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r").Replace(path)
		}
		known[known.key(sum, path)] = struct{}{}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, output.Cause(err))
	}
	return known, nil
}

// eachLine calls f for each line, without its line feed, until f returns an error.
func eachLine(in *bufio.Reader, f func(line string) error) error {
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			if err := f(strings.TrimSuffix(line, "\n")); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

// cutSum cuts a line of sha256sum: the digits, a blank, a blank or "*", and the path.
func cutSum(line string) (sum, path string, ok bool) {
	const digits = 2 * sha256.Size
	if len(line) < digits+3 || line[digits] != ' ' || line[digits+1] != ' ' && line[digits+1] != '*' {
		return "", "", false
	}
	sum = strings.ToLower(line[:digits])
	_, err := hex.DecodeString(sum)
	return sum, line[digits+2:], err == nil
}

// knownInDatabase reads the files in a database. A file counts if the last run that searched it
// had those options. A database without tables, which another import has only begun, lists none.
func knownInDatabase(name, options string) (knownFiles, error) {
	known := make(knownFiles)
	tables, own := -1, 0
	err := askDatabase(name, "SELECT count(*), (SELECT count(*) FROM pragma_table_info('file') WHERE name = 'raw_path') FROM sqlite_master",
		func(line string) error {
			_, err := fmt.Sscanf(line, "%d|%d", &tables, &own)
			return err
		})
	switch {
	case err != nil:
		return nil, err
	case tables < 0:
		return nil, fmt.Errorf("%s: sqlite3: no answer", name)
	case tables == 0:
		return known, nil
	case own == 0:
		return nil, fmt.Errorf("%s: %s", name, sink.SQLUnknown)
	}
	query := "SELECT sha256 || hex(raw_path) FROM file WHERE complete AND sha256 IS NOT NULL" +
		" AND run IN (SELECT id FROM run WHERE options = " + sink.SQLText(options) + ")"
	return known, askDatabase(name, query, known.addRow)
}

// askDatabase asks the program sqlite3, which --sql needs in any case. A stop signal kills it.
func askDatabase(name, query string, row func(line string) error) error {
	err := interrupt.During(func(ctx context.Context) error {
		return sqlite.Default().Query(ctx, name, query, row)
	})
	if err != nil {
		return fmt.Errorf("%s: sqlite3: %w", name, err)
	}
	return nil
}

// addRow adds a file that sqlite3 prints: its SHA-256, and its path in hexadecimal digits.
func (k knownFiles) addRow(line string) error {
	digits := min(len(line), 2*sha256.Size)
	path, err := hex.DecodeString(line[digits:])
	if err == nil && len(path) > 0 {
		k[k.key(line[:digits], string(path))] = struct{}{}
	}
	return nil
}
