package corpusgen

import "strings"

// vocabulary are the words of prose, the most frequent ones first. "From" is not among
// them, as it would separate messages at the beginning of a line.
var vocabulary = strings.Fields(`
the of and to a in is that it for you on with this be are have not as if at but
by or we can will one all so there what they do an my has would was your which
about out when up some no them more than how any been who like also just get
their other other's then only use time now these know make into see could should
our very does it's don't me he work may over here think after such first same
way where most new does two want because problem file need system those want
good even each before many between using still back well through again another
try below question something since list help code data line name error set
change case read version right both different text page following find found
point last long part look might put run number without while thing things made
under too used program machine memory second local open close window value
values string object function method result results return table column row
model variable example command option options output input print write written
build test tests patch commit branch tree driver device kernel buffer pointer
struct field header message messages letter mail reply thread archive folder
server client network address port host user group password account access
install package library module source directory path default configuration
script language compiler warning release update latest earlier later today
yesterday tomorrow Monday Tuesday Wednesday Thursday Friday morning evening
week month year minute hours people someone everybody anyone nobody reader
author editor manager meeting paper report chapter section figure reference
note remark comment answer answers suggestion proposal discussion decision
reason matter sense fact idea way kind sort sorts amount average maximum
minimum total sample sequence series matrix vector random normal linear
estimate measure distance weight height square plot graph axis colour scale
garden river mountain village harbour bridge station window kitchen winter
summer weather coffee bread butter apples candle lantern ladder hammer
carpenter sailor baker doctor teacher student neighbour brother sister
actually probably perhaps maybe certainly usually sometimes always never often
rarely almost nearly quite rather simply exactly especially however therefore
although unless whether instead otherwise anyway together apart against behind
beyond within during until across along around above toward thanks regards
cheers please sorry hello welcome wonderful terrible strange obvious careful
simple difficult possible impossible available necessary important interesting
useful useless correct wrong broken missing empty full large small short quick
slow early late certain similar several various specific general particular
recent current previous additional complete partial separate independent
implementation documentation understanding transformation characteristic
notwithstanding interoperability internationalisation backward-compatible
off-by-one well-known so-called e-mail i.e. e.g. etc. vs. 1.0 2.4.18 3.1415 10
12 15 20 64 100 256 1024 1999 2003 0x1f - -- ... + = & /usr/lib a.out *very*
_not_ "yes" 'no' (or (and maybe) not) [sic] {x} x[i] f(x) i++ a/b 50% $5 #3`)

// accented are words with characters outside ASCII.
var accented = strings.Fields(`naïve café über größer Zürich résumé garçon señor
Ångström façade Köln forêt piñata jalapeño Łódź Dvořák Привет мир 日本 – — “so” ‘as’`)

var (
	givenNames = strings.Fields(`Ann Bert Clara David Elsa Fred Greta Hugo Ida
		Jim Karen Leo Maria Nils Olga Peter Rosa Sven Tina Victor`)
	familyNames = strings.Fields(`Archer Barker Cooper Draper Fisher Glover
		Harper Mercer Miller Naylor Potter Sadler Tanner Turner Walker Weaver`)
	days   = strings.Fields("Mon Tue Wed Thu Fri Sat Sun")
	months = strings.Fields("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")
)

// word appends a word of the vocabulary, more often one at its beginning: a third of all
// words are from its first tenth.
func (g *generator) word() {
	i := g.below(len(vocabulary))
	g.put(vocabulary[g.below(i+1)])
}

// label appends a word that may be in a host or a path.
func (g *generator) label() { g.put(vocabulary[g.between(200, 330)]) }
