@edition-qpi/1.0.0-aligned @edition-qpi/1.0.0-aligned-terminal
Feature: Values of QPI tokens of one case

  What a token says, and what stays the same. No piece is derived, so native changes
  nothing.

  From QPI 1.0.0, as our reading. The tokens are ours.

  @qpi-aligned/attributes
  Rule: Four attributes are encoded

    Scenario Outline: <attribute>: <encoding>
      Given the tokens <tokens>
      Then their <attribute> is <values>

      Examples:
        | attribute   | encoding                                        | tokens                        | values                         |
        | Piece Style | the letter before the colon, without its case   | "C:R" / "c:r" / "S:R" / "s:r" | C / C / S / S                  |
        | Piece Name  | the letter behind the colon, without its case   | "C:R" / "c:r" / "C:K" / "c:k" | R / R / K / K                  |
        | Side        | the case of both letters                        | "C:R" / "c:r"                 | first / second                 |
        | State       | the sign: + enhanced, - diminished, none normal | "C:+R" / "c:-r" / "c:r"       | enhanced / diminished / normal |

  @qpi-aligned/derivation
  Rule: Every piece is native

    Scenario Outline: <token> is native
      Given the token <token>
      Then its native? is true
      And its derived? is false

      Examples:
        | token  |
        | "C:R"  |
        | "c:r"  |
        | "C:+R" |
        | "c:-r" |

  @qpi-aligned/components
  Rule: A token has two components

    Scenario Outline: <token> is <sin> and <pin>
      Given the token <token>
      Then its sin is <sin>
      And its pin is <pin>

      Examples:
        | token  | sin | pin  |
        | "C:R"  | "C" | "R"  |
        | "s:+p" | "s" | "+p" |

  @qpi-aligned/canonical
  Rule: The string form of a parsed token is that token

    Scenario Outline: <token> is written out as it was read
      Given the token <token>
      Then its string form is <token>

      Examples:
        | token  |
        | "C:R"  |
        | "c:r"  |
        | "C:+R" |
        | "c:-r" |

  @qpi-aligned/native @qpi-aligned/copy
  Rule: native changes nothing

    Scenario Outline: native of <token>
      Given the token <token>
      When native is applied
      Then the result is <token>
      And the original is still <token>

      Examples:
        | token  |
        | "C:R"  |
        | "c:r"  |
        | "C:+R" |
        | "c:-r" |

  @qpi-aligned/idempotent
  Rule: Applying native twice has the same result as applying it once

    Scenario Outline: native of <token>, twice
      Given the token <token>
      When native, native are applied
      Then the last one changes nothing

      Examples:
        | token  |
        | "C:R"  |
        | "c:+r" |

  @qpi-aligned/equivalent
  Rule: Tokens are equal exactly when their strings are

    Scenario Outline: <token> <verb> <other>
      Given the token <token>
      Then it <verb> <other>

      Examples:
        | token | verb           | other  |
        | "C:R" | equals         | "C:R"  |
        | "C:R" | does not equal | "c:r"  |
        | "C:R" | does not equal | "S:R"  |
        | "C:R" | does not equal | "C:K"  |
        | "C:R" | does not equal | "C:+R" |
