@edition-1.0.0-initial
Feature: Canonical form

  From the README of epin.rb, "Implementation Notes": "This ensures that
  parse(epin).to_s == epin for all valid EPIN strings". K and K' are the document's;
  the other tokens are ours.

  @epin-initial/canonical
  Rule: parse(epin).to_s == epin

    Scenario Outline: <token> is written out as it was read
      Given the token <token>
      Then its string form is <token>

      Examples:
        | token |
        | "K"   |
        | "K'"  |
        | "k"   |
        | "k'"  |
        | "+R"  |
        | "+R'" |
        | "-p"  |
        | "-p'" |
