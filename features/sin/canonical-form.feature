@edition-sin/1.0.0
Feature: Canonical form

  A program that reads a token and writes it out again writes what it read. Tokens are
  equal exactly when their strings are.

  From SIN, Canonical form: both rules are our reading, as are the tokens.

  @sin/canonical/form
  Rule: The string form of a parsed token is that token

    Scenario Outline: <token> is written out as it was read
      Given the token <token>
      Then its string form is <token>

      Examples:
        | token |
        | "A"   |
        | "C"   |
        | "Z"   |
        | "a"   |
        | "c"   |
        | "z"   |

  @sin/equivalent
  Rule: Tokens are equal exactly when their strings are

    Scenario Outline: <token> <verb> <other>
      Given the token <token>
      Then it <verb> <other>

      Examples:
        | token | verb           | other |
        | "C"   | equals         | "C"   |
        | "c"   | equals         | "c"   |
        | "C"   | does not equal | "c"   |
        | "C"   | does not equal | "S"   |
