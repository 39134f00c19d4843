@edition-1.0.0-initial @edition-pin/1.0.0-initial @library
Feature: Canonical principle of PIN

  There is one way to write a piece.

  From the initial PIN text, "Protocol Mapping": "Identical pieces must have identical
  PIN representations." The document has no table here.

  @pin-initial/canonical
  Rule: "Identical pieces must have identical PIN representations"

    Scenario: Two tokens are never the same piece
      Then no two PIN tokens are of the same Type, Side and State
