@edition-pin/1.0.0-initial
Feature: String form

  A program that reads a token and writes it out again writes what it read.

  From the initial PIN text, "Protocol Mapping": "Identical pieces must have identical
  PIN representations." That the string form of a parsed token is that token is our
  reading. The document has no table here; the tokens are ours.

  @pin-initial/form
  Rule: "Identical pieces must have identical PIN representations"

    Scenario Outline: <token> is written out as it was read
      Given the token <token>
      Then its string form is <token>

      Examples:
        | token |
        | "K"   |
        | "+R"  |
        | "-P"  |
        | "k"   |
        | "+r"  |
        | "-p"  |
