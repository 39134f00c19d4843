@edition-1.0.0
Feature: Derivation flag

  A piece is native or derived. The game decides what that means (captured, converted,
  of another army); the token only has the mark.

  From EPIN §7.2, Derivation flag (EPIN extension): "EPIN adds a single boolean flag,
  encoded by the optional derivation marker (')". The rule is that of the EPIN
  Examples, "Native vs Derived". The tokens are ours: every form of one letter,
  without the marker and with it.

  @epin/7.2/derivation
  Rule: A piece is derived if and only if the derivation marker is present

    Scenario Outline: <without the marker> is native, <with it> is derived
      Given the tokens <without the marker>, <with it>
      Then their Style status is Native / Derived

      Examples:
        | without the marker | with it |
        | "K"                | "K'"    |
        | "K^"               | "K^'"   |
        | "+K"               | "+K'"   |
        | "+K^"              | "+K^'"  |
        | "-K"               | "-K'"   |
        | "-K^"              | "-K^'"  |
        | "k"                | "k'"    |
        | "k^"               | "k^'"   |
        | "+k"               | "+k'"   |
        | "+k^"              | "+k^'"  |
        | "-k"               | "-k'"   |
        | "-k^"              | "-k^'"  |
