package document

// usualCost is how much a usual password costs, compared with one of Env.
const usualCost = 32

// Unlock calls try with each password until it returns true: first with the one that was right last, and
// at the end with the usual ones, which programs try without asking for a password. It notes what is locked
// if none is right; detail says what that is.
//
// A call of try takes as many rounds of a key derivation as given: hashes of a block, or what takes as long. They
// are taken from the Budget, divided by the number of passwords, as each has as many. One that is right takes
// a tenth. A usual one takes usualCost times as many, as a mailbox may have thousands of documents, and no person has asked
// for them to be tried.
func (e *Env) Unlock(detail string, rounds int64, try func(password string) bool, usual ...string) bool {
	cost := (rounds + int64(len(e.Passwords))) / int64(len(e.Passwords)+1)
	for i, word := range e.Passwords {
		if !e.Budget.takeRounds(cost) {
			e.Note(Untried, detail)
			return false
		}
		if try(word) {
			e.Budget.rounds += cost - cost/10
			copy(e.Passwords[1:], e.Passwords[:i])
			e.Passwords[0] = word
			return true
		}
	}
	for _, word := range usual {
		if e.Budget.takeRounds(usualCost*cost) && try(word) {
			return true
		}
	}
	e.Note(Locked, detail)
	return false
}
