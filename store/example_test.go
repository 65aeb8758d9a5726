package store_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/urlgrep/urlgrep/store"
)

func Example() {
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "text") // or s3://bucket/key, or gs://bucket/key
	if err := os.WriteFile(name, []byte("see http://a.example/ and http://b.example/"), 0o666); err != nil {
		log.Fatal(err)
	}

	ctx := context.Background()
	obj, err := store.Open(ctx, name)
	if err != nil {
		log.Fatal(err)
	}
	r := obj.Range(ctx, 4, 21)
	defer r.Close()
	part, err := io.ReadAll(r)
	if err != nil {
		log.Fatal(err)
	}
	before := make([]byte, 3)
	if _, err := r.ReadAt(before, 0); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%q of %d bytes, after %q\n", part, obj.Size(), before)
	// Output: "http://a.example/" of 43 bytes, after "see"
}

// A plan has the entries of the objects, so that each worker reads the versions that the
// plan was made for.
func ExampleClient_OpenEntry() {
	ctx := context.Background()
	var c store.Client
	var plan []store.Entry
	for e, err := range c.List(ctx, "s3://archive/2026/") {
		if err != nil {
			log.Fatal(err)
		}
		plan = append(plan, e)
	}

	for _, e := range plan {
		obj, err := c.OpenEntry(ctx, e)
		if err != nil {
			log.Fatal(err)
		}
		const part = 64 << 20
		for begin := int64(0); begin < obj.Size(); begin += part {
			r := obj.Range(ctx, begin, begin+part)
			// Scan r from begin to begin+part.
			r.Close()
		}
	}
}
