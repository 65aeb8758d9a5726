package sink

import "testing"

func TestIsFormula(t *testing.T) {
	for _, text := range []string{"=1", "+1", "-1", "@a", "\ta", "\ra", "\na", "＝1", "＋1", "－1", "＠a"} {
		if !isFormula(text) {
			t.Errorf("%q is no formula", text)
		}
	}
	for _, text := range []string{"", "a=1", "1-1", "'=1", "\xff"} {
		if isFormula(text) {
			t.Errorf("%q is a formula", text)
		}
	}
}
