# Prints the URLs with a scheme that URI::Find finds in a file, as they are written there.
use strict;
use warnings;
use URI::Find;

local $/;
open my $in, '<:encoding(UTF-8)', $ARGV[0] or die "$ARGV[0]: $!";
my $text = <$in>;
binmode STDOUT, ':encoding(UTF-8)';
URI::Find->new(sub {
	my ($uri, $written) = @_;
	$written =~ s/\s+//g;    # it rejoins what is in <URL:...>
	$written =~ s/^<?URL://i;
	print "$written\n";
	return $_[1];
})->find(\$text);
