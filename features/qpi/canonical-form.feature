@edition-qpi/1.0.0
Feature: Canonical form

  A program that reads a token and writes it out again writes what it read. Tokens are
  equal exactly when their strings are.

  From QPI, Canonical form: both rules are our reading, as are the tokens.

  @qpi/canonical
  Rule: The string form of a parsed token is that token

    Scenario Outline: <token> is written out as it was read
      Given the token <token>
      Then its string form is <token>

      Examples:
        | token   |
        | "C:R"   |
        | "C:r"   |
        | "c:r"   |
        | "c:R"   |
        | "C:+R"  |
        | "c:-r"  |
        | "S:k^"  |
        | "s:+K^" |

  @qpi/equivalent
  Rule: Tokens are equal exactly when their strings are

    Scenario Outline: <token> <verb> <other>
      Given the token <token>
      Then it <verb> <other>

      Examples:
        | token | verb           | other  |
        | "C:R" | equals         | "C:R"  |
        | "C:R" | does not equal | "C:r"  |
        | "C:R" | does not equal | "c:R"  |
        | "C:R" | does not equal | "S:R"  |
        | "C:R" | does not equal | "C:K"  |
        | "C:R" | does not equal | "C:+R" |
        | "C:R" | does not equal | "C:R^" |
        | "C:S" | does not equal | "S:C"  |
