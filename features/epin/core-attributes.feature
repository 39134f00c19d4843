@edition-1.0.0
Feature: Core attributes

  What a token says about a piece, apart from its style: which piece it is, whose it
  is, whether it is promoted or weakened, and whether losing it ends the game.

  From EPIN §7.1, Core attributes (inherited from PIN): the table of four rows.

  Rule: "EPIN inherits the four core attributes defined by PIN"

    Scenario Outline: <Attribute>: <Encoding>
      Given the tokens <tokens>
      Then their <Attribute> is <values>

      @epin/7.1/name
      Examples:
        | Attribute  | Encoding                                 | tokens                | values        |
        | Piece Name | piece-letter (case-insensitive identity) | "K" / "k" / "Q" / "q" | K / K / Q / Q |

      @epin/7.1/side
      Examples:
        | Attribute  | Encoding                                                  | tokens    | values         |
        | Piece Side | piece-letter case (uppercase = first, lowercase = second) | "K" / "k" | first / second |

      @epin/7.1/state
      Examples:
        | Attribute   | Encoding                                                 | tokens            | values                         |
        | Piece State | state-modifier (+ enhanced, - diminished, absent normal) | "+K" / "-K" / "K" | enhanced / diminished / normal |

      @epin/7.1/terminal
      Examples:
        | Attribute       | Encoding                                          | tokens     | values                  |
        | Terminal Status | terminal-marker (^ terminal, absent non-terminal) | "K^" / "K" | terminal / non-terminal |
