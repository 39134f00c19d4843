@edition-qpi/1.0.0
Feature: native and derive

  A piece that changes hands keeps its style. native sets the side of the piece to that
  of its style, derive to the other side.

  From QPI: the methods native and derive change the side of the piece, never the SIN
  letter. It is our reading that each sets a status, that applying it twice has the same
  result as applying it once, and that the original does not change. The tokens are ours.

  @qpi/native
  Rule: native gives the piece to the side of its style

    Scenario Outline: native of <token> is <result>
      Given the token <token>
      When native is applied
      Then the result is <result>

      Examples:
        | token   | result  |
        | "C:R"   | "C:R"   |
        | "C:r"   | "C:R"   |
        | "c:r"   | "c:r"   |
        | "c:R"   | "c:r"   |
        | "C:+r^" | "C:+R^" |
        | "s:-P"  | "s:-p"  |

  @qpi/derive
  Rule: derive gives the piece to the other side

    Scenario Outline: derive of <token> is <result>
      Given the token <token>
      When derive is applied
      Then the result is <result>

      Examples:
        | token   | result  |
        | "C:R"   | "C:r"   |
        | "C:r"   | "C:r"   |
        | "c:r"   | "c:R"   |
        | "c:R"   | "c:R"   |
        | "C:+R^" | "C:+r^" |
        | "s:-p"  | "s:-P"  |

  @qpi/idempotent
  Rule: Applying a method twice has the same result as applying it once

    Scenario Outline: <methods> of <token>
      Given the token <token>
      When <methods> are applied
      Then the last one changes nothing

      Examples:
        | token   | methods        |
        | "C:R"   | native, native |
        | "C:r"   | native, native |
        | "C:R"   | derive, derive |
        | "c:+R^" | derive, derive |

  @qpi/copy
  Rule: The original is not changed

    Scenario Outline: <token> stays after <methods>
      Given the token <token>
      When <methods> are applied
      Then the original is still <token>

      Examples:
        | token   | methods        |
        | "C:r"   | native, derive |
        | "c:r"   | derive, native |
        | "s:+P^" | native, native |
        | "S:-p"  | derive, native |
