// Xurls prints the URLs in a file, line by line, as the command of the same name does: those
// with a scheme, or, with a second argument, also those without. It is one of the programs that
// urlgrep is compared with.
package main

import (
	"bufio"
	"log"
	"os"

	"mvdan.cc/xurls/v2"
)

func main() {
	f, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	url := xurls.Strict()
	if len(os.Args) > 2 {
		url = xurls.Relaxed()
	}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		for _, u := range url.FindAll(lines.Bytes(), -1) {
			out.Write(u)
			out.WriteByte('\n')
		}
	}
	if lines.Err() != nil {
		log.Fatal(lines.Err())
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}
