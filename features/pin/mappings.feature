@edition-pin/1.0.0
Feature: Mappings of three games

  Which piece has which token in Western Chess, Japanese Shōgi and Chinese Xiangqi.

  From the PIN examples page (informative), the mappings of the three games. We have
  notes of the page, but no copy: the tokens, what is enhanced and the pieces of xiangqi
  are from these notes; the pieces of chess and shōgi have the names of the EPIN
  Examples. The notes have chess for both sides, and the other games for the first. Each
  mapping is tested twice: whether the tokens are valid, and their side, state and
  terminal status.

  @pin/examples/chess
  Rule: Western Chess

    Scenario Outline: <tokens>: <piece>
      Given the tokens <tokens>
      Then they are accepted

      Examples:
        | tokens        | piece                  |
        | "K^" / "k^"   | king                   |
        | "+K^" / "+k^" | castling-eligible king |
        | "Q" / "q"     | queen                  |
        | "R" / "r"     | rook                   |
        | "+R" / "+r"   | castling-eligible rook |
        | "B" / "b"     | bishop                 |
        | "N" / "n"     | knight                 |
        | "P" / "p"     | pawn                   |
        | "+P" / "+p"   | pawn with its two-step |

  @pin/examples/chess
  Rule: Western Chess: side, state and terminal status

    Scenario Outline: <tokens>: <piece>
      Given the tokens <tokens>
      Then their Side is first / second
      And their State is <state>
      And their Terminal is <terminal>

      Examples:
        | tokens        | piece                  | state    | terminal |
        | "K^" / "k^"   | king                   | normal   | yes      |
        | "+K^" / "+k^" | castling-eligible king | enhanced | yes      |
        | "Q" / "q"     | queen                  | normal   | no       |
        | "R" / "r"     | rook                   | normal   | no       |
        | "+R" / "+r"   | castling-eligible rook | enhanced | no       |
        | "B" / "b"     | bishop                 | normal   | no       |
        | "N" / "n"     | knight                 | normal   | no       |
        | "P" / "p"     | pawn                   | normal   | no       |
        | "+P" / "+p"   | pawn with its two-step | enhanced | no       |

  @pin/examples/shogi
  Rule: Japanese Shōgi

    Scenario Outline: <token>: <piece>
      Given the token <token>
      Then it is accepted

      Examples:
        | token | piece           |
        | "K^"  | king            |
        | "R"   | rook            |
        | "B"   | bishop          |
        | "G"   | gold            |
        | "S"   | silver          |
        | "N"   | knight          |
        | "L"   | lance           |
        | "P"   | pawn            |
        | "+R"  | promoted rook   |
        | "+B"  | promoted bishop |
        | "+S"  | promoted silver |
        | "+N"  | promoted knight |
        | "+L"  | promoted lance  |
        | "+P"  | promoted pawn   |

  @pin/examples/shogi
  Rule: Japanese Shōgi: side, state and terminal status

    Scenario Outline: <token>: <piece>
      Given the token <token>
      Then its Side is first
      And its State is <state>
      And its Terminal is <terminal>

      Examples:
        | token | piece           | state    | terminal |
        | "K^"  | king            | normal   | yes      |
        | "R"   | rook            | normal   | no       |
        | "B"   | bishop          | normal   | no       |
        | "G"   | gold            | normal   | no       |
        | "S"   | silver          | normal   | no       |
        | "N"   | knight          | normal   | no       |
        | "L"   | lance           | normal   | no       |
        | "P"   | pawn            | normal   | no       |
        | "+R"  | promoted rook   | enhanced | no       |
        | "+B"  | promoted bishop | enhanced | no       |
        | "+S"  | promoted silver | enhanced | no       |
        | "+N"  | promoted knight | enhanced | no       |
        | "+L"  | promoted lance  | enhanced | no       |
        | "+P"  | promoted pawn   | enhanced | no       |

  @pin/examples/xiangqi
  Rule: Chinese Xiangqi

    Scenario Outline: <token>: <piece>
      Given the token <token>
      Then it is accepted

      Examples:
        | token | piece                             |
        | "G^"  | general                           |
        | "+G^" | general, flying capture available |
        | "A"   | advisor                           |
        | "E"   | elephant                          |
        | "H"   | horse                             |
        | "R"   | chariot                           |
        | "C"   | cannon                            |
        | "S"   | soldier                           |
        | "+S"  | soldier, river crossed            |

  @pin/examples/xiangqi
  Rule: Chinese Xiangqi: side, state and terminal status

    Scenario Outline: <token>: <piece>
      Given the token <token>
      Then its Side is first
      And its State is <state>
      And its Terminal is <terminal>

      Examples:
        | token | piece                             | state    | terminal |
        | "G^"  | general                           | normal   | yes      |
        | "+G^" | general, flying capture available | enhanced | yes      |
        | "A"   | advisor                           | normal   | no       |
        | "E"   | elephant                          | normal   | no       |
        | "H"   | horse                             | normal   | no       |
        | "R"   | chariot                           | normal   | no       |
        | "C"   | cannon                            | normal   | no       |
        | "S"   | soldier                           | normal   | no       |
        | "+S"  | soldier, river crossed            | enhanced | no       |
