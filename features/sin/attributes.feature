@edition-sin/1.0.0
Feature: Attributes of a style

  What a token says: which style a player has, and which player it is.

  From SIN §5: a token encodes Player Style, which is the letter without its case, and
  Player Side, which is the case of the letter. That upper case is the first player is
  our reading, by EPIN §7.1. The tokens are ours.

  Rule: A token encodes Player Style and Player Side

    Scenario Outline: <attribute>: <encoding>
      Given the tokens <tokens>
      Then their <attribute> is <values>

      @sin/5/style
      Examples:
        | attribute    | encoding                     | tokens                | values        |
        | Player Style | the letter, without its case | "C" / "c" / "S" / "s" | C / C / S / S |

      @sin/5/side
      Examples:
        | attribute   | encoding                                                    | tokens    | values         |
        | Player Side | the case of the letter: upper case first, lower case second | "C" / "c" | first / second |
