@edition-1.0.0
Feature: Worked example B: shōgi-like capture

  In shōgi a captured piece changes sides, and its new owner may drop it on the board
  again. The game decides whether it is then derived, and for how long.

  From the EPIN Examples, "Worked example B — Shōgi-like Capture (Side swap)": the
  tables of its four steps, of one, two, three and two rows.

  @examples/capture-shogi
  Rule: Step 1 — Side swap

    Scenario Outline: <Before (Sente)> becomes <After (Gote)>: <Method>
      Given the token <Before (Sente)>
      When <transformations> is applied
      Then the result is <After (Gote)>

      Examples:
        | Before (Sente) | After (Gote) | Method    | transformations |
        | "R"            | "r"          | Flip case | flip            |

  @examples/capture-shogi
  Rule: Step 2 — Decide Style status (context-defined)

    Scenario Outline: <Modeling choice>: <After Capture>
      Given the token <before capture>
      When <transformations> are applied
      Then the result is <After Capture>

      Examples:
        | Modeling choice | After Capture | Method | before capture | transformations |
        | Keep Native     | "r"           | —      | "R"            | flip            |
        | Mark Derived    | "r'"          | derive | "R"            | flip, derive    |

  @examples/capture-shogi
  Rule: Step 3 — Drop

    Scenario Outline: <Captured token> is dropped as <Dropped token>: <Notes>
      Given the token <Captured token>
      Then its string form is <Dropped token>
      And its Style status is <status>

      Examples:
        | Captured token | Dropped token | Notes              | status  |
        | "r"            | "r"           | Native throughout  | Native  |
        | "r'"           | "r'"          | Derived throughout | Derived |

    Scenario Outline: <Captured token> is dropped as <Dropped token>: <Notes>
      Given the token <Captured token>
      When <transformations> is applied
      Then the result is <Dropped token>

      Examples:
        | Captured token | Dropped token | Notes                                               | transformations |
        | "r'"           | "r"           | Derived → Native on Drop (if Rule System specifies) | native          |

  @examples/capture-shogi
  Rule: Step 4 — Promotion

    Scenario Outline: <Event>: <Before> becomes <After>: <Method>
      Given the token <Before>
      When <transformations> is applied
      Then the result is <After>

      Examples:
        | Event               | Before | After | Method          | transformations |
        | Promote             | "r"    | "+r"  | Add + prefix    | enhance         |
        | Demote (on Capture) | "+r"   | "r"   | Remove + prefix | normalize       |
