@edition-1.0.0
Feature: Combined modifier matrix

  All forms of the token of one piece. K stands for any letter.

  From the EPIN Examples, "Combined modifier matrix (useful for testing)": the tables
  of eight rows for each Side, and the 24 combinations that they stand for.

  @examples/matrix
  Rule: Side first (uppercase)

    Scenario Outline: <Token> is <Side>, <State>, terminal: <Terminal>, <Style status>
      Given the token <Token>
      Then it is accepted
      And its Side is <Side>
      And its State is <State>
      And its Terminal is <Terminal>
      And its Style status is <Style status>

      Examples:
        | Token  | Side  | State      | Terminal | Style status |
        | "K"    | first | normal     | no       | Native       |
        | "K'"   | first | normal     | no       | Derived      |
        | "K^"   | first | normal     | yes      | Native       |
        | "K^'"  | first | normal     | yes      | Derived      |
        | "+K"   | first | enhanced   | no       | Native       |
        | "+K'"  | first | enhanced   | no       | Derived      |
        | "-K"   | first | diminished | no       | Native       |
        | "-K^'" | first | diminished | yes      | Derived      |

  @examples/matrix
  Rule: Side second (lowercase)

    Scenario Outline: <Token> is <Side>, <State>, terminal: <Terminal>, <Style status>
      Given the token <Token>
      Then it is accepted
      And its Side is <Side>
      And its State is <State>
      And its Terminal is <Terminal>
      And its Style status is <Style status>

      Examples:
        | Token  | Side   | State      | Terminal | Style status |
        | "k"    | second | normal     | no       | Native       |
        | "k'"   | second | normal     | no       | Derived      |
        | "k^"   | second | normal     | yes      | Native       |
        | "k^'"  | second | normal     | yes      | Derived      |
        | "+k"   | second | enhanced   | no       | Native       |
        | "+k'"  | second | enhanced   | no       | Derived      |
        | "-k"   | second | diminished | no       | Native       |
        | "-k^'" | second | diminished | yes      | Derived      |

  @examples/matrix
  Rule: "All combinations for a Piece letter K (placeholder) on both Sides"

    Scenario Outline: <Token> is <Side>, <State>, terminal: <Terminal>, <Style status>
      Given the token <Token>
      Then it is accepted
      And its Side is <Side>
      And its State is <State>
      And its Terminal is <Terminal>
      And its Style status is <Style status>

      Examples:
        | Token  | Side   | State      | Terminal | Style status |
        | "K"    | first  | normal     | no       | Native       |
        | "K'"   | first  | normal     | no       | Derived      |
        | "K^"   | first  | normal     | yes      | Native       |
        | "K^'"  | first  | normal     | yes      | Derived      |
        | "+K"   | first  | enhanced   | no       | Native       |
        | "+K'"  | first  | enhanced   | no       | Derived      |
        | "+K^"  | first  | enhanced   | yes      | Native       |
        | "+K^'" | first  | enhanced   | yes      | Derived      |
        | "-K"   | first  | diminished | no       | Native       |
        | "-K'"  | first  | diminished | no       | Derived      |
        | "-K^"  | first  | diminished | yes      | Native       |
        | "-K^'" | first  | diminished | yes      | Derived      |
        | "k"    | second | normal     | no       | Native       |
        | "k'"   | second | normal     | no       | Derived      |
        | "k^"   | second | normal     | yes      | Native       |
        | "k^'"  | second | normal     | yes      | Derived      |
        | "+k"   | second | enhanced   | no       | Native       |
        | "+k'"  | second | enhanced   | no       | Derived      |
        | "+k^"  | second | enhanced   | yes      | Native       |
        | "+k^'" | second | enhanced   | yes      | Derived      |
        | "-k"   | second | diminished | no       | Native       |
        | "-k'"  | second | diminished | no       | Derived      |
        | "-k^"  | second | diminished | yes      | Native       |
        | "-k^'" | second | diminished | yes      | Derived      |
