@edition-1.0.0-initial @library
Feature: Cross-style scenarios

  Each player has a game of their own. A piece without the mark has the style of its
  owner's game, a piece with the mark that of the opponent's.

  From the initial EPIN text, "Style Derivation Logic": its example of four pieces;
  and "Cross-Style Scenarios": its examples of four and two pieces. The first side of
  a match is the first player's. What the text calls foreign is called Derived here,
  as in the later text.

  Rule: Example: In a Chess vs. Makruk match

    Scenario Outline: <Token>: <Piece>
      Given a match of Chess against Makruk
      And the token <Token>
      Then its Side is <side>
      And its style is <style>
      And the native style of the <whose> player is <style>

      @epin-initial/native-style
      Examples:
        | Token | Piece                                                            | side  | style | whose |
        | "P"   | First player pawn with Chess style (first player’s native style) | first | Chess | first |

      @epin-initial/cross-style
      Examples:
        | Token | Piece                                                              | side  | style  | whose  |
        | "P'"  | First player pawn with Makruk style (second player’s native style) | first | Makruk | second |

      @epin-initial/native-style
      Examples:
        | Token | Piece                                                               | side   | style  | whose  |
        | "p"   | Second player pawn with Makruk style (second player’s native style) | second | Makruk | second |

      @epin-initial/cross-style
      Examples:
        | Token | Piece                                                             | side   | style | whose |
        | "p'"  | Second player pawn with Chess style (first player’s native style) | second | Chess | first |

  Rule: Chess vs. Ōgi

    Scenario Outline: <Token>: <Piece>
      Given a match of Chess against Ōgi
      And the token <Token>
      Then its Side is <side>
      And its style is <style>

      @epin-initial/native-style
      Examples:
        | Token | Piece                                 | side  | style |
        | "K"   | Chess king controlled by first player | first | Chess |

      @epin-initial/cross-style
      Examples:
        | Token | Piece                                                           | side   | style |
        | "k'"  | Chess king controlled by second player (captured and converted) | second | Chess |

      @epin-initial/native-style
      Examples:
        | Token | Piece                                  | side   | style |
        | "s"   | Ōgi silver controlled by second player | second | Ōgi   |

      @epin-initial/cross-style
      Examples:
        | Token | Piece                                                          | side  | style |
        | "S'"  | Ōgi silver controlled by first player (captured and converted) | first | Ōgi   |

  Rule: Same Style Games

    Scenario Outline: <Token>: <Piece>
      Given a match of Chess against Chess
      And the token <Token>
      Then its Style status is <status>
      And its style is <style>

      @epin-initial/native-style
      Examples:
        | Token | Piece                  | status | style |
        | "K"   | King with native style | Native | Chess |

      @epin-initial/cross-style
      Examples:
        | Token | Piece                                                                           | status  | style |
        | "K'"  | King with foreign style (functionally identical if both players use same style) | Derived | Chess |
