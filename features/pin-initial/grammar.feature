@edition-pin/1.0.0-initial
Feature: Format specification of PIN

  An optional + or -, and one letter of the English alphabet, in this order and nothing
  else. This first text has no terminal marker.

  From the initial PIN text, "Grammar (BNF)" and "Regular Expression": \A[-+]?[A-Za-z]\z.
  The productions are the document's, the tokens ours.

  @pin-initial/grammar @pin-initial/accept
  Rule: What matches is accepted

    Scenario Outline: <Production>
      Given the tokens <tokens>
      Then they are accepted

      Examples:
        | Production                                             | tokens               |
        | <pin> ::= <letter> \| <state-modifier> <letter>        | "Q", "q", "+Q", "-q" |
        | <state-modifier> ::= "+" \| "-"                        | "+B", "-B"           |
        | <letter> ::= <uppercase-letter> \| <lowercase-letter>  | "M", "m"             |
        | <uppercase-letter> ::= "A" \| "B" \| "C" \| ... \| "Z" | "A", "B", "C", "Z"   |
        | <lowercase-letter> ::= "a" \| "b" \| "c" \| ... \| "z" | "a", "b", "c", "z"   |

  @pin-initial/grammar @pin-initial/reject
  Rule: What does not match is rejected

    Scenario Outline: <string>: <why>
      Given the string <string>
      Then it is rejected

      Examples:
        | string     | why                                 |
        | ""         | empty                               |
        | "++K"      | two signs                           |
        | "+-K"      | two signs                           |
        | "K+"       | the sign behind the letter          |
        | "K^"       | a terminal marker: not in this text |
        | "+K^"      | a terminal marker: not in this text |
        | "K'"       | the derivation marker of EPIN       |
        | "+"        | a sign and no letter                |
        | "KQ"       | two letters                         |
        | "1"        | a digit                             |
        | "@"        | before the upper-case letters       |
        | "["        | behind the upper-case letters       |
        | "`"        | before the lower-case letters       |
        | "{"        | behind the lower-case letters       |
        | "\\u00e9"  | a letter of another alphabet: é     |
        | "\\u2212K" | the typographic minus sign          |
        | "invalid"  | a word                              |

  @pin-initial/anchoring
  Rule: The expression is anchored to the whole string

    Scenario Outline: <string>: a token with something <where>
      Given the string <string>
      Then it is rejected

      Examples:
        | string    | where            |
        | "!K"      | before it        |
        | "K!"      | behind it        |
        | " K"      | before it        |
        | "K "      | behind it        |
        | "K\\n"    | behind it        |
        | "\\nK"    | before it        |
        | "K\\nQ"   | on a second line |
        | "!\\nK"   | on a line before |
        | "K\\r\\n" | behind it        |
        | "K\\x00"  | behind it: a NUL |
