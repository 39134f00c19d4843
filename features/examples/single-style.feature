@edition-1.0.0
Feature: Single-Style contexts

  If all pieces of a game share one style, the derivation marker adds no information.
  A program that writes tokens should leave it out; one that reads them has to accept
  both forms.

  From the EPIN Examples, "Single-Style contexts (recommended practice)". X and X' are
  the document's; the other tokens are ours.

  @examples/single-style/accept-both
  Rule: "Consumers MUST accept both forms (X and X')"

    Scenario Outline: Both <X> and <X'> are accepted
      Given the tokens <X>, <X'>
      Then they are accepted

      Examples:
        | X    | X'    |
        | "X"  | "X'"  |
        | "x"  | "x'"  |
        | "+P" | "+P'" |
        | "k^" | "k^'" |

  @library @examples/single-style/omit
  Rule: "Producers SHOULD omit ' unless the context assigns a specific meaning to “Derived”"

    Scenario: A game of one style omits the marker
      Given a game of the single style Chess
      And the token "X'"
      When the game leaves the marker out
      Then the result shows "X"

    Scenario: A game in which Derived has a meaning needs the marker
      Given a game that lists "P" as Chess and "P'" as Makruk
      And the token "P'"
      Then its style is Makruk
      And it shows "P'"
