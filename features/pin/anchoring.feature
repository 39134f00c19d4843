@edition-pin/1.0.0
Feature: The regular expression is anchored to the whole string

  The whole string has to be a token. A string of which only a part, or only a line, is a
  token is rejected. So is a token with a line break at the end, which the $ of many
  programming languages ignores.

  From PIN §4.3: "A PIN token MUST match the following regular expression, anchored to
  the whole string", and the anchoring requirement, which is normative. That it is not
  enough to match a line is our reading of "the whole string". The document has no
  table here; the strings are ours.

  @pin/4.3/anchoring
  Rule: The expression is anchored to the whole string

    Scenario Outline: <string>: a token with something <where>
      Given the string <string>
      Then it is rejected

      Examples:
        | string   | where            |
        | "!K"     | before it        |
        | "K!"     | behind it        |
        | "!K!"    | on both sides    |
        | "!!+K^"  | before it        |
        | "+K^!!"  | behind it        |
        | "\\x00K" | before it: a NUL |
        | "K\\x00" | behind it: a NUL |

  @pin/4.3/anchoring
  Rule: ... not to a line of it

    Scenario Outline: <string>: a token and a line break, <where>
      Given the string <string>
      Then it is rejected

      Examples:
        | string      | where                       |
        | "K\\n"      | behind it                   |
        | "K^\\n"     | behind the terminal marker  |
        | "\\nK"      | before it                   |
        | "K\\nQ"     | between two tokens          |
        | "!\\nK"     | on the second line          |
        | "K\\n!"     | on the first line           |
        | "!\\nK\\n!" | on the middle line          |
        | "K\\r\\n"   | behind it, as in Windows    |
        | "K\\r"      | behind it, as in old Mac OS |
        | "K\\u0085"  | behind it: NEXT LINE        |
        | "K\\u2028"  | behind it: LINE SEPARATOR   |
