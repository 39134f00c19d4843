@edition-1.0.0
Feature: EPIN is a strict superset of PIN

  PIN names a piece: a letter, perhaps a sign before it, perhaps ^ after it. EPIN
  adds one optional mark at the end. Whoever has a game written in PIN has it
  written in EPIN already.

  From EPIN §3, Dependencies: "Every valid PIN token is also a valid EPIN token (with
  native Style status)." The document names no PIN tokens; these are all the forms
  that one letter can take.

  @epin/3/pin-superset
  Rule: Every valid PIN token is also a valid EPIN token

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
  Rule: ... with native Style status

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
