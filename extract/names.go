package extract

import "github.com/urlgrep/urlgrep/wrapper"

func (s *Scanner) address(i int) wrapper.Verdict { return wrapper.No }
func (s *Scanner) host(i int) wrapper.Verdict    { return wrapper.No }
