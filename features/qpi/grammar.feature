@edition-qpi/1.0.0
Feature: A QPI token matches the grammar

  A token of SIN, a colon and a token of PIN: the style of a piece and the piece.

  From QPI §4.1, structure: <sin>:<pin>; and §4.2, grammar: [A-Za-z]:[-+]?[A-Za-z]\^?.
  That the two cases are independent is normative. That what matches is accepted, and
  what does not is rejected, is our reading. The strings are ours.

  @qpi/4.1/structure @qpi/reject
  Rule: None of the three parts is missing

    Scenario Outline: <string>: <why>
      Given the string <string>
      Then it is rejected

      Examples:
        | string | why                    |
        | ""     | nothing                |
        | "C"    | a style alone          |
        | "K"    | a piece alone          |
        | "+K^"  | a longer piece alone   |
        | ":"    | a colon alone          |
        | "C:"   | no piece               |
        | ":K"   | no style               |
        | "CK"   | no colon               |
        | "C:+"  | no letter of the piece |

  @qpi/4.2/grammar @qpi/accept
  Rule: What matches is accepted

    Scenario Outline: <token>: <why>
      Given the token <token>
      Then it is accepted

      Examples:
        | token   | why                          |
        | "A:A"   | the first upper-case letters |
        | "Z:Z"   | the last upper-case letters  |
        | "a:a"   | the first lower-case letters |
        | "z:z"   | the last lower-case letters  |
        | "C:+M"  | a plus sign                  |
        | "c:-m"  | a minus sign                 |
        | "C:M^"  | a terminal marker            |
        | "C:+M^" | everything at once           |
        | "c:-m^" | everything, with a minus     |

  @qpi/4.2/independence @qpi/accept
  Rule: The cases of the two letters are independent

    Scenario Outline: <token>: <style> style, <piece> piece
      Given the token <token>
      Then it is accepted

      Examples:
        | token   | style      | piece      |
        | "C:r"   | upper-case | lower-case |
        | "c:R"   | lower-case | upper-case |
        | "C:+r^" | upper-case | lower-case |
        | "c:-R^" | lower-case | upper-case |

  @qpi/4.2/grammar @qpi/reject
  Rule: What does not match is rejected

    Scenario Outline: <string>: <why>
      Given the string <string>
      Then it is rejected

      Examples:
        | string      | why                            |
        | "C::K"      | two colons                     |
        | "C:K:"      | a colon behind                 |
        | "C:K:Q"     | three parts                    |
        | "C;K"       | another separator              |
        | "C\\uff1aK" | a wide colon                   |
        | "C :K"      | a blank before the colon       |
        | "C: K"      | a blank behind the colon       |
        | "CC:K"      | two letters of the style       |
        | "CHESS:K"   | the name of a style            |
        | "C:KQ"      | two letters of the piece       |
        | "+C:K"      | the sign before the style      |
        | "C:K+"      | the sign behind the letter     |
        | "C:++K"     | two signs                      |
        | "C:K^^"     | two terminal markers           |
        | "C:^K"      | the terminal marker in front   |
        | "C:K'"      | the derivation marker of EPIN  |
        | "1:K"       | a digit as the style           |
        | "C:1"       | a digit as the piece           |
        | "@:K"       | before the upper-case letters  |
        | "C:["       | behind the upper-case letters  |
        | "\\u00e9:K" | a style of another alphabet: é |
        | "C:\\u00e9" | a piece of another alphabet: é |

  @qpi/anchoring
  Rule: The expression is anchored to the whole string

    Scenario Outline: <string>: a token with something <where>
      Given the string <string>
      Then it is rejected

      Examples:
        | string       | where                     |
        | "!C:K"       | before it                 |
        | "C:K!"       | behind it                 |
        | " C:K"       | before it                 |
        | "C:K "       | behind it                 |
        | "C:K\\n"     | behind it: a line break   |
        | "C:+K^\\n"   | behind it: a line break   |
        | "\\nC:K"     | before it: a line break   |
        | "C:K\\nS:P"  | on a second line          |
        | "!\\nC:K"    | on a line before          |
        | "C:K\\r\\n"  | behind it, as in Windows  |
        | "C:K\\u2028" | behind it: LINE SEPARATOR |
        | "C:K\\x00"   | behind it: a NUL          |
