@edition-1.0.0
Feature: The PIN component

  From the EPIN Examples, "EPIN structure": "The PIN component encodes", and the table
  of four rows.

  Rule: "The PIN component encodes"

    Scenario Outline: <Attribute>: <Encoding>
      Given the tokens <tokens>
      Then their <Attribute> is <values>

      @epin/7.1/name
      Examples:
        | Attribute  | Encoding                           | tokens                   | values        |
        | Piece Name | Letter identity (case-insensitive) | "K" / "k" / "+R'" / "r^" | K / K / R / R |

      @epin/7.1/side
      Examples:
        | Attribute  | Encoding                                            | tokens                   | values                          |
        | Piece Side | Letter case (uppercase = first, lowercase = second) | "K" / "k" / "+R'" / "r^" | first / second / first / second |

      @epin/7.1/state
      Examples:
        | Attribute   | Encoding                                           | tokens               | values                         |
        | Piece State | Prefix (+ enhanced, - diminished, absent = normal) | "+R'" / "-r^" / "R'" | enhanced / diminished / normal |

      @epin/7.1/terminal
      Examples:
        | Attribute       | Encoding                                             | tokens                      | values                                            |
        | Terminal Status | Suffix ^ (present = terminal, absent = non-terminal) | "K^" / "K" / "-k^'" / "-k'" | terminal / non-terminal / terminal / non-terminal |
