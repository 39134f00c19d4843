@edition-1.0.0
Feature: A string is a valid EPIN token if and only if it matches the grammar

  An optional + or -, one letter of the English alphabet, an optional ^, an optional
  apostrophe, in this order and nothing else.

  From EPIN §5, Grammar; §6, Regular Expression: \A[-+]?[A-Za-z]\^?'?\z; and §9.1,
  Validity. The document has no table here: the tokens are ours, one for each choice
  that the expression leaves, and one for each way to miss it. That what matches is
  accepted, and what does not is rejected, is our reading of "if and only if".

  @epin/6/grammar @epin/9.1/accept
  Rule: What matches is accepted

    Scenario Outline: <token>: <why>
      Given the token <token>
      Then it is accepted

      Examples:
        | token  | why                         |
        | "A"    | the first upper-case letter |
        | "Z"    | the last upper-case letter  |
        | "a"    | the first lower-case letter |
        | "z"    | the last lower-case letter  |
        | "+M"   | a plus sign                 |
        | "-m"   | a minus sign                |
        | "M^"   | a terminal marker           |
        | "m'"   | a derivation marker         |
        | "+M^'" | everything at once          |

  @epin/6/grammar @epin/9.1/reject
  Rule: What does not match is rejected

    Scenario Outline: <string>: <why>
      Given the string <string>
      Then it is rejected

      Examples:
        | string     | why                               |
        | "+"        | a sign and no letter              |
        | "^"        | a terminal marker and no letter   |
        | "'"        | a derivation marker and no letter |
        | "KQ"       | two letters                       |
        | "K+"       | the sign behind the letter        |
        | "+-K"      | two signs                         |
        | "*K"       | another sign                      |
        | "K*"       | another marker                    |
        | "@"        | before the upper-case letters     |
        | "["        | behind the upper-case letters     |
        | "`"        | before the lower-case letters     |
        | "{"        | behind the lower-case letters     |
        | "\\u00e9"  | a letter of another alphabet: é   |
        | "\\u041a"  | a letter that looks like K        |
        | "K\\u2019" | the typographic apostrophe        |
        | "K\\u02c6" | another circumflex                |
        | "\\u2212K" | the typographic minus sign        |
