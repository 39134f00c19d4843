@edition-1.0.0
Feature: Mutation recipes

  What happens to a piece in a game, and the one mark of its token that changes with
  it. All other marks stay the same.

  From the EPIN Examples, "Mutation recipes": the tables of two, three, two and two
  rows.

  @examples/recipes/side
  Rule: Side change: flip the case of the letter

    Scenario Outline: <Before> becomes <After>: <Change>
      Given the token <Before>
      When <transformation> is applied
      Then the result is <After>

      Examples:
        | Before | After | Change               | transformation |
        | "P"    | "p"   | Side: first → second | flip           |
        | "k'"   | "K'"  | Side: second → first | flip           |

  @examples/recipes/state
  Rule: State change: add, change, or remove the + / - prefix

    Scenario Outline: <Before> becomes <After>: <Change>
      Given the token <Before>
      When <transformation> is applied
      Then the result is <After>

      Examples:
        | Before | After | Change                       | transformation |
        | "p"    | "+p"  | State: normal → enhanced     | enhance        |
        | "+p'"  | "-p'" | State: enhanced → diminished | diminish       |
        | "-R"   | "R"   | State: diminished → normal   | normalize      |

  @examples/recipes/terminal
  Rule: Terminal Status change: add or remove ^

    Scenario Outline: <Before> becomes <After>: <Change>
      Given the token <Before>
      When <transformation> is applied
      Then the result is <After>

      Examples:
        | Before | After | Change                  | transformation |
        | "K"    | "K^"  | Becomes Terminal Piece  | mark           |
        | "k^'"  | "k'"  | Terminal Status removed | unmark         |

  @examples/recipes/style
  Rule: Style status change (Native ↔ Derived): add or remove '

    Scenario Outline: <Before> becomes <After>: <Method>
      Given the token <Before>
      When <Method> is applied
      Then the result is <After>

      Examples:
        | Before | After | Method |
        | "B"    | "B'"  | derive |
        | "+n'"  | "+n"  | native |
