@edition-1.0.0-initial
Feature: Style derivation logic

  A piece has the style of its own side, or that of the opposite side. The match
  defines these two styles; the token says which of the two the piece has.

  From the initial EPIN text, "Style Derivation Logic": its two statements. The
  tokens are ours.

  @epin-initial/derivation
  Rule: "No suffix: Piece has the native style of its current side"

    Scenario Outline: <token> is native
      Given the token <token>
      Then its Style status is Native

      Examples:
        | token |
        | "P"   |
        | "p"   |
        | "+P"  |
        | "+p"  |
        | "-P"  |
        | "-p"  |

  @epin-initial/derivation
  Rule: "Apostrophe suffix ('): Piece has the foreign style (opposite side’s native style)"

    Scenario Outline: <token> is derived
      Given the token <token>
      Then its Style status is Derived

      Examples:
        | token |
        | "P'"  |
        | "p'"  |
        | "+P'" |
        | "+p'" |
        | "-P'" |
        | "-p'" |
