@edition-1.0.0
Feature: The regular expression is anchored to the whole string

  The whole string has to be a token. A string that only contains a token, or has one
  on a line of its own, is rejected. So is a token with a line break at the end, which
  the $ of many programming languages ignores.

  From EPIN §6, Regular Expression: a token matches \A[-+]?[A-Za-z]\^?'?\z, and the
  anchors apply to the entire input string, not to individual lines. The document
  has no table here; the strings are ours.

  @epin/6/anchoring
  Rule: The anchors apply to the entire input string

    Scenario Outline: <string>: a token with something <where>
      Given the string <string>
      Then it is rejected

      Examples:
        | string   | where            |
        | "!K"     | before it        |
        | "K!"     | behind it        |
        | "!K!"    | on both sides    |
        | "!!+K^'" | before it        |
        | "+K^'!!" | behind it        |
        | "\\x00K" | before it: a NUL |
        | "K\\x00" | behind it: a NUL |

  @epin/6/anchoring
  Rule: ... not to individual lines

    Scenario Outline: <string>: a token and a line break, <where>
      Given the string <string>
      Then it is rejected

      Examples:
        | string      | where                       |
        | "K\\n"      | behind it                   |
        | "\\nK"      | before it                   |
        | "K\\nQ"     | between two tokens          |
        | "!\\nK"     | on the second line          |
        | "K\\n!"     | on the first line           |
        | "!\\nK\\n!" | on the middle line          |
        | "K\\r\\n"   | behind it, as in Windows    |
        | "K\\r"      | behind it, as in old Mac OS |
        | "K\\u0085"  | behind it: NEXT LINE        |
        | "K\\u2028"  | behind it: LINE SEPARATOR   |
