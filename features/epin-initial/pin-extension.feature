@edition-1.0.0-initial
Feature: PIN extension

  A game that is written in PIN is also written in EPIN.

  From the initial EPIN text, "PIN Extension" and "Integration with PIN". The document
  names no PIN identifiers; these are all the forms that one letter can take.

  @epin-initial/pin-inheritance
  Rule: "All PIN identifiers are valid EPIN identifiers"

    Scenario Outline: The PIN identifier <token> is an EPIN identifier
      Given the token <token>
      Then it is accepted

      Examples:
        | token |
        | "K"   |
        | "+K"  |
        | "-K"  |
        | "k"   |
        | "+k"  |
        | "-k"  |

  @epin-initial/pin-inheritance
  Rule: "EPIN without derivation markers behaves identically to PIN"

    Scenario Outline: The PIN identifier <token> is native
      Given the token <token>
      Then its Style status is Native

      Examples:
        | token |
        | "K"   |
        | "+K"  |
        | "-K"  |
        | "k"   |
        | "+k"  |
        | "-k"  |
