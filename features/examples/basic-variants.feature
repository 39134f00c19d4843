@edition-1.0.0
Feature: Basic variants

  X and x stand for any piece of a game.

  From the EPIN Examples, "Basic variants": the table of five rows, ten tokens. Each is
  tested twice: whether the variants are tokens, and whether they have the PIN base.

  @examples/variants
  Rule: The EPIN variants of a PIN base are tokens

    Scenario Outline: <PIN base> has the variants <EPIN variants>: <Notes>
      Given the tokens <EPIN variants>
      Then they are accepted

      Examples:
        | PIN base | EPIN variants | Notes                            |
        | "X"      | "X", "X'"     | Native / Derived Style status    |
        | "x"      | "x", "x'"     | Same, for Side second            |
        | "X^"     | "X^", "X^'"   | Terminal marker can be combined  |
        | "+X"     | "+X", "+X'"   | Enhanced State can be combined   |
        | "-x"     | "-x", "-x'"   | Diminished State can be combined |

  @examples/variants
  Rule: ... with this PIN base, one Native and one Derived

    Scenario Outline: <EPIN variants> are <PIN base>, Native and Derived: <Notes>
      Given the tokens <EPIN variants>
      Then their pin is <PIN base>
      And their Style status is Native / Derived

      Examples:
        | PIN base | EPIN variants | Notes                            |
        | "X"      | "X", "X'"     | Native / Derived Style status    |
        | "x"      | "x", "x'"     | Same, for Side second            |
        | "X^"     | "X^", "X^'"   | Terminal marker can be combined  |
        | "+X"     | "+X", "+X'"   | Enhanced State can be combined   |
        | "-x"     | "-x", "-x'"   | Diminished State can be combined |
