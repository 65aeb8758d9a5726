package mailbox

import "github.com/urlgrep/urlgrep/internal/offset"

// stages are what a text goes through. The map of each leads to the text of the one before,
// and that of the first to the input. Those from n on are not in use, and are empty.
type stages struct {
	stage [4]stage
	n     int
}

// A stage is the text that a decoder has given last, and where it came from.
type stage struct {
	buf  []byte
	m    offset.Map
	mute int64 // no text of the last stage came from what is after this offset of the stage's
}

// reset leaves the first stage in use, with no text.
func (s *stages) reset() {
	for i := range s.n {
		s.stage[i].m.Reset()
		s.stage[i].mute = 0
	}
	s.n = 1
}

// add puts the next stage to use.
func (s *stages) add() {
	s.stage[s.n].m.Reset()
	s.stage[s.n].mute = 0
	s.n++
}

// from returns the offset of text, which is the last of the stage before the k-th.
func (s *stages) from(k int, text []byte) int64 {
	return s.stage[k-1].m.Len() - int64(len(text))
}

// heard says that text of the last stage has come of what the others have.
func (s *stages) heard() {
	for k := range s.n {
		s.stage[k].mute = s.stage[k].m.Len()
	}
}

// forget forgets where what has given no text came from: HTML may go on for ever
// without any, as comments. As many bytes as its decoder holds back are still known.
func (s *stages) forget(held int64) {
	k := s.n - 2
	at := s.stage[k].m.Len() - held
	for ; k >= 0; k-- {
		s.stage[k].m.Forget(s.stage[k].mute, at)
		at = s.stage[k].m.Start(at)
	}
}

// start returns the offset in the input of the first byte that the byte of the
// text at i was made of.
func (s *stages) start(i int64) int64 {
	for k := s.n - 1; k >= 0; k-- {
		i = s.stage[k].m.Start(i)
	}
	return i
}

// end returns the offset in the input after the last byte that the byte of the
// text before i was made of.
func (s *stages) end(i int64) int64 {
	for k := s.n - 1; k >= 0; k-- {
		i = s.stage[k].m.End(i)
	}
	return i
}

// lineOf returns the number of the line in which start(i) is.
func (s *stages) lineOf(i int64) int64 {
	for k := s.n - 1; k > 0; k-- {
		i = s.stage[k].m.Start(i)
	}
	return s.stage[0].m.LineOf(i)
}

// discard forgets where the text before i came from.
func (s *stages) discard(i int64) {
	if s.few() {
		return
	}
	for k := s.n - 1; k >= 0; k-- {
		m := &s.stage[k].m
		if i >= m.Len() {
			i = m.Len() - 1
		}
		if i < 0 {
			return
		}
		m.Discard(i)
		i = m.Start(i)
	}
}

// few reports whether there is too little to be forgotten. Stages not in use are
// empty; to go through those in use took a branch that nothing foretells.
func (s *stages) few() bool {
	all := &s.stage
	return all[0].m.Few() && all[1].m.Few() && all[2].m.Few() && all[3].m.Few()
}
