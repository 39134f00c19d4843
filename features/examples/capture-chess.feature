@edition-1.0.0
Feature: Worked example A: chess-like capture

  In chess a captured piece leaves the board for good. It does not change sides, so
  its token does not change: the place where it is kept shows that it was captured.

  From the EPIN Examples, "Worked example A — Chess-like Capture (identity-preserving)":
  the table of two rows.

  @examples/capture-chess
  Rule: "... a captured Piece typically remains Native (no ')"

    Scenario Outline: <Event>: <EPIN token>: <Notes>
      Given the token <EPIN token>
      Then its string form is <EPIN token>
      And its Side is <side>
      And its Style status is <status>

      Examples:
        | Event                      | EPIN token | Notes                                                    | side  | status |
        | White Rook exists on Board | "R"        | Native, Side first                                       | first | Native |
        | Rook is captured           | "R"        | Removed from Board; optionally recorded in captured list | first | Native |
