# Prints the URLs that URI::Find finds in a file, as they are written there: those with a
# scheme, or, with a second argument, also those without.
use strict;
use warnings;
use URI::Find;
use URI::Find::Schemeless;

local $/;
open my $in, '<:encoding(UTF-8)', $ARGV[0] or die "$ARGV[0]: $!";
my $text = <$in>;
binmode STDOUT, ':encoding(UTF-8)';
my $finder = @ARGV > 1 ? 'URI::Find::Schemeless' : 'URI::Find';
$finder->new(sub {
	my ($uri, $written) = @_;
	$written =~ s/\s+//g;    # it rejoins what is in <URL:...>
	$written =~ s/^<?URL://i;
	print "$written\n";
	return $_[1];
})->find(\$text);
