package detect

import "testing"

func TestFlatODF(t *testing.T) {
	for _, c := range []struct {
		head     string
		is, more bool
	}{
		{`<?xml version="1.0"?>` + "\n<!-- a comment -->\n<office:document", false, false},
		{`<?xml version="1.0" encoding="UTF-8"?>` + "\n\n<office:document", true, false},
		{`<?xml version="1.0" encoding="UTF-8" ?>` + "\r\n<office:docume", true, true},
		{`<?xml version="1.0" encoding="UTF-8"?>` + "\n<office:", true, true},
		{`<?xml version="1.0" encoding="UTF-8"?>` + "\n<office", false, true},
		{`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n", false, true},
		{`<office:document office:version="1.3">`, true, false},
		{UTF8BOM + `<?xml version="1.0" encoding="UTF-8"?>` + "\n<office:document", true, false},
		{UTF8BOM + `<office:document office:version="1.3">`, true, false},
		{UTF8BOM + `<html`, false, false},
		{`<office:docs>`, false, false},
		{`<?xml <office:document`, false, true},
	} {
		if is, more := isFlatODF([]byte(c.head)); is != c.is || more != c.more {
			t.Errorf("isFlatODF(%q) = %v, %v", c.head, is, more)
		}
	}
}
