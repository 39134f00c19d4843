@edition-qpi/1.0.0
Feature: Attributes of a piece with a style

  What a token says: the style of a piece, the four attributes of PIN, and whether the
  piece is native to the style of its side.

  From QPI: Piece Style is that of SIN; Piece Name, Side, State and Terminal Status are
  those of PIN; a piece is native exactly if the cases of the two letters agree, with
  the four examples below. The other tokens are ours.

  @qpi/attributes
  Rule: Five attributes are encoded

    Scenario Outline: <attribute>: <encoding>
      Given the tokens <tokens>
      Then their <attribute> is <values>

      Examples:
        | attribute       | encoding                                           | tokens                        | values                             |
        | Piece Style     | the letter before the colon, without its case      | "C:R" / "c:R" / "S:R" / "s:R" | C / C / S / S                      |
        | Piece Name      | the letter behind the colon, without its case      | "C:R" / "C:r" / "C:K" / "C:k" | R / R / K / K                      |
        | Side            | the case of the letter of the piece, not the style | "C:R" / "C:r" / "c:r" / "c:R" | first / second / second / first    |
        | State           | the sign: + enhanced, - diminished, none normal    | "C:+R" / "C:-r" / "c:R"       | enhanced / diminished / normal     |
        | Terminal Status | the suffix: ^ terminal, none non-terminal          | "C:K^" / "c:+K^" / "C:k"      | terminal / terminal / non-terminal |

  @qpi/derivation
  Rule: A piece is native exactly if the cases of the two letters agree

    Scenario Outline: <token> is <status>
      Given the token <token>
      Then its native? is <native>
      And its derived? is <derived>
      And its Style status is <status>

      Examples:
        | token   | status  | native | derived |
        | "C:R"   | Native  | true   | false   |
        | "C:r"   | Derived | false  | true    |
        | "c:r"   | Native  | true   | false   |
        | "c:R"   | Derived | false  | true    |
        | "C:+r^" | Derived | false  | true    |
        | "s:-r^" | Native  | true   | false   |

  @qpi/components
  Rule: A token has two components

    Scenario Outline: <token> is <sin> and <pin>
      Given the token <token>
      Then its sin is <sin>
      And its pin is <pin>

      Examples:
        | token   | sin | pin   |
        | "C:R"   | "C" | "R"   |
        | "C:r"   | "C" | "r"   |
        | "s:+P"  | "s" | "+P"  |
        | "c:-k^" | "c" | "-k^" |
