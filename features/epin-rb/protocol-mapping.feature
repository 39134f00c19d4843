@edition-1.0.0-initial
Feature: Protocol mapping of epin.rb

  From the README of epin.rb, "Protocol Mapping": the table of four rows. What it calls
  foreign is called Derived here.

  Rule: Following the Game Protocol

    Scenario Outline: <Protocol Attribute>: <EPIN Encoding>: <Examples>
      Given the tokens <tokens>
      Then their <Protocol Attribute> is <values>

      @epin-initial/attributes
      Examples:
        | Protocol Attribute | EPIN Encoding          | Examples                                   | Notes                                              | tokens             | values                         |
        | Type               | ASCII letter choice    | K/k = King, P/p = Pawn                     | Type is always stored as uppercase symbol (:K, :P) | "K", "k", "P", "p" | K / K / P / P                  |
        | Side               | Letter case in display | K = First player, k = Second player        | Case is determined by side during rendering        | "K", "k"           | first / second                 |
        | State              | Optional prefix        | +K = Enhanced, -K = Diminished, K = Normal |                                                    | "+K", "-K", "K"    | enhanced / diminished / normal |

      @epin-initial/derivation
      Examples:
        | Protocol Attribute | EPIN Encoding     | Examples                             | Notes | tokens    | values           |
        | Style              | Derivation suffix | K = Native style, K' = Foreign style |       | "K", "K'" | Native / Derived |
