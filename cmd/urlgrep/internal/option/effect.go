package option

// An Effect is what an option affects. An option may have several.
type Effect uint8

const (
	Found   Effect = 1 << iota // which URLs are found and selected, and the values of their fields
	Read                       // how a file is read
	Files                      // which files are searched
	Printed                    // how results are printed, or what is printed instead of them
	Shares                     // which share of the results a run prints, and where
	Answers                    // what the program does instead; such options exclude only each other
	Nothing                    // no result: how the search runs, messages, and what is the default
)

// Affecting returns the given options that have one of the effects, except those with their default
// argument.
func (l *Line) Affecting(e Effect) (list []Given) {
	for _, g := range l.Given {
		if isDefault := g.Default != "" && g.Arg == g.Default; g.Affects&e != 0 && !isDefault {
			list = append(list, g)
		}
	}
	return list
}
