@edition-1.0.0-initial @library
Feature: Conversion to QPI

  QPI names the style of a piece where EPIN only marks it: a letter for the style, a
  colon, and the piece. The match defines which style it is.

  From the initial EPIN text, "Conversion to QPI": the table of two rows, and the
  example of four conversions.

  @epin-initial/qpi
  Rule: Conversion Rules

    Scenario Outline: <EPIN Format>: <Style Selection>
      Given a match of Chess against Ōgi
      And the tokens <tokens>
      Then their style is <styles>

      Examples:
        | EPIN Format        | Style Selection              | tokens      | styles      |
        | Native (no suffix) | Current side’s native style  | "P" / "p"   | Chess / Ōgi |
        | Derived (' suffix) | Opposite side’s native style | "P'" / "p'" | Ōgi / Chess |

  @epin-initial/qpi
  Rule: Example: Chess vs. Ōgi Match. "The QPI case always matches the EPIN case"

    Scenario Outline: <EPIN> → <QPI> (<Style>)
      Given a match of Chess against Ōgi
      And the token <EPIN>
      Then its QPI is <QPI>
      And its style is <style>
      And the native style of the <whose> player is <style>

      Examples:
        | EPIN | QPI   | Style                        | style | whose  |
        | "P"  | "C:P" | first player’s native style  | Chess | first  |
        | "P'" | "S:P" | second player’s native style | Ōgi   | second |
        | "p"  | "s:p" | second player’s native style | Ōgi   | second |
        | "p'" | "c:p" | first player’s native style  | Chess | first  |
