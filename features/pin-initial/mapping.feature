@edition-1.0.0-initial @edition-pin/1.0.0-initial
Feature: Protocol mapping of PIN

  Which part of a token encodes which attribute. The initial EPIN text inherits this.
  The text calls Type what later ones call the Name of a piece.

  From the initial PIN text, "Protocol Mapping": the table of three rows.

  @pin-initial/mapping
  Rule: "PIN encodes piece attributes using the following correspondence"

    Scenario Outline: <Protocol Attribute>: <PIN Encoding>: <Examples>
      Given the tokens <tokens>
      Then their <Protocol Attribute> is <values>

      Examples:
        | Protocol Attribute | PIN Encoding        | Examples                                   | tokens             | values                         |
        | Type               | ASCII letter choice | K /k = King, P /p = Pawn                   | "K", "k", "P", "p" | K / K / P / P                  |
        | Side               | Letter case         | K = First player, k = Second player        | "K", "k"           | first / second                 |
        | State              | Optional prefix     | +K = Enhanced, -K = Diminished, K = Normal | "+K", "-K", "K"    | enhanced / diminished / normal |
