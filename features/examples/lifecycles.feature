@edition-1.0.0
Feature: Mutation sequences

  What happens to three pieces, event by event. The events are examples of what the
  rules of a game might do.

  From the EPIN Examples, "Mutation sequences (informative)": the tables of five, four
  and four rows. For a step that does not change the token, its string form is tested;
  for any other, the change from the token of the step before.

  @examples/lifecycle/rook
  Rule: Shōgi-like Rook lifecycle

    Scenario Outline: Step <Step>: <EPIN>: <Event>
      Given the token <EPIN>
      Then its string form is <EPIN>

      Examples:
        | Step | EPIN | Event                         |
        | 1    | "R"  | Initial Position (Sente Rook) |

    Scenario Outline: Step <Step>: <before> becomes <EPIN>: <Event>
      Given the token <before>
      When <transformations> are applied
      Then the result is <EPIN>

      Examples:
        | Step | EPIN | Event                                         | before | transformations |
        | 2    | "r"  | Captured by Gote (Side swap)                  | "R"    | flip            |
        | 3    | "+r" | Promoted (State becomes enhanced)             | "r"    | enhance         |
        | 4    | "R"  | Captured back by Sente (Side swap + demotion) | "+r"   | flip, normalize |

    Scenario Outline: Step <Step>: <EPIN>: <Event>
      Given the token <EPIN>
      Then its string form is <EPIN>

      Examples:
        | Step | EPIN | Event              |
        | 5    | "R"  | Dropped onto Board |

  @examples/lifecycle/derived
  Rule: With Derived marking

    Scenario Outline: Step <Step>: <EPIN>: <Event>
      Given the token <EPIN>
      Then its string form is <EPIN>
      And its Style status is <status>

      Examples:
        | Step | EPIN | Event                     | status |
        | 1    | "R"  | Initial Position (Native) | Native |

    Scenario Outline: Step <Step>: <before> becomes <EPIN>: <Event>
      Given the token <before>
      When <transformations> are applied
      Then the result is <EPIN>

      Examples:
        | Step | EPIN  | Event                                                   | before | transformations         |
        | 2    | "r'"  | Captured by Gote (Side swap + mark Derived)             | "R"    | flip, derive            |
        | 3    | "+r'" | Promoted (State becomes enhanced)                       | "r'"   | enhance                 |
        | 4    | "R"   | Captured back (Side swap + revert to Native + demotion) | "+r'"  | flip, native, normalize |

  @examples/lifecycle/terminal
  Rule: Terminal Piece lifecycle

    Scenario Outline: Step <Step>: <EPIN>: <Event>
      Given the token <EPIN>
      Then its string form is <EPIN>

      Examples:
        | Step | EPIN | Event         |
        | 1    | "K"  | Standard King |

    Scenario Outline: Step <Step>: <before> becomes <EPIN>: <Event>
      Given the token <before>
      When <transformations> are applied
      Then the result is <EPIN>

      Examples:
        | Step | EPIN | Event                                        | before | transformations |
        | 2    | "K^" | Designated as Terminal Piece                 | "K"    | mark            |
        | 3    | "k^" | Moved to Side second (if Rule System allows) | "K^"   | flip            |
        | 4    | "k"  | Terminal Status removed                      | "k^"   | unmark          |
