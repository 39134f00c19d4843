@edition-qpi/1.0.0-aligned
Feature: QPI tokens of one case without terminal marker

  The text is older than the terminal marker of PIN.

  From an earlier QPI text, whose regular expression has no ^. The strings are ours.

  @qpi-aligned/4.2/grammar @qpi-aligned/reject
  Rule: A terminal marker is rejected

    Scenario Outline: <string>
      Given the string <string>
      Then it is rejected

      Examples:
        | string  |
        | "C:K^"  |
        | "c:k^"  |
        | "C:+K^" |
        | "c:-k^" |
