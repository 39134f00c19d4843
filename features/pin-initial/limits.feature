@edition-1.0.0-initial @edition-pin/1.0.0-initial @library
Feature: System constraints of PIN

  How many kinds of pieces, players and states there can be in a game that is written
  with one letter and one sign.

  From the initial PIN text, "System Constraints": its lists of three games, two
  players and three state levels.

  @pin-initial/limits
  Rule: "PIN supports a maximum of 26 unique piece types per game system"

    Scenario Outline: <Game>: <Verdict>
      Then whether PIN has a letter for each of <types> types is <answer>

      Examples:
        | Game                       | Verdict                         | types | answer |
        | Chess (6 types)            | Well within limits              | 6     | yes    |
        | Shōgi (8 base types)       | Manageable with state modifiers | 8     | yes    |
        | Taikyoku Shōgi (207 types) | Exceeds PIN capacity            | 207   | no     |

    Scenario Outline: <types> types, at the limit
      Then whether PIN has a letter for each of <types> types is <answer>

      Examples:
        | types | answer |
        | 26    | yes    |
        | 27    | no     |

  @pin-initial/limits
  Rule: "PIN supports exactly two players through case distinction"

    Scenario Outline: <Player>: <Letters>
      Then PIN has 2 players
      And the letters of pieces whose Side is <side> are <letters>

      Examples:
        | Player        | Letters                 | side   | letters                      |
        | First player  | Uppercase letters (A-Z) | first  | "ABCDEFGHIJKLMNOPQRSTUVWXYZ" |
        | Second player | Lowercase letters (a-z) | second | "abcdefghijklmnopqrstuvwxyz" |

  @pin-initial/limits
  Rule: "PIN provides three state levels"

    Scenario Outline: <State>: <Pieces>
      Then PIN has 3 states
      And the prefix of pieces whose State is <state> is <prefix>

      Examples:
        | State                | Pieces                                    | state      | prefix |
        | Enhanced (+)         | Promoted, upgraded, or empowered pieces   | enhanced   | "+"    |
        | Normal (no modifier) | Standard piece state                      | normal     | ""     |
        | Diminished (-)       | Weakened, restricted, or temporary pieces | diminished | "-"    |
