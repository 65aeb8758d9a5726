package legacy

import (
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/officecrypt"
)

// maxInfo is the number of bytes of the parameters of an encryption.
const maxInfo = 64 << 10

// unlock calls try with the passwords of the Env, and the usual ones, until it returns true. If it never does, that
// is noted, with the name of the entry i if that is within a storage. rounds are those of a call.
func (r *reader) unlock(i int, rounds int64, try func(password string) bool, usual ...string) bool {
	name := ""
	if e := &r.f.Entries[i]; e.Parent > 0 {
		name = e.Path
	}
	return r.env.Unlock(name, rounds, try, usual...)
}

// unlockRC4 returns the cipher of the entry i with the parameters in info, or nil. Then it has noted why.
func (r *reader) unlockRC4(i int, info []byte, usual ...string) (c *officecrypt.Stream) {
	l := officecrypt.ParseRC4(info)
	if l == nil {
		r.env.Note(document.Encrypted, r.f.Entries[i].Path)
		return nil
	}
	r.unlock(i, officecrypt.RC4Rounds, func(password string) bool {
		c = l.Stream(password)
		return c != nil
	}, usual...)
	return c
}

// openEncrypted adds the package of Office Open XML that a stream has, which is encrypted
// ([MS-OFFCRYPTO] 1.3.2).
func openEncrypted(r *reader, i int) source {
	var lock officecrypt.Lock
	if info := r.sibling(i, "EncryptionInfo"); info != nil {
		lock = officecrypt.Parse(info.Bytes(maxInfo))
	}
	if lock == nil {
		r.env.Note(document.Encrypted, r.f.Entries[i].Path)
		return once{}
	}
	var k officecrypt.Key
	opened := r.unlock(i, lock.Rounds(), func(password string) bool {
		k = lock.Key(password)
		return k != nil
	}, officecrypt.UsualExcel)
	if !opened || !r.object() {
		return once{}
	}
	st := r.f.Open(i)
	in := officecrypt.Package(st, st.Size(), k)
	var head [2]byte
	if in.ReadAt(head[:], 0); string(head[:]) != "PK" { // nothing else says that the package is damaged
		r.env.Note(document.Damaged, r.f.Entries[i].Path)
		return once{}
	}
	r.w.File(document.Part{Range: st.Range(0)}, in)
	return once{}
}
