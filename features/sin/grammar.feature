@edition-sin/1.0.0
Feature: A SIN token is one letter

  One letter of the English alphabet and nothing else: no name of several letters, and
  none of the marks of PIN and EPIN.

  From SIN §4.2, grammar, and §4.3: "A SIN token MUST match" the regular expression
  [A-Za-z], anchored to the whole string. That what matches is accepted, and what does
  not is rejected, is our reading. The document has no table here; the strings are ours.

  @sin/4.2/grammar @sin/4.3/accept
  Rule: What matches is accepted

    Scenario Outline: <token>: <why>
      Given the token <token>
      Then it is accepted

      Examples:
        | token | why                         |
        | "A"   | the first upper-case letter |
        | "C"   | an upper-case letter        |
        | "Z"   | the last upper-case letter  |
        | "a"   | the first lower-case letter |
        | "c"   | a lower-case letter         |
        | "z"   | the last lower-case letter  |

  @sin/4.2/grammar @sin/4.3/reject
  Rule: What does not match is rejected

    Scenario Outline: <string>: <why>
      Given the string <string>
      Then it is rejected

      Examples:
        | string    | why                             |
        | ""        | empty                           |
        | "CC"      | two letters                     |
        | "Cc"      | a letter of each case           |
        | "CHESS"   | the name of a style             |
        | "+C"      | the state modifier of PIN       |
        | "C^"      | the terminal marker of PIN      |
        | "C'"      | the derivation marker of EPIN   |
        | "C:K"     | a token of QPI                  |
        | "C:"      | a colon without a piece         |
        | "1"       | a digit                         |
        | "@"       | before the upper-case letters   |
        | "["       | behind the upper-case letters   |
        | "`"       | before the lower-case letters   |
        | "{"       | behind the lower-case letters   |
        | "\\u00e9" | a letter of another alphabet: é |
        | "\\uff23" | a wide letter                   |

  @sin/4.3/anchoring
  Rule: The expression is anchored to the whole string

    Scenario Outline: <string>: a token with something <where>
      Given the string <string>
      Then it is rejected

      Examples:
        | string      | where                     |
        | "!C"        | before it                 |
        | "C!"        | behind it                 |
        | " C"        | before it                 |
        | "C "        | behind it                 |
        | "C\\n"      | behind it: a line break   |
        | "\\nC"      | before it: a line break   |
        | "C\\nS"     | on a second line          |
        | "!\\nC"     | on a line before          |
        | "!\\nC\\n!" | on the lines around       |
        | "C\\r\\n"   | behind it, as in Windows  |
        | "C\\u2028"  | behind it: LINE SEPARATOR |
        | "C\\x00"    | behind it: a NUL          |
