@edition-1.0.0
Feature: Single-Style catalogs

  How the pieces of three well-known games are written: each as a piece of the first
  player, and as one of the second.

  From the EPIN Examples, "Single-Style catalogs (informative)": the tables of six,
  fifteen and six rows. Each is tested twice: whether the tokens are valid, and
  whether their attributes are those of the table.

  @examples/catalog/chess
  Rule: Western Chess

    Scenario Outline: <EPIN>: <Piece>
      Given the tokens <EPIN>
      Then they are accepted

      Examples:
        | EPIN        | Piece  | Notes          |
        | "K^" / "k^" | King   | Terminal Piece |
        | "Q" / "q"   | Queen  |                |
        | "R" / "r"   | Rook   |                |
        | "B" / "b"   | Bishop |                |
        | "N" / "n"   | Knight |                |
        | "P" / "p"   | Pawn   |                |

  @examples/catalog/chess
  Rule: Western Chess: what the tokens mean

    Scenario Outline: <EPIN>: <Piece>
      Given the tokens <EPIN>
      Then their Side is first / second
      And their State is <state>
      And their Terminal is <terminal>
      And their Style status is <status>

      Examples:
        | EPIN        | Piece  | Notes          | state  | terminal | status |
        | "K^" / "k^" | King   | Terminal Piece | normal | yes      | Native |
        | "Q" / "q"   | Queen  |                | normal | no       | Native |
        | "R" / "r"   | Rook   |                | normal | no       | Native |
        | "B" / "b"   | Bishop |                | normal | no       | Native |
        | "N" / "n"   | Knight |                | normal | no       | Native |
        | "P" / "p"   | Pawn   |                | normal | no       | Native |

  @examples/catalog/shogi
  Rule: Japanese Shōgi

    Scenario Outline: <EPIN>: <Piece>
      Given the tokens <EPIN>
      Then they are accepted

      Examples:
        | EPIN          | Piece           | Notes             |
        | "K^" / "k^"   | King            | Terminal Piece    |
        | "K^'" / "k^'" | Jeweled King    | Terminal Piece    |
        | "R" / "r"     | Rook            |                   |
        | "+R" / "+r"   | Promoted Rook   | Enhanced (Dragon) |
        | "B" / "b"     | Bishop          |                   |
        | "+B" / "+b"   | Promoted Bishop | Enhanced (Horse)  |
        | "G" / "g"     | Gold            |                   |
        | "S" / "s"     | Silver          |                   |
        | "+S" / "+s"   | Promoted Silver | Enhanced          |
        | "N" / "n"     | Knight          |                   |
        | "+N" / "+n"   | Promoted Knight | Enhanced          |
        | "L" / "l"     | Lance           |                   |
        | "+L" / "+l"   | Promoted Lance  | Enhanced          |
        | "P" / "p"     | Pawn            |                   |
        | "+P" / "+p"   | Promoted Pawn   | Enhanced (Tokin)  |

  @examples/catalog/shogi
  Rule: Japanese Shōgi: what the tokens mean

    Scenario Outline: <EPIN>: <Piece>
      Given the tokens <EPIN>
      Then their Side is first / second
      And their State is <state>
      And their Terminal is <terminal>
      And their Style status is <status>

      Examples:
        | EPIN          | Piece           | Notes             | state    | terminal | status  |
        | "K^" / "k^"   | King            | Terminal Piece    | normal   | yes      | Native  |
        | "K^'" / "k^'" | Jeweled King    | Terminal Piece    | normal   | yes      | Derived |
        | "R" / "r"     | Rook            |                   | normal   | no       | Native  |
        | "+R" / "+r"   | Promoted Rook   | Enhanced (Dragon) | enhanced | no       | Native  |
        | "B" / "b"     | Bishop          |                   | normal   | no       | Native  |
        | "+B" / "+b"   | Promoted Bishop | Enhanced (Horse)  | enhanced | no       | Native  |
        | "G" / "g"     | Gold            |                   | normal   | no       | Native  |
        | "S" / "s"     | Silver          |                   | normal   | no       | Native  |
        | "+S" / "+s"   | Promoted Silver | Enhanced          | enhanced | no       | Native  |
        | "N" / "n"     | Knight          |                   | normal   | no       | Native  |
        | "+N" / "+n"   | Promoted Knight | Enhanced          | enhanced | no       | Native  |
        | "L" / "l"     | Lance           |                   | normal   | no       | Native  |
        | "+L" / "+l"   | Promoted Lance  | Enhanced          | enhanced | no       | Native  |
        | "P" / "p"     | Pawn            |                   | normal   | no       | Native  |
        | "+P" / "+p"   | Promoted Pawn   | Enhanced (Tokin)  | enhanced | no       | Native  |

  @examples/catalog/makruk
  Rule: Thai Makruk

    Scenario Outline: <EPIN>: <Piece> (<Thai name>)
      Given the tokens <EPIN>
      Then they are accepted

      Examples:
        | EPIN        | Piece  | Thai name | Notes                       |
        | "K^" / "k^" | King   | Khun      | Terminal Piece              |
        | "Q" / "q"   | Queen  | Met       | Moves one square diagonally |
        | "R" / "r"   | Rook   | Rua       |                             |
        | "B" / "b"   | Bishop | Khon      | Moves like Silver in Shōgi  |
        | "N" / "n"   | Knight | Ma        |                             |
        | "P" / "p"   | Pawn   | Bia       | Promotes to Met on 6th rank |

  @examples/catalog/makruk
  Rule: Thai Makruk: what the tokens mean

    Scenario Outline: <EPIN>: <Piece> (<Thai name>)
      Given the tokens <EPIN>
      Then their Side is first / second
      And their State is <state>
      And their Terminal is <terminal>
      And their Style status is <status>

      Examples:
        | EPIN        | Piece  | Thai name | Notes                       | state  | terminal | status |
        | "K^" / "k^" | King   | Khun      | Terminal Piece              | normal | yes      | Native |
        | "Q" / "q"   | Queen  | Met       | Moves one square diagonally | normal | no       | Native |
        | "R" / "r"   | Rook   | Rua       |                             | normal | no       | Native |
        | "B" / "b"   | Bishop | Khon      | Moves like Silver in Shōgi  | normal | no       | Native |
        | "N" / "n"   | Knight | Ma        |                             | normal | no       | Native |
        | "P" / "p"   | Pawn   | Bia       | Promotes to Met on 6th rank | normal | no       | Native |
