@edition-1.0.0-initial
Feature: Format specification

  An optional + or -, one letter of the English alphabet, an optional apostrophe, in
  this order and nothing else. This first text has no terminal marker.

  From the initial EPIN text, "Grammar (BNF)" and "Regular Expression":
  \A[-+]?[A-Za-z]'?\z. The productions are the document's, the tokens ours.

  @epin-initial/grammar @epin-initial/accept
  Rule: What matches is accepted

    Scenario Outline: <Production>
      Given the tokens <tokens>
      Then they are accepted

      Examples:
        | Production                                             | tokens                              |
        | <epin> ::= <pin> \| <pin> <derivation>                 | "K", "+R", "-p", "K'", "+R'", "-p'" |
        | <derivation> ::= "'"                                   | "k'"                                |
        | <pin> ::= <letter> \| <state-modifier> <letter>        | "Q", "q", "+Q", "-q"                |
        | <state-modifier> ::= "+" \| "-"                        | "+B", "-B"                          |
        | <letter> ::= <uppercase-letter> \| <lowercase-letter>  | "M", "m"                            |
        | <uppercase-letter> ::= "A" \| "B" \| "C" \| ... \| "Z" | "A", "B", "C", "Z"                  |
        | <lowercase-letter> ::= "a" \| "b" \| "c" \| ... \| "z" | "a", "b", "c", "z"                  |

  @epin-initial/grammar @epin-initial/reject
  Rule: What does not match is rejected

    Scenario Outline: <string>: <why>
      Given the string <string>
      Then it is rejected

      Examples:
        | string     | why                                 |
        | ""         | empty                               |
        | "K''"      | two derivation markers              |
        | "'K"       | the marker before the letter        |
        | "+'K"      | the marker between sign and letter  |
        | "++K"      | two signs                           |
        | "+-K"      | two signs                           |
        | "K+"       | the sign behind the letter          |
        | "K^"       | a terminal marker: not in this text |
        | "K^'"      | a terminal marker: not in this text |
        | "+"        | a sign and no letter                |
        | "'"        | a marker and no letter              |
        | "KQ"       | two letters                         |
        | "1"        | a digit                             |
        | "@"        | before the upper-case letters       |
        | "["        | behind the upper-case letters       |
        | "`"        | before the lower-case letters       |
        | "{"        | behind the lower-case letters       |
        | "\\u00e9"  | a letter of another alphabet: é     |
        | "K\\u2019" | the typographic apostrophe          |
        | "\\u2212K" | the typographic minus sign          |
        | "invalid"  | a word                              |

  @epin-initial/anchoring
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
