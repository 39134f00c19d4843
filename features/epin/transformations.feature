@edition-1.0.0
Feature: Transformation methods

  A piece that is captured or converted may become derived, or native again. Nothing
  else about it changes, and the original value does not change.

  From EPIN §9.3, Component extraction: "Implementations SHOULD also provide
  transformation methods", the table of two rows, and the sentence below it. The
  tokens are ours.

  Rule: "Implementations SHOULD also provide transformation methods"

    Scenario Outline: <Method> on <token>: <Description>
      Given the token <token>
      When <Method> is applied
      Then the result is <result>

      @epin/9.3/native
      Examples:
        | Method | Description                                                        | token  | result |
        | native | Returns a copy with Native Style status (derivation marker absent) | "R'"   | "R"    |
        | native | Returns a copy with Native Style status (derivation marker absent) | "+k^'" | "+k^"  |

      @epin/9.3/derive
      Examples:
        | Method | Description                                                          | token | result |
        | derive | Returns a copy with Derived Style status (derivation marker present) | "R"   | "R'"   |
        | derive | Returns a copy with Derived Style status (derivation marker present) | "+k^" | "+k^'" |

  @epin/9.3/copy
  Rule: ... which return a copy

    Scenario Outline: <token> is unchanged after <Method>
      Given the token <token>
      When <Method> is applied
      Then the original is still <token>

      Examples:
        | Method | token  |
        | native | "R'"   |
        | native | "+k^'" |
        | derive | "R"    |
        | derive | "+k^"  |

  @epin/9.3/idempotent
  Rule: "These methods are idempotent"

    Scenario Outline: <Method> twice on <token> is <Method> once
      Given the token <token>
      When <Method> is applied
      And <Method> is applied
      Then the last one changes nothing

      Examples:
        | Method | token  |
        | native | "R'"   |
        | native | "+k^'" |
        | derive | "R"    |
        | derive | "+k^"  |

  Rule: "... applying native to a Native token or derive to a Derived token returns an equivalent copy"

    Scenario Outline: <Method> on <token>, which is so already
      Given the token <token>
      When <Method> is applied
      Then the result is <token>

      @epin/9.3/native
      Examples:
        | Method | token |
        | native | "R"   |
        | native | "+k^" |

      @epin/9.3/derive
      Examples:
        | Method | token  |
        | derive | "R'"   |
        | derive | "+k^'" |

  @epin/9.3/equivalent
  Rule: Tokens are equal when their strings are, and not otherwise

    Scenario Outline: <token> equals <token>
      Given the token <token>
      Then it equals <token>

      Examples:
        | token  |
        | "R"    |
        | "R'"   |
        | "+k^'" |

    Scenario Outline: <token> does not equal <other>, which has another <attribute>
      Given the token <token>
      Then it does not equal <other>

      Examples:
        | token | other | attribute       |
        | "R"   | "Q"   | Piece Name      |
        | "R"   | "r"   | Piece Side      |
        | "R"   | "+R"  | Piece State     |
        | "+R"  | "-R"  | Piece State     |
        | "R"   | "R^"  | Terminal Status |
        | "R"   | "R'"  | Style status    |
