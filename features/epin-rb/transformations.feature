@edition-1.0.0-initial
Feature: Transformations of epin.rb

  A piece is promoted or weakened, changes sides, changes its style. Each gives a new
  piece; the old one stays what it was.

  From the README of epin.rb, "Usage" and "Advanced Usage": its calls and the values
  that it shows. underive is called native here, as in the later text. The rules on
  repetition and equality have no sample there; the tokens are ours.

  Rule: Style derivation manipulation

    Scenario Outline: <Call> shows <result>
      Given the token <token>
      When <method> is applied
      Then the result is <result>

      @epin-initial/derive
      Examples:
        | Call               | token | method | result |
        | identifier.derive  | "K"   | derive | "K'"   |
        | shogi_piece.derive | "r"   | derive | "r'"   |

      @epin-initial/native
      Examples:
        | Call                   | token | method | result |
        | foreign_piece.underive | "K'"  | native | "K"    |

  @epin-initial/transformations
  Rule: State manipulation and side manipulation

    Scenario Outline: <Call> shows <result>
      Given the token <token>
      When <method> is applied
      Then the result is <result>

      Examples:
        | Call                | token | method   | result |
        | identifier.enhance  | "K"   | enhance  | "+K"   |
        | identifier.diminish | "K"   | diminish | "-K"   |
        | identifier.flip     | "K"   | flip     | "k"    |

  @epin-initial/transformations
  Rule: #normalize - Remove all state modifiers

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

    Scenario: pawn.flip.derive.enhance shows "+p'"
      Given the token "P"
      When flip is applied
      And derive is applied
      And enhance is applied
      Then the result is "+p'"

  @epin-initial/copy
  Rule: Original piece is never modified

    Scenario Outline: puts original shows "K" after <Call>
      Given the token "K"
      When <method> is applied
      Then the original is still "K"

      Examples:
        | Call             | method  |
        | original.enhance | enhance |
        | original.derive  | derive  |
        | original.flip    | flip    |

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
  Rule: #==(other) - Full equality comparison

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
