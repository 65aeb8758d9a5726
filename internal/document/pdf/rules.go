package pdf

import "github.com/urlgrep/urlgrep/internal/document/pdf/object"

// A rule says what the value of a key is.
type rule uint8

const (
	other  rule = iota
	target      // a string is a URL reference
	file        // a file specification, or its name: it is a target if it is a URL
	text        // a string, or an array of strings, is text
	field       // the same in a form field
	rich        // a string or a stream is XHTML (12.7.4.4)
	script      // a string or a stream is JavaScript
	form        // a stream, or an array of names and streams, is XML (12.7.8)
	parts       // the value, and what it refers to, belongs to the action or annotation
	events      // a dictionary of actions (12.6.3)
	skip        // not visited: a page or an annotation, which are visited elsewhere
)

// rules has the keys of dictionaries. Values of all other keys are only visited if they are
// not indirect: a string is text if it has "://".
var rules = map[object.Name]rule{
	"URI": target, // 12.6.4.8
	"URL": target, // 12.7.5.5, 14.10
	"AU":  target, // 14.10.5
	"BU":  target, // 13.2.4
	"Win": parts,  // 12.6.4.6

	"F": file, "UF": file, "DOS": file, "Mac": file, "Unix": file, // 7.11.3

	"A": parts, "PA": parts, "Next": parts, "OpenAction": parts, // 12.6
	"AA": events,
	"R":  parts, // 12.6.4.14
	"C":  parts, // 13.2.3
	"FS": parts, // 12.5.6.15

	"JS": script, "OnInstantiate": script, // 12.6.4.17, 13.6.4
	"XFA": form,

	"Contents": text, "Subj": text, "T": field, // 12.5.2
	"V": field, "DV": field, "TU": field, "Opt": field, // 12.7
	"RC": rich, "RV": rich,
	"Title":  text,                                        // 12.3.3
	"Alt":    text,                                        // 14.9.3
	"Desc":   text,                                        // 7.11.3
	"CA":     text,                                        // 12.5.6.19
	"Reason": text, "Location": text, "ContactInfo": text, // 12.8

	"P": skip, "Parent": skip, "Popup": skip, "Annots": skip,
}

// identifiers are keys of strings that have the form of a URL, and are no link: that of a registry
// (14.11.5), a namespace (14.7.4), the base of targets, and what describes the producer.
var identifiers = map[object.Name]bool{
	"RegistryName": true, "Registry": true, "OutputConditionIdentifier": true, "NS": true, "Producer": true, "Creator": true,
	"PTEX.Fullbanner": true, "ID": true, "Base": true,
}

// actions are the types of actions (12.6.4). The type is the relation of the targets.
var actions = map[object.Name]bool{
	"GoTo": true, "GoToR": true, "GoToE": true, "GoToDp": true, "Launch": true, "Thread": true, "URI": true,
	"Sound": true, "Movie": true, "Hide": true, "Named": true, "SubmitForm": true, "ResetForm": true,
	"ImportData": true, "SetOCGState": true, "Rendition": true, "Trans": true, "GoTo3DView": true,
	"JavaScript": true, "RichMediaExecute": true,
}

// boilerplate are the keys of the Info dictionary that describe the producer (14.3.3), and
// dates.
var boilerplate = map[object.Name]bool{
	"Producer": true, "Creator": true, "PTEX.Fullbanner": true, "CreationDate": true, "ModDate": true, "Trapped": true,
}
