@edition-1.0.0
Feature: Invalid token examples

  Nine ways to write an invalid string, each with its reason. A library has to reject
  it; a crash is not a rejection.

  From EPIN §9.4, Invalid token examples: the table of nine rows. The row for
  whitespace is tested twice: with the blank after the letter, and before it.

  Rule: A string that does not match the regular expression is not a valid token

    Scenario Outline: <String>: <Reason>
      Given the string <String>
      Then it is rejected

      @epin/9.4/empty
      Examples:
        | String | Reason |
        | ""     | empty  |

      @epin/9.4/double-marker
      Examples:
        | String | Reason                      |
        | "K''"  | multiple derivation markers |

      @epin/9.4/caret-first
      Examples:
        | String | Reason      |
        | "^K"   | wrong order |

      @epin/9.4/marker-order
      Examples:
        | String | Reason                         |
        | "K'^"  | derivation marker must be last |

      @epin/9.4/double-state
      Examples:
        | String | Reason                   |
        | "++K"  | multiple state modifiers |

      @epin/9.4/double-terminal
      Examples:
        | String | Reason                    |
        | "K^^"  | multiple terminal markers |

      @epin/9.4/not-a-letter
      Examples:
        | String | Reason       |
        | "1"    | not a letter |

      @epin/9.4/whitespace
      Examples:
        | String | Reason     |
        | "K "   | whitespace |
        | " K"   | whitespace |

      @epin/9.4/line-break
      Examples:
        | String | Reason                |
        | "K\\n" | contains a line break |
