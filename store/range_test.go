package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

// scan reads a range in the way of an extract.Range: the first bytes of the object, up to
// 16 KiB before the range, and then windows up to its end and one after that.
func scan(t *testing.T, r *Range, want []byte, begin, end int64) {
	t.Helper()
	check := func(off, n int64) {
		t.Helper()
		n = min(n, int64(len(want))-off)
		p := make([]byte, n)
		if _, err := r.ReadAt(p, off); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(p, want[off:off+n]) {
			t.Fatalf("wrong bytes at %d", off)
		}
	}
	check(0, 4)
	check(0, 32<<10)
	lead := max(0, begin-16<<10)
	check(lead, begin-lead)
	for at := max(lead, begin-4<<10); at < end; at += 64 << 10 {
		if at > begin && at>>16%4 == 0 {
			check(max(0, at-30<<10), 200) // a step back
		}
		check(at, min(64<<10, end-at))
	}
	check(end, 60<<10)
}

func TestRequests(t *testing.T) {
	const size, part = 8 << 20, 1 << 20
	data := text(size)
	forServices(t, true, func(t *testing.T, s *testService) {
		s.put("a", data)
		s.faults.set()
		o := s.open(t, "a")
		for begin := int64(0); begin < size; begin += part {
			r := o.Range(t.Context(), begin, begin+part)
			scan(t, r, data, begin, begin+part)
			r.Close()
		}
		// One for the size, and one for each range.
		if n := o.Requests(); n != 1+size/part {
			t.Errorf("%d requests: %q", n, s.faults.requests())
		}
		if n := len(s.faults.requests()); int64(n) != o.Requests() {
			t.Errorf("Requests is %d, and the service has seen %d", o.Requests(), n)
		}
		if n := s.faults.newConnections(); n > 1 {
			t.Errorf("%d connections", n)
		}

		// One Object for each range, as on different machines.
		e := o.Entry()
		for begin := int64(part); begin < size; begin += part {
			o, err := s.client.OpenEntry(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			r := o.Range(t.Context(), begin, begin+part)
			scan(t, r, data, begin, begin+part)
			r.Close()
			if n := o.Requests(); n != 2 { // one for the head
				t.Errorf("%d requests", n)
			}
		}
	})
}

// TestOnward reads far after the end of a range: each request asks for more.
func TestOnward(t *testing.T) {
	const size = 8 << 20
	data := text(size)
	forServices(t, false, func(t *testing.T, s *testService) {
		s.put("a", data)
		o := s.open(t, "a")
		r := o.Range(t.Context(), 0, 1000)
		defer r.Close()
		got, err := io.ReadAll(io.NewSectionReader(r, 0, 1<<40))
		if err != nil || !bytes.Equal(got, data) {
			t.Error(len(got), err)
		}
		if n := o.Requests(); n != 1+1+6 { // 256 KiB, and then twice as much, up to 8 MiB
			t.Errorf("%d requests", n)
		}
	})
}

func TestRead(t *testing.T) {
	data := text(300 << 10)
	forServices(t, false, func(t *testing.T, s *testService) {
		s.put("a", data)
		o := s.open(t, "a")
		for _, test := range []struct{ begin, end, from, to int64 }{
			{0, -1, 0, 300 << 10},
			{0, 0, 0, 0},
			{5, 100000, 5, 100000},
			{100000, 1 << 40, 100000, 300 << 10},
			{1 << 40, 1 << 41, 0, 0},
			{-5, 5, 0, 5},
			{7, 5, 0, 0},
		} {
			r := o.Range(t.Context(), test.begin, test.end)
			got, err := io.ReadAll(r)
			if err != nil || !bytes.Equal(got, data[test.from:test.to]) {
				t.Errorf("%d to %d: %d bytes, error %v", test.begin, test.end, len(got), err)
			}
			if _, err := r.ReadAt(make([]byte, 1), -1); err == nil {
				t.Error("a negative offset is no error")
			}
			r.Close()
			if _, err := r.ReadAt(make([]byte, 1), 0); !errors.Is(err, os.ErrClosed) {
				t.Errorf("after Close: %v", err)
			}
		}
	})
}

func TestEmpty(t *testing.T) {
	forServices(t, false, func(t *testing.T, s *testService) {
		s.put("a", nil)
		o := s.open(t, "a")
		r := o.Range(t.Context(), 0, -1)
		defer r.Close()
		if n, err := r.ReadAt(make([]byte, 4), 0); n != 0 || err != io.EOF {
			t.Errorf("%d, %v", n, err)
		}
		if n, err := r.Read(make([]byte, 4)); n != 0 || err != io.EOF {
			t.Errorf("%d, %v", n, err)
		}
		if n := o.Requests(); n != 1 {
			t.Errorf("%d requests", n)
		}
	})
}

// TestReadAtRandom compares reads of a Range with those of a bytes.Reader, in a service in
// which many answers go wrong.
func TestReadAtRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{1, 1000, headSize, headSize + 1, 200 << 10, 1 << 20} {
		data := text(size)
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			forServices(t, false, func(t *testing.T, s *testService) {
				s.put("a", data)
				o := s.open(t, "a")
				pauses(s.client)
				for range 25 {
					begin := rnd.Int64N(int64(size))
					r := o.Range(t.Context(), begin, begin+rnd.Int64N(int64(size)))
					compare(t, s, r, bytes.NewReader(data), rnd)
					r.Close()
				}
			})
		})
	}
}

// compare makes random reads of r and of want.
func compare(t *testing.T, s *testService, r *Range, want *bytes.Reader, rnd *rand.Rand) {
	at := r.begin
	var reads []int64
	for range 30 {
		switch rnd.IntN(12) {
		case 0:
			at = rnd.Int64N(want.Size() + 10)
		case 1:
			at = 0
		case 2:
			at = r.begin
		case 3:
			at = r.end
		case 4, 5:
			at = max(0, at-rnd.Int64N(2*keep))
		case 6:
			at += rnd.Int64N(2 * keep)
		}
		n := 1 + rnd.Int64N(1<<rnd.IntN(18))
		reads = append(reads, at, n)
		if s.faults != nil && rnd.IntN(3) == 0 {
			s.faults.set(fault{after: rnd.IntN(1 << rnd.IntN(20)), reset: rnd.IntN(2) == 0}, fault{status: 503})
		}
		p, q := make([]byte, n), make([]byte, n)
		k, err := r.ReadAt(p, at)
		l, wantErr := want.ReadAt(q, at)
		if k != l || err != wantErr || !bytes.Equal(p[:k], q[:l]) {
			t.Fatalf("%d to %d of %d: %d bytes and the error %v after reads %d: want %d, %v",
				r.begin, r.end, want.Size(), k, err, reads, l, wantErr)
		}
		at += int64(k)
	}
}

func TestConcurrent(t *testing.T) {
	const size = 1 << 20
	data := text(size)
	forServices(t, false, func(t *testing.T, s *testService) {
		s.put("a", data)
		o := s.open(t, "a")
		var wg sync.WaitGroup
		for i := range int64(4) {
			r := o.Range(t.Context(), i*size/4, (i+1)*size/4)
			defer r.Close()
			for range 2 {
				wg.Go(func() {
					for _, off := range []int64{0, i * size / 4, i*size/4 + 1000} {
						p := make([]byte, 100)
						if _, err := r.ReadAt(p, off); err != nil || !bytes.Equal(p, data[off:off+100]) {
							t.Errorf("at %d: %v", off, err)
						}
					}
				})
			}
		}
		wg.Wait()
	})
}

// TestBroken has answers that break, of which only the rest is requested again.
func TestBroken(t *testing.T) {
	data := text(500000)
	forServices(t, true, func(t *testing.T, s *testService) {
		s.put("a", data)
		pauses := pauses(s.client)
		for _, next := range [][]fault{
			{{after: 100000}},
			{{after: 100000, reset: true}},
			{{after: 0}, {after: 0, reset: true}},
			{{status: 503}, {status: 429}, {status: 500}, {after: 1000}, {status: 502}},
			{{after: 300000}, {after: 10}, {after: 10}, {after: 10}, {after: 10}},
		} {
			o := s.open(t, "a")
			before, paused := o.Requests(), len(pauses())
			s.faults.set(next...)
			r := o.Range(t.Context(), 0, -1)
			got, err := io.ReadAll(r)
			if err != nil || !bytes.Equal(got, data) {
				t.Errorf("%v: %d bytes, error %v", next, len(got), err)
			}
			r.Close()
			if n := o.Requests() - before; n != int64(len(next)+1) || int(n) != len(s.faults.requests()) {
				t.Errorf("%v: %d requests: %q", next, n, s.faults.requests())
			}
			if n := len(pauses()) - paused; n != len(next) {
				t.Errorf("%v: %d pauses", next, n)
			}
		}
		s.faults.set(fault{after: 100000})
		r := s.open(t, "a").Range(t.Context(), 0, -1)
		defer r.Close()
		s.faults.set(fault{after: 100000})
		io.ReadAll(r)
		want := []string{"GET bytes=0-499999", "GET bytes=100000-499999"}
		if got := s.faults.requests(); !reflect.DeepEqual(got, want) {
			t.Errorf("requests %q, want %q", got, want)
		}
	})
}

// TestGivesUp has a service that always fails.
func TestGivesUp(t *testing.T) {
	data := text(3 << 20)
	forServices(t, true, func(t *testing.T, s *testService) {
		s.put("a", data)
		pauses := pauses(s.client)
		o := s.open(t, "a")
		before := o.Requests()
		for _, f := range []fault{{status: 503}, {after: 0}, {after: 1}, {after: 1, reset: true}} {
			s.faults.setAlways(f)
			paused := len(pauses())
			r := o.Range(t.Context(), 1<<20, -1)
			_, err := io.ReadAll(r)
			if err == nil || !strings.Contains(err.Error(), "after 10 attempts") {
				t.Errorf("%v: error %v", f, err)
			}
			if n := len(pauses()) - paused; n != attempts-1 {
				t.Errorf("%v: %d pauses", f, n)
			}
			if _, again := r.Read(make([]byte, 1)); again == nil {
				t.Errorf("%v: no error when read again", f)
			}
			r.Close()
		}
		if n := o.Requests() - before; n != 4*attempts {
			t.Errorf("%d requests", n)
		}

		for i, d := range pauses() {
			if d >= maxPause {
				t.Errorf("pause %d is %v", i, d)
			}
		}
	})
}

// TestProgress has a service in which each answer breaks, after much of it.
func TestProgress(t *testing.T) {
	const size = 16 << 20
	data := text(size)
	forServices(t, true, func(t *testing.T, s *testService) {
		s.put("a", data)
		pauses := pauses(s.client)
		o := s.open(t, "a")
		s.faults.setAlways(fault{after: progress})
		r := o.Range(t.Context(), 0, -1)
		defer r.Close()
		got, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes, error %v", len(got), err)
		}
		for i, d := range pauses() {
			if d >= firstPause {
				t.Errorf("pause %d is %v", i, d)
			}
		}
	})
}

// TestRefused has answers that are no reason to ask again.
func TestRefused(t *testing.T) {
	data := text(500000)
	forServices(t, true, func(t *testing.T, s *testService) {
		s.put("a", data)
		pauses := pauses(s.client)
		for _, test := range []struct {
			status int
			want   error
		}{
			{401, fs.ErrPermission}, {403, fs.ErrPermission}, {404, fs.ErrNotExist},
			{412, ErrChanged}, {416, ErrChanged},
			{400, nil}, {501, nil},
		} {
			s.faults.set(fault{status: test.status})
			_, err := s.client.Open(t.Context(), s.prefix+"a")
			checkPathError(t, err, "open", s.prefix+"a", test.want)

			o := s.open(t, "a")
			s.faults.set(fault{after: 70000}, fault{status: test.status})
			r := o.Range(t.Context(), 0, -1)
			n, err := io.Copy(io.Discard, r)
			checkPathError(t, err, "read", s.prefix+"a", test.want)
			if n != 70000 || !strings.Contains(fmt.Sprint(err), "at offset 70000") {
				t.Errorf("%d after %d bytes: %v", test.status, n, err)
			}
			r.Close()
		}
		if n := len(pauses()); n != 7 { // of the bodies that broke
			t.Errorf("%d pauses", n)
		}
	})
}

func checkPathError(t *testing.T, err error, op, name string, want error) {
	t.Helper()
	var p *fs.PathError
	if !errors.As(err, &p) || p.Op != op || p.Path != name || want != nil && !errors.Is(err, want) {
		t.Errorf("error %v, want one of %s %s that is %v", err, op, name, want)
	}
}

// TestChanged replaces the object between two reads.
func TestChanged(t *testing.T) {
	data := text(500000)
	forServices(t, false, func(t *testing.T, s *testService) {
		read := func(o *Object) error {
			r := o.Range(t.Context(), 200000, 300000)
			defer r.Close()
			_, err := r.ReadAt(make([]byte, 10), 200000)
			return err
		}
		s.put("a", data)
		o := s.open(t, "a")
		if err := read(o); err != nil {
			t.Fatal(err)
		}
		e := o.Entry()
		s.put("a", text(600000))
		checkPathError(t, read(o), "read", s.prefix+"a", ErrChanged)
		o, err := s.client.OpenEntry(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		checkPathError(t, read(o), "read", s.prefix+"a", ErrChanged)
		if o = s.open(t, "a"); o.Size() != 600000 || o.Version() == e.Version {
			t.Errorf("size %d, version %s", o.Size(), o.Version())
		}
		s.remove("a")
		checkPathError(t, read(o), "read", s.prefix+"a", fs.ErrNotExist)
		_, err = s.client.Open(t.Context(), s.prefix+"a")
		checkPathError(t, err, "open", s.prefix+"a", fs.ErrNotExist)
	})
}

// TestChangedWhileBroken replaces the object when a body has broken.
func TestChangedWhileBroken(t *testing.T) {
	data := text(500000)
	forServices(t, true, func(t *testing.T, s *testService) {
		s.put("a", data)
		o := s.open(t, "a")
		s.faults.set(fault{after: 100000})
		s.client.sleep = func(context.Context, time.Duration) error {
			s.put("a", text(500001))
			return nil
		}
		r := o.Range(t.Context(), 0, -1)
		defer r.Close()
		n, err := io.Copy(io.Discard, r)
		if n != 100000 || !errors.Is(err, ErrChanged) {
			t.Errorf("%d bytes, error %v", n, err)
		}
	})
}

// TestStalled has a service that does not answer, or stops in the middle.
func TestStalled(t *testing.T) {
	data := text(500000)
	forServices(t, true, func(t *testing.T, s *testService) {
		s.put("a", data)
		pauses := pauses(s.client)
		o := s.open(t, "a")
		s.client.stall = 500 * time.Millisecond
		s.faults.set(fault{after: 100000, hang: 10 * time.Second}, fault{hang: 10 * time.Second})
		r := o.Range(t.Context(), 0, -1)
		defer r.Close()
		got, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes, error %v", len(got), err)
		}
		if n := len(pauses()); n < 2 {
			t.Errorf("%d pauses", n)
		}
	})
}

// TestContext ends the context of a request that hangs, and of a pause.
func TestContext(t *testing.T) {
	data := text(500000)
	forServices(t, true, func(t *testing.T, s *testService) {
		s.put("a", data)
		o := s.open(t, "a")
		for _, f := range []fault{{after: 100000, hang: 10 * time.Second}, {hang: 10 * time.Second}, {status: 503}} {
			s.faults.setAlways(f)
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			r := o.Range(ctx, 0, -1)
			begin := time.Now()
			_, err := io.ReadAll(r)
			checkPathError(t, err, "read", s.prefix+"a", context.DeadlineExceeded)
			if d := time.Since(begin); d > 5*time.Second {
				t.Errorf("%v: %v", f, d)
			}
			r.Close()
			cancel()
		}
	})
}
