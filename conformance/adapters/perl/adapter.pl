#!/usr/bin/env perl

# An adapter: the few lines between the EPIN conformance runner and a library.
#
#     epin certify -- perl adapter.pl
#
# Only the first part depends on Epin.pm: rewrite it for another library. The second part
# turns requests into calls, and results into responses. The third part reads and writes
# lines. Both are the same for every library.

use 5.020;
use strict;
use warnings;

use File::Basename qw(dirname);
use IO::Handle;

# In a response, a reference to a string is literal JSON.
use constant { TRUE => \'true', FALSE => \'false' };

# 1. The library. Never respond in its place: call it, and report what it did.

use lib dirname(__FILE__);
use Epin;

my %IMPLEMENTATION = (
    name     => 'Epin.pm',
    version  => $Epin::VERSION,
    language => sprintf('perl %vd', $^V),
);

# The editions of the protocol, and what the library calls them. If it has one grammar, keep
# both names and parse without an edition: the runner tests it by the requested edition.
# A PIN library serves "pin/1.0.0" and "pin/1.0.0-initial"; remove pin, native, derived and derive.
my %EDITIONS = ('1.0.0' => '1.0.0', '1.0.0-initial' => '1.0.0-initial');
my $edition;    # hello selects it

# Remove the operations that your library does not offer: the runner does not request them.
my @OPS = qw(parse valid apply equal sweep);

# The methods of the protocol, and what the library calls them.
my %METHODS = (
    native    => 'native',
    derive    => 'derive',
    flip      => 'flip',
    enhance   => 'enhance',
    diminish  => 'diminish',
    normalize => 'normalize',
    mark      => 'mark',
    unmark    => 'unmark',
);

# Whether the library takes strings of bytes that are not valid UTF-8. If it is FALSE, the
# runner sends only valid UTF-8.
use constant BYTES => TRUE;

# Epin::parse returns nothing for an invalid string. If it or any other call dies, that is a
# crash. README.md has the lines for a parser that rejects by dying.
sub parse {
    my $token = shift;
    return scalar Epin::parse($token, $edition);
}

sub ask_parse {
    my $identifier = parse(shift) // return { valid => FALSE };
    return { valid => TRUE, attributes($identifier) };
}

sub attributes {
    my $identifier = shift;
    return (
        token    => $identifier->to_string,
        pin      => $identifier->pin,
        native   => $identifier->is_native ? TRUE : FALSE,
        derived  => $identifier->is_derived ? TRUE : FALSE,
        name     => $identifier->name,
        side     => $identifier->side,
        state    => $identifier->state,
        terminal => $identifier->is_terminal ? TRUE : FALSE,
    );
}

sub ask_valid {
    my $token = shift;
    return { valid => Epin::is_valid($token, $edition) ? TRUE : FALSE };
}

sub ask_apply {
    my ($token, $before, $methods, $unread) = @_;
    my $original = parse($token) // return { valid => FALSE };
    my ($identifier, @tokens) = $original;
    # Attributes are read at once, and again from each result, to show what a value remembers.
    # Where unread is true, nothing is read before the last result.
    my %last = $unread && @$methods ? () : attributes($original);
    for (@$before) {
        my $method = $METHODS{$_};
        $original->$method;
    }
    for my $i (0 .. $#$methods) {
        my $method = $METHODS{$methods->[$i]};
        $identifier = $identifier->$method;
        next if $unread && $i < $#$methods;
        push @tokens, $identifier->to_string;
        %last = attributes($identifier);
    }
    # Read last: it shows whether a method changed the original value.
    return { valid => TRUE, tokens => \@tokens, original => $original->to_string, last => \%last };
}

sub ask_equal {
    my ($token, $other) = @_;
    my $left  = parse($token) // return { valid => FALSE };
    my $right = parse($other) // return { valid => FALSE };
    return { equal => $left eq $right ? TRUE : FALSE };
}

# The verdict on one token of a sweep, as one character.
sub verdict {
    my $token = shift;
    my $verdict = '!';
    eval { $verdict = defined parse($token) ? '1' : '0' };
    return $verdict;
}

# 2. From a request to a response.

# The response to a request, without its id. The request is read outside the guard: an error
# in this file must not look like a crash of the library.
sub answer {
    my $request = shift;
    my $op = $request->{op};
    return guarded(\&ask_parse, token_of($request)) if $op eq 'parse';
    return { valid => join '', map { verdict($_) } tokens_of($request) } if $op eq 'sweep';
    return guarded(\&ask_valid, token_of($request)) if $op eq 'valid';
    if ($op eq 'apply') {
        my ($before, $methods) = ($request->{before} // [], $request->{methods});
        return { unsupported => TRUE } if grep { !exists $METHODS{$_} } @$before, @$methods;
        return guarded(\&ask_apply, token_of($request), $before, $methods, ($request->{unread} // '') eq 'true');
    }
    return guarded(\&ask_equal, string($request->{token}), string($request->{other})) if $op eq 'equal';
    return hello($request->{edition}) if $op eq 'hello';
    return { unsupported => TRUE };
}

sub hello {
    my $wanted = shift;
    my %introduction = (protocol => \'1', implementation => \%IMPLEMENTATION);
    if (!exists $EDITIONS{$wanted}) {
        return { %introduction, unsupported => TRUE };
    }
    $edition = $EDITIONS{$wanted};
    return {
        %introduction,
        ops     => \@OPS,
        methods => [sort keys %METHODS],
        bytes   => BYTES,
        apply_attributes => TRUE,
        apply_unread => TRUE,
    };
}

# The response of the call, or a crash.
sub guarded {
    my ($call, @arguments) = @_;
    my $answer;
    return $answer if eval { $answer = $call->(@arguments); 1 };
    my $error = $@;
    # An error can be any value, also one whose string form dies.
    my $text = eval { "$error" } // 'something that cannot be shown';
    chomp $text;
    return { crash => $text };
}

# The token of a request: text, or the exact bytes if they are not valid UTF-8.
sub token_of {
    my $request = shift;
    return string(exists $request->{hex} ? pack('H*', $request->{hex}) : $request->{token});
}

# The tokens of a sweep, in the same two forms.
sub tokens_of {
    my $request = shift;
    return map { string($_) }
        exists $request->{hex} ? map { pack 'H*', $_ } @{ $request->{hex} } : @{ $request->{tokens} };
}

# The string for the library: characters if the bytes are valid UTF-8, otherwise the bytes.
sub string {
    my $string = shift;
    utf8::decode($string);
    return $string;
}

# 3. Lines in and out.

# The JSON of $_, read from pos on. JSON::PP takes ten times as long. Strings remain bytes,
# numbers keep their digits.
sub value {
    return $1 if /\G[ \t\r]*"([^"\\]*)"/gc;
    return string_value() if /\G[ \t\r]*"/gc;
    if (/\G[ \t\r]*\[/gc) {
        my @list;
        return \@list if /\G[ \t\r]*\]/gc;
        do { push @list, value() } while /\G[ \t\r]*,/gc;
        return /\G[ \t\r]*\]/gc ? \@list : unreadable();
    }
    if (/\G[ \t\r]*\{/gc) {
        my %object;
        return \%object if /\G[ \t\r]*\}/gc;
        do {
            /\G[ \t\r]*"/gc or unreadable();
            my $key = string_value();
            /\G[ \t\r]*:/gc or unreadable();
            $object{$key} = value();
        } while /\G[ \t\r]*,/gc;
        return /\G[ \t\r]*\}/gc ? \%object : unreadable();
    }
    return /\G[ \t\r]*(-?[0-9][-+.0-9Ee]*|true|false|null)/gc ? $1 : unreadable();
}

my %ESCAPED = (b => "\b", f => "\f", n => "\n", r => "\r", t => "\t");

# The rest of a string, after its first quotation mark.
sub string_value {
    my $string = '';
    until (/\G"/gc) {
        if (/\G([^"\\]+)/gc) {
            $string .= $1;
        } elsif (/\G((?:\\u00[0-7][0-9A-Fa-f])+)/gc) {
            $string .= pack 'H*', $1 =~ s/\\u00//gr; # a long token may be a million of these
        } elsif (/\G\\u([Dd][89ABab]..)\\u(....)/gc) {
            $string .= utf8_of(0x10000 + ((hex($1) & 0x3FF) << 10) + (hex($2) & 0x3FF));
        } elsif (/\G\\u(....)/gc) {
            $string .= utf8_of(hex $1);
        } elsif (/\G\\(.)/gc) {
            $string .= $ESCAPED{$1} // $1;
        } else {
            unreadable();
        }
    }
    return $string;
}

sub utf8_of {
    my $character = chr shift;
    utf8::encode($character);
    return $character;
}

sub unreadable {
    die sprintf "cannot read the request at byte %d: %.80s\n", pos // 0, $_;
}

# The JSON of a part of a response: a string, JSON as it stands, a list, or an object.
sub json {
    my $value = shift;
    my $kind = ref $value;
    return $$value if $kind eq 'SCALAR';
    return '[' . join(',', map { json($_) } @$value) . ']' if $kind eq 'ARRAY';
    return '{' . members($value) . '}' if $kind eq 'HASH';
    my $text = "$value";
    # What is not ASCII is escaped: whether it is bytes or characters is not known.
    $text =~ s/([^ !#-\[\]-~])/escaped(ord $1)/ge;
    return qq("$text");
}

sub members {
    my $object = shift;
    return join ',', map { qq("$_":) . json($object->{$_}) } keys %$object;
}

sub escaped {
    my $code = shift;
    return sprintf '\u%04x', $code if $code < 0x10000;
    return '\ufffd' if $code > 0x10FFFF;
    $code -= 0x10000;
    return sprintf '\u%04x\u%04x', 0xD800 + ($code >> 10), 0xDC00 + ($code & 0x3FF);
}

# Responds to every request, until the end of the input.
sub serve {
    my ($requests, $responses) = @_;
    my $unfinished = '';
    while (sysread $requests, my $block, 1 << 16) {
        my $end = rindex $block, "\n";
        if ($end == -1) {
            $unfinished .= $block;
            next;
        }
        my $lines = $unfinished . substr $block, 0, $end;
        $unfinished = substr $block, $end + 1;
        my $output = '';
        for (split /\n/, $lines) {
            my $request = value();
            $output .= qq({"id":$request->{id},) . members(answer($request)) . "}\n";
        }
        print {$responses} $output or die "cannot write responses: $!\n";
        $responses->flush;
    }
}

# Standard output is for responses: what the library prints goes to standard error.
open my $responses, '>&', \*STDOUT or die "cannot copy standard output: $!\n";
open STDOUT, '>&', \*STDERR or die "cannot redirect standard output: $!\n";
binmode $_ for \*STDIN, $responses;
serve(\*STDIN, $responses);
