@edition-qpi/1.0.0-aligned-terminal
Feature: The terminal marker in QPI tokens of one case

  A ^ after the piece, as in the current PIN.

  From one library, which implements it. The words and the strings are ours.

  @qpi-aligned/4.2/grammar @qpi-aligned/accept
  Rule: A terminal marker after the piece is accepted

    Scenario Outline: <token>
      Given the token <token>
      Then it is accepted

      Examples:
        | token   |
        | "C:K^"  |
        | "c:k^"  |
        | "C:+K^" |
        | "c:-k^" |

  @qpi-aligned/4.2/grammar @qpi-aligned/reject
  Rule: ... once, in its place, and with one case

    Scenario Outline: <string>: <why>
      Given the string <string>
      Then it is rejected

      Examples:
        | string  | why                    |
        | "C:K^^" | two terminal markers   |
        | "C:^K"  | before the letter      |
        | "C^:K"  | behind the style       |
        | "C:k^"  | two cases              |
        | "c:+K^" | two cases, with a sign |

  @qpi-aligned/attributes
  Rule: It is the Terminal Status

    Scenario: a piece with it and one without
      Given the tokens "C:K^" / "c:k"
      Then their Terminal Status is terminal / non-terminal
