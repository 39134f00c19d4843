@edition-1.0.0-initial
Feature: Transformations of epin.rb

  A piece is promoted or weakened, changes sides, or changes its style. Each change
  returns a new piece; the old one does not change.

  From the README of epin.rb, "Usage" and "API Reference": what its transformations
  do. underive is called native here, as in the later text. The calls themselves are
  in the features usage, game-examples, advanced-usage and api-reference. No document
  of this edition says that native and derive are idempotent.

  Rule: Style derivation manipulation

    Scenario Outline: <method> on <token>
      Given the token <token>
      When <method> is applied
      Then the result is <result>

      @epin-initial/derive
      Examples:
        | token | method | result |
        | "K"   | derive | "K'"   |
        | "r"   | derive | "r'"   |

      @epin-initial/native
      Examples:
        | token | method | result |
        | "K'"  | native | "K"    |

  @epin-initial/transformations
  Rule: State manipulation and side manipulation

    Scenario Outline: <method> on <token>
      Given the token <token>
      When <method> is applied
      Then the result is <result>

      Examples:
        | token | method   | result |
        | "K"   | enhance  | "+K"   |
        | "K"   | diminish | "-K"   |
        | "K"   | flip     | "k"    |

  @epin-initial/transformations
  Rule: "#normalize - Remove all state modifiers"

    Scenario Outline: normalize on <token>
      Given the token <token>
      When normalize is applied
      Then the result is <result>

      Examples:
        | token | result |
        | "+K"  | "K"    |
        | "-k'" | "k'"   |
        | "K"   | "K"    |

  @epin-initial/transformations @epin-initial/derive
  Rule: Functional transformations can be chained

    Scenario: flip, derive and enhance on "P"
      Given the token "P"
      When flip, derive, enhance are applied
      Then the result is "+p'"

  @epin-initial/copy
  Rule: "Original piece is never modified"

    Scenario Outline: "K" is unchanged after <method>
      Given the token "K"
      When <method> is applied
      Then the original is still "K"

      Examples:
        | method  |
        | enhance |
        | derive  |
        | flip    |

  @epin-initial/idempotent
  Rule: native and derive are idempotent

    Scenario Outline: <method> twice on <token> is <method> once
      Given the token <token>
      When <method> is applied
      And <method> is applied
      Then the last one changes nothing

      Examples:
        | method | token |
        | derive | "R"   |
        | derive | "+k'" |
        | native | "R'"  |
        | native | "+k"  |

  @epin-initial/equivalent
  Rule: "#==(other) - Full equality comparison"

    Scenario Outline: <token> equals <token>
      Given the token <token>
      Then it equals <token>

      Examples:
        | token |
        | "K"   |
        | "+k'" |

    Scenario Outline: <token> does not equal <other>, which has another <attribute>
      Given the token <token>
      Then it does not equal <other>

      Examples:
        | token | other | attribute |
        | "K"   | "Q"   | Name      |
        | "K"   | "k"   | Side      |
        | "K"   | "+K"  | State     |
        | "K"   | "K'"  | Style     |
