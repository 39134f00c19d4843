@edition-pin/1.0.0
Feature: A PIN token matches the grammar

  An optional + or -, one letter of the English alphabet, an optional ^, in this order
  and nothing else.

  From PIN §4.1, structure: [<state-modifier>]<abbr>[<terminal-marker>]; §4.2, grammar;
  and §4.3, the regular expression: ^[+-]?[A-Za-z]\^?$ on the whole string. "A PIN
  token MUST match the following regular expression": that what matches is accepted,
  and what does not is rejected, is our reading. The document has no table here: the
  tokens are ours, one for each choice that the expression leaves, and one for each way
  to miss it.

  @pin/4.2/grammar @pin/4.3/accept
  Rule: What matches is accepted

    Scenario Outline: <token>: <why>
      Given the token <token>
      Then it is accepted

      Examples:
        | token | why                         |
        | "A"   | the first upper-case letter |
        | "Z"   | the last upper-case letter  |
        | "a"   | the first lower-case letter |
        | "z"   | the last lower-case letter  |
        | "+M"  | a plus sign                 |
        | "-m"  | a minus sign                |
        | "M^"  | a terminal marker           |
        | "+M^" | everything at once          |
        | "-m^" | everything, with a minus    |

  @pin/4.2/grammar @pin/4.3/reject
  Rule: What does not match is rejected

    Scenario Outline: <string>: <why>
      Given the string <string>
      Then it is rejected

      Examples:
        | string     | why                             |
        | ""         | empty                           |
        | "+"        | a sign and no letter            |
        | "^"        | a terminal marker and no letter |
        | "-^"       | all marks and no letter         |
        | "KQ"       | two letters                     |
        | "+-K"      | two different signs             |
        | "K'"       | the derivation marker of EPIN   |
        | "K^'"      | the derivation marker of EPIN   |
        | "*K"       | another sign                    |
        | "K*"       | another marker                  |
        | "1"        | a digit                         |
        | "@"        | before the upper-case letters   |
        | "["        | behind the upper-case letters   |
        | "`"        | before the lower-case letters   |
        | "{"        | behind the lower-case letters   |
        | " K"       | a blank before the letter       |
        | "K "       | a blank behind the letter       |
        | "+ K"      | a blank inside                  |
        | "\\u00e9"  | a letter of another alphabet: é |
        | "\\u041a"  | a letter that looks like K      |
        | "K\\u02c6" | another circumflex              |
        | "\\u2212K" | the typographic minus sign      |
