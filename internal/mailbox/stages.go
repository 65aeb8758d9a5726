package mailbox

import "github.com/urlgrep/urlgrep/internal/offset"

// stages are the steps of decoding. The map of each leads to the text of the previous
// stage, that of the first to the input. Stages from n on are not in use, and are
// empty.
type stages struct {
	stage [4]stage
	n     int
}

// A stage is the last text that a decoder has returned, and the map of its bytes to the
// previous stage.
type stage struct {
	buf  []byte
	m    offset.Map
	used int64 // no text of the last stage was decoded from bytes of this stage after this offset
}

// reset leaves the first stage in use, without text.
func (s *stages) reset() {
	for i := range s.n {
		s.stage[i].m.Reset()
		s.stage[i].used = 0
	}
	s.n = 1
}

// add adds a stage.
func (s *stages) add() {
	s.stage[s.n].m.Reset()
	s.stage[s.n].used = 0
	s.n++
}

// from returns the offset of text, which is the last text of stage k-1.
func (s *stages) from(k int, text []byte) int64 {
	return s.stage[k-1].m.Len() - int64(len(text))
}

// markUsed records that text of the last stage was decoded from all text of the other
// stages.
func (s *stages) markUsed() {
	for k := range s.n {
		s.stage[k].used = s.stage[k].m.Len()
	}
}

// forget discards the places of bytes that have produced no text: HTML may go on
// forever without text, for example in a comment. The last held bytes, which the
// decoder holds back, are kept.
func (s *stages) forget(held int64) {
	k := s.n - 2
	at := s.stage[k].m.Len() - held
	for ; k >= 0; k-- {
		s.stage[k].m.Forget(s.stage[k].used, at)
		at = s.stage[k].m.Start(at)
	}
}

// start returns the offset in the input of the first byte that byte i of the text was
// decoded from.
func (s *stages) start(i int64) int64 {
	for k := s.n - 1; k >= 0; k-- {
		i = s.stage[k].m.Start(i)
	}
	return i
}

// end returns the offset in the input after the last byte that byte i-1 of the text was
// decoded from.
func (s *stages) end(i int64) int64 {
	for k := s.n - 1; k >= 0; k-- {
		i = s.stage[k].m.End(i)
	}
	return i
}

// lineOf returns the number of the line that contains start(i).
func (s *stages) lineOf(i int64) int64 {
	for k := s.n - 1; k > 0; k-- {
		i = s.stage[k].m.Start(i)
	}
	return s.stage[0].m.LineOf(i)
}

// discard discards the places of the text before i.
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

// few reports whether the maps are too small to be worth discarding. It includes stages
// not in use, which are empty: a loop over those in use had a branch that is not
// predictable.
func (s *stages) few() bool {
	all := &s.stage
	return all[0].m.IsSmall() && all[1].m.IsSmall() && all[2].m.IsSmall() && all[3].m.IsSmall()
}
