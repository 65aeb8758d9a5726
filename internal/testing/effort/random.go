package effort

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

// Rand returns a source of random numbers. Its seed is constant, so that a test that
// fails was broken by a change. URLGREP_TEST_SEED=new takes a new seed, to test further,
// and URLGREP_TEST_SEED=N the one that a failing test printed.
func Rand(t testing.TB) *rand.Rand {
	seed := uint64(1738)
	switch s := os.Getenv("URLGREP_TEST_SEED"); s {
	case "":
	case "new":
		seed = uint64(time.Now().UnixNano())
	default:
		if _, err := fmt.Sscan(s, &seed); err != nil {
			t.Fatalf("URLGREP_TEST_SEED: %v", err)
		}
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("URLGREP_TEST_SEED=%d", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 1738))
}
