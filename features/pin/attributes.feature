@edition-pin/1.0.0
Feature: Core attributes

  What a token says about a piece: which piece it is, whose it is, whether it is
  promoted or weakened, and whether it is terminal.

  From PIN §5: "A conforming implementation MUST interpret a valid token as follows".
  The attributes are those of the document, and the name is the abbreviation. How
  side, state and terminal status are encoded is our reading, by EPIN §7.1, Core
  attributes (inherited from PIN). The tokens are ours.

  Rule: "A conforming implementation MUST interpret a valid token as follows"

    Scenario Outline: <attribute>: <encoding>
      Given the tokens <tokens>
      Then their <attribute> is <values>

      @pin/5/name
      Examples:
        | attribute  | encoding                     | tokens                | values        |
        | Piece Name | the letter, without its case | "K" / "k" / "Q" / "q" | K / K / Q / Q |

      @pin/5/side
      Examples:
        | attribute  | encoding                                                    | tokens    | values         |
        | Piece Side | the case of the letter: upper case first, lower case second | "K" / "k" | first / second |

      @pin/5/state
      Examples:
        | attribute   | encoding                                          | tokens            | values                         |
        | Piece State | the prefix: + enhanced, - diminished, none normal | "+K" / "-K" / "K" | enhanced / diminished / normal |

      @pin/5/terminal
      Examples:
        | attribute       | encoding                                  | tokens     | values                  |
        | Terminal Status | the suffix: ^ terminal, none non-terminal | "K^" / "K" | terminal / non-terminal |

  Rule: ... in each combination

    Scenario Outline: <attribute> with the other attributes: <tokens>
      Given the tokens <tokens>
      Then their <attribute> is <values>

      @pin/5/name
      Examples:
        | attribute  | tokens                                         | values                    |
        | Piece Name | "A" / "z" / "+R" / "-r" / "B^" / "+b^" / "-N^" | A / Z / R / R / B / B / N |

      @pin/5/side
      Examples:
        | attribute  | tokens                                         | values                                                   |
        | Piece Side | "A" / "z" / "+R" / "-r" / "B^" / "+b^" / "-N^" | first / second / first / second / first / second / first |

      @pin/5/state
      Examples:
        | attribute   | tokens                                   | values                                                          |
        | Piece State | "k" / "+k" / "-k" / "k^" / "+k^" / "-k^" | normal / enhanced / diminished / normal / enhanced / diminished |

      @pin/5/terminal
      Examples:
        | attribute       | tokens                                   | values                                                                      |
        | Terminal Status | "k" / "k^" / "+K" / "+K^" / "-p" / "-p^" | non-terminal / terminal / non-terminal / terminal / non-terminal / terminal |
