@edition-pin/1.0.0
Feature: Invalid tokens of the canonical section

  Four ways to write an invalid string, each with its reason. A library has to reject
  it; a crash is not a rejection.

  From the PIN section on the canonical form, as the author's own library gives it:
  K+, ^K, ++K and K^^ are invalid. The reasons are ours.

  Rule: A string with its marks in another place or number is not a valid token

    Scenario Outline: <string>: <reason>
      Given the string <string>
      Then it is rejected

      @pin/canonical/state-behind
      Examples:
        | string | reason                               |
        | "K+"   | the state modifier behind the letter |

      @pin/canonical/caret-first
      Examples:
        | string | reason                                |
        | "^K"   | the terminal marker before the letter |

      @pin/canonical/double-state
      Examples:
        | string | reason                   |
        | "++K"  | multiple state modifiers |

      @pin/canonical/double-terminal
      Examples:
        | string | reason                    |
        | "K^^"  | multiple terminal markers |
