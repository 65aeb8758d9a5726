package store

import (
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"strings"
)

// split returns the scheme, bucket and key of a name. The scheme and bucket of a local file
// are empty, and its key is its path.
func split(name string) (scheme, bucket, key string, err error) {
	scheme, rest, ok := strings.Cut(name, "://")
	if !ok || strings.ContainsAny(scheme, `/\.`) {
		return "", "", name, nil
	}
	switch scheme {
	case "s3", "gs":
		bucket, key, _ = strings.Cut(rest, "/")
		if bucket == "" {
			return "", "", "", fmt.Errorf("%w: the name has no bucket", fs.ErrInvalid)
		}
		return scheme, bucket, key, nil
	case "file":
		u, err := url.Parse(name)
		if err != nil {
			return "", "", "", fmt.Errorf("%w: %w", fs.ErrInvalid, err)
		}
		if u.Host != "" && u.Host != "localhost" {
			return "", "", "", fmt.Errorf("%w: the file is on another host, %s", fs.ErrInvalid, u.Host)
		}
		path := u.Path
		if volume := strings.TrimPrefix(path, "/"); filepath.VolumeName(volume) != "" {
			path = volume // as in file:///C:/INBOX
		}
		return "", "", filepath.FromSlash(path), nil
	}
	return "", "", "", fmt.Errorf("%w: the scheme is not s3, gs or file", fs.ErrInvalid)
}
