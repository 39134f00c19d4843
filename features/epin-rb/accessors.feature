@edition-1.0.0-initial
Feature: Accessors of epin.rb

  From the README of epin.rb: the results of its style queries for the pieces in its
  samples, and for others; and what it does with a PIN string. The calls themselves are
  in the features usage, game-examples and advanced-usage.

  @epin-initial/accessors
  Rule: Style queries

    Scenario Outline: <accessor> of <token> is <value>
      Given the token <token>
      Then its <accessor> is <value>

      Examples:
        | token | accessor | value |
        | "K"   | native?  | true  |
        | "K'"  | derived? | true  |
        | "+R'" | derived? | true  |
        | "+p"  | native?  | true  |

    Scenario Outline: <accessor> of <token> is <value>, the opposite case
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
