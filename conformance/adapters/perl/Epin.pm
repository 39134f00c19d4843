package Epin;

# Extended Piece Identifier Notation (EPIN), in both texts published as 1.0.0.
#
#     my $king = Epin::parse("+K^'");
#     ($king->name, $king->side, $king->state);        # ("K", "first", "enhanced")
#     $king->is_terminal && $king->is_derived;         # true
#     print $king->native->flip;                       # +k^
#     Epin::is_valid("K^", "1.0.0-initial");           # false
#
# The adapter beside this file wraps this library.

use strict;
use warnings;

use Carp ();

our $VERSION = '1.0.0';

# The text with the terminal marker ^, and the first one, without it.
our @EDITIONS = ('1.0.0', '1.0.0-initial');

# \z and not $, which also matches in front of a final line feed.
my %GRAMMAR = (
    '1.0.0'         => qr/\A ([-+]?) ([A-Za-z]) (\^?) ('?) \z/x,
    '1.0.0-initial' => qr/\A ([-+]?) ([A-Za-z]) ()    ('?) \z/x,
);

# Reads a token: a string of characters, or of bytes that are not text. Returns an
# Epin::Identifier, or nothing for a string that is not a valid token of the edition.
# Dies for an edition that is not one of @EDITIONS.
sub parse {
    my ($token, $edition) = @_;
    my ($modifier, $letter, $terminal, $derived) = $token =~ _grammar($edition)
        or return;
    my $name = uc $letter;
    return bless {
        name     => $name,
        side     => $letter eq $name ? 'first' : 'second',
        state    => $modifier eq '' ? 'normal' : $modifier eq '+' ? 'enhanced' : 'diminished',
        terminal => $terminal ne '',
        derived  => $derived ne '',
    }, 'Epin::Identifier';
}

# Whether parse takes the token. Dies as parse does.
sub is_valid {
    my ($token, $edition) = @_;
    return scalar($token =~ _grammar($edition));
}

sub _grammar {
    my $edition = shift // $EDITIONS[0];
    return $GRAMMAR{$edition}
        // Carp::croak("the edition must be one of @EDITIONS, not '$edition'");
}

# A piece as EPIN describes it; two are equal (eq) when their strings are. It never
# changes: every transformation returns another.
#
# The initial edition has no terminal pieces: what is parsed by it is never terminal, and
# an identifier marked as terminal is one of the later edition.
package Epin::Identifier;

# fallback makes eq and ne of the string form.
use overload '""' => \&to_string, 'bool' => sub { 1 }, fallback => 1;

my %MODIFIER = (normal => '', enhanced => '+', diminished => '-');

# The Piece Name, "A" to "Z"; "first" or "second"; "normal", "enhanced" or "diminished".
sub name  { $_[0]{name} }
sub side  { $_[0]{side} }
sub state { $_[0]{state} }

sub is_terminal { $_[0]{terminal} }
sub is_derived  { $_[0]{derived} }
sub is_native   { !$_[0]{derived} }

# The PIN token: this one without its derivation marker.
sub pin {
    my $self = shift;
    my $letter = $self->{side} eq 'first' ? $self->{name} : lc $self->{name};
    return $MODIFIER{ $self->{state} } . $letter . ($self->{terminal} ? '^' : '');
}

sub to_string {
    my $self = shift;
    return $self->pin . ($self->{derived} ? q(') : '');
}

sub native    { $_[0]->_with(derived  => !!0) }
sub derive    { $_[0]->_with(derived  => !!1) }
sub flip      { $_[0]->_with(side     => $_[0]{side} eq 'first' ? 'second' : 'first') }
sub enhance   { $_[0]->_with(state    => 'enhanced') }
sub diminish  { $_[0]->_with(state    => 'diminished') }
sub normalize { $_[0]->_with(state    => 'normal') }
sub mark      { $_[0]->_with(terminal => !!1) }
sub unmark    { $_[0]->_with(terminal => !!0) }

sub _with {
    my ($self, %changes) = @_;
    return bless { %$self, %changes }, ref $self;
}

1;
