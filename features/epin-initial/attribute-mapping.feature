@edition-1.0.0-initial
Feature: Piece attribute mapping

  From the initial EPIN text, "Piece Attribute Mapping": the table of four rows. What
  the text calls foreign is called Derived here, as in the later text.

  Rule: "EPIN extends PIN’s attribute encoding with style information"

    Scenario Outline: <Piece Attribute>: <EPIN Encoding>: <Examples>
      Given the tokens <tokens>
      Then their <Piece Attribute> is <values>

      @epin-initial/attributes
      Examples:
        | Piece Attribute | EPIN Encoding                  | Examples                                   | tokens             | values                         |
        | Name            | ASCII letter choice (from PIN) | King → K/k, Knight → N/n                   | "K", "k", "N", "n" | K / K / N / N                  |
        | Side            | Letter case (from PIN)         | K = First player, k = Second player        | "K", "k"           | first / second                 |
        | State           | State modifier (from PIN)      | +K = Enhanced, -K = Diminished, K = Normal | "+K", "-K", "K"    | enhanced / diminished / normal |

      @epin-initial/derivation
      Examples:
        | Piece Attribute | EPIN Encoding     | Examples                             | tokens    | values           |
        | Style           | Derivation marker | K = Native style, K' = Foreign style | "K", "K'" | Native / Derived |
