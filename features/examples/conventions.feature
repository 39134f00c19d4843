@edition-1.0.0 @library
Feature: Context conventions for Style resolution

  EPIN says whether a piece is native or derived, but not what that means. Here are
  three ways in which a game may define it, and what a game may do with a mark that
  has no meaning in it.

  From the EPIN Examples, "Context conventions for Style resolution (informative)":
  the tables of conventions 1 and 2, of two rows each, and the list of convention 3;
  and "Single-Style contexts (recommended practice)".

  @examples/conventions
  Rule: Convention 1 — Single-Style context (one implicit Style)

    Scenario Outline: <Token>, <Status>: <Resolved Style>
      Given a game of the single style Shōgi
      And the token <Token>
      Then its Style status is <Status>
      And its style is <style>

      Examples:
        | Token | Status  | Resolved Style | style |
        | "K^"  | Native  | Shōgi          | Shōgi |
        | "K^'" | Derived | Shōgi (same)   | Shōgi |

  @examples/conventions
  Rule: Convention 2 — Catalog-driven resolution (lookup table)

    Scenario Outline: <Token>, <Status>: <Resolved Style>
      Given a game that lists "P" as Chess and "P'" as Makruk
      And the token <Token>
      Then its Style status is <Status>
      And its style is <Resolved Style>

      Examples:
        | Token | Status  | Resolved Style |
        | "P"   | Native  | Chess          |
        | "P'"  | Derived | Makruk         |

  @examples/single-style/normalise
  Rule: "If a context chooses a canonical form, it SHOULD do so explicitly as a separate step"

    Scenario: X' is X in a game where Derived is meaningless, when the game asks for it
      Given a game of the single style Chess
      And the token "X'"
      Then it shows "X'"
      When the game leaves the marker out
      Then the result shows "X"
      And the original is still "X'"

  @examples/conventions/3
  Rule: Convention 3 — Rule-defined transformation

    Scenario Outline: <Status>: <Movement>
      Given a game whose native pieces follow the rule "moves like base Piece" and derived ones "moves like base Piece under transformed movement rules"
      And the token <token>
      Then its Style status is <Status>
      And its rule is <Movement>

      Examples:
        | Status  | Movement                                                 | token |
        | Native  | "moves like base Piece"                                  | "K"   |
        | Derived | "moves like base Piece under transformed movement rules" | "K'"  |
