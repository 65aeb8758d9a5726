package epub

import (
	"testing"

	"github.com/urlgrep/urlgrep/internal/document/zipfile/ziptest"
)

var open = ziptest.Opener(New)

func TestDocuments(t *testing.T) { ziptest.Test(t, open) }
