@edition-qpi/1.0.0-aligned @edition-qpi/1.0.0-aligned-terminal
Feature: A QPI token of one case matches the grammar

  A token of SIN, a colon and a token of PIN, with both letters in upper case or both in
  lower case.

  From an earlier QPI text: [A-Z]:[-+]?[A-Z] or [a-z]:[-+]?[a-z]. A library that also
  has the terminal marker ^ keeps to the same rule; we have seen no text that says so.
  The levels, the words and the strings are ours.

  @qpi-aligned/4.1/structure @qpi-aligned/reject
  Rule: None of the three parts is missing

    Scenario Outline: <string>: <why>
      Given the string <string>
      Then it is rejected

      Examples:
        | string | why                    |
        | ""     | nothing                |
        | "C"    | a style alone          |
        | "k"    | a piece alone          |
        | ":"    | a colon alone          |
        | "C:"   | no piece               |
        | ":k"   | no style               |
        | "CK"   | no colon               |
        | "c:-"  | no letter of the piece |

  @qpi-aligned/4.2/grammar @qpi-aligned/accept
  Rule: What matches is accepted

    Scenario Outline: <token>: <why>
      Given the token <token>
      Then it is accepted

      Examples:
        | token  | why                          |
        | "A:A"  | the first upper-case letters |
        | "Z:Z"  | the last upper-case letters  |
        | "a:a"  | the first lower-case letters |
        | "z:z"  | the last lower-case letters  |
        | "C:+M" | a plus sign                  |
        | "c:-m" | a minus sign                 |

  @qpi-aligned/4.2/grammar @qpi-aligned/reject
  Rule: What does not match is rejected

    Scenario Outline: <string>: <why>
      Given the string <string>
      Then it is rejected

      Examples:
        | string      | why                                   |
        | "C:k"       | an upper-case and a lower-case letter |
        | "c:K"       | a lower-case and an upper-case letter |
        | "C:+k"      | two cases, with a sign                |
        | "c:-K"      | two cases, with a sign                |
        | "C::K"      | two colons                            |
        | "C:K:Q"     | three parts                           |
        | "C\\uff1aK" | a wide colon                          |
        | "C: K"      | a blank behind the colon              |
        | "CHESS:K"   | the name of a style                   |
        | "C:KQ"      | two letters of the piece              |
        | "+C:K"      | the sign before the style             |
        | "c:++k"     | two signs                             |
        | "C:K'"      | the derivation marker of EPIN         |
        | "1:K"       | a digit as the style                  |
        | "c:1"       | a digit as the piece                  |

  @qpi-aligned/anchoring
  Rule: The expression is anchored to the whole string

    Scenario Outline: <string>: a token with something <where>
      Given the string <string>
      Then it is rejected

      Examples:
        | string      | where                   |
        | "!C:K"      | before it               |
        | "c:k!"      | behind it               |
        | "C:K\\n"    | behind it: a line break |
        | "c:k\\n"    | behind it: a line break |
        | "\\nC:K"    | before it: a line break |
        | "c:k\\ns:p" | on a second line        |
        | "C:K\\x00"  | behind it: a NUL        |
