@edition-pin/1.0.0
Feature: Canonical form

  There is one way to write a piece. A program that reads a token and writes it out
  again writes what it read.

  From the PIN section on the canonical form, of which we know only what the author's own
  library says: a library "MUST NOT normalize beyond strict validation". That the
  string form of a parsed token is that token is our reading. The tokens are ours: one
  for each combination of marks, on both sides.

  @pin/canonical/form
  Rule: The string form of a parsed token is that token

    Scenario Outline: <token> is written out as it was read
      Given the token <token>
      Then its string form is <token>

      Examples:
        | token |
        | "K"   |
        | "K^"  |
        | "+R"  |
        | "+R^" |
        | "-P"  |
        | "-P^" |
        | "k"   |
        | "k^"  |
        | "+r"  |
        | "+r^" |
        | "-p"  |
        | "-p^" |
