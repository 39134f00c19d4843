@edition-1.0.0
Feature: EPIN is a strict superset of PIN

  PIN names a piece: a letter, an optional sign before it, and an optional ^ after it.
  EPIN adds one optional mark at the end. So a game that is written in PIN is also
  written in EPIN.

  From EPIN §3, Dependencies: "Every valid PIN token is also a valid EPIN token (with
  native Style status)." The document names no PIN tokens; these are all the forms
  that one letter can take.

  @epin/3/pin-superset
  Rule: "Every valid PIN token is also a valid EPIN token"

    Scenario Outline: The PIN token <token> is an EPIN token
      Given the token <token>
      Then it is accepted

      Examples:
        | token |
        | "K"   |
        | "K^"  |
        | "+K"  |
        | "+K^" |
        | "-K"  |
        | "-K^" |
        | "k"   |
        | "k^"  |
        | "+k"  |
        | "+k^" |
        | "-k"  |
        | "-k^" |

  @epin/3/pin-superset
  Rule: "... with native Style status"

    Scenario Outline: The PIN token <token> is native
      Given the token <token>
      Then its Style status is Native

      Examples:
        | token |
        | "K"   |
        | "K^"  |
        | "+K"  |
        | "+K^" |
        | "-K"  |
        | "-K^" |
        | "k"   |
        | "k^"  |
        | "+k"  |
        | "+k^" |
        | "-k"  |
        | "-k^" |
