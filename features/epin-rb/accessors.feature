@edition-1.0.0-initial
Feature: Accessors of epin.rb

  From the README of epin.rb, "Usage", "Game Examples" and "Advanced Usage": its style
  queries and the values that it shows, and the PIN strings that it gets back from
  native pieces.

  @epin-initial/accessors
  Rule: Style queries

    Scenario Outline: <Call> shows <value>
      Given the token <token>
      Then its <accessor> is <value>

      Examples:
        | Call                         | token | accessor | value |
        | identifier.native?           | "K"   | native?  | true  |
        | foreign_king.derived?        | "K'"  | derived? | true  |
        | white_promoted_rook.derived? | "+R'" | derived? | true  |
        | black_promoted_pawn.native?  | "+p"  | native?  | true  |

    Scenario Outline: <accessor> of <token> is <value>, the other way round
      Given the token <token>
      Then its <accessor> is <value>

      Examples:
        | token | accessor | value |
        | "K'"  | native?  | false |
        | "+p"  | derived? | false |

  @epin-initial/accessors
  Rule: PIN Compatibility Layer

    Scenario: The PIN strings of the native pieces are the strings that were parsed
      Given the tokens "K", "Q", "+R", "-P", "k", "q", "r", "p"
      Then their pin is "K", "Q", "+R", "-P", "k", "q", "r", "p"

    Scenario: The PIN string of a derived piece has no apostrophe
      Given the tokens "K'", "+r'", "-p'"
      Then their pin is "K", "+r", "-p"
