@edition-1.0.0-initial
Feature: Advanced usage of epin.rb

  Which player's style a piece has, and that a piece does not change when others are
  made from it.

  From the README of epin.rb, "Advanced Usage": the calls for which it shows a value,
  under its headings and comments. Its samples of a game board and of promotion are
  about programs that use the library, and are not transcribed.

  @epin-initial/accessors
  Rule: Style Derivation Examples: Style queries

    Scenario Outline: <Call>
      Given the token <token>
      Then its <accessor> is <Value>

      Examples:
        | Call                        | Value | token | accessor |
        | native_chess_king.native?   | true  | "K"   | native?  |
        | foreign_shogi_king.derived? | true  | "K'"  | derived? |
        | native_shogi_king.native?   | true  | "k"   | native?  |
        | foreign_chess_king.derived? | true  | "k'"  | derived? |

  Rule: Immutable Transformations: Original piece is never modified

    @epin-initial/copy
    Scenario Outline: <Call>, after others were made from it
      Given the token "K"
      When enhance, derive, flip are applied
      Then the original is still <Value>

      Examples:
        | Call          | Value |
        | puts original | "K"   |

    Scenario Outline: <Call>
      Given the token "K"
      When <transformation> is applied
      Then the result is <Value>

      @epin-initial/transformations
      Examples:
        | Call          | Value | transformation |
        | puts enhanced | "+K"  | enhance        |

      @epin-initial/derive
      Examples:
        | Call         | Value | transformation |
        | puts derived | "K'"  | derive         |

      @epin-initial/transformations
      Examples:
        | Call         | Value | transformation |
        | puts flipped | "k"   | flip           |

  @library @epin-initial/transformations
  Rule: Immutable Transformations: Transformations can be chained

    Scenario Outline: <Call>, of original.flip.derive.enhance.with_type(:Q)
      Given the token "K"
      When flip, derive, enhance, with_type(:Q) are applied
      Then the result shows <Value>

      Examples:
        | Call        | Value |
        | puts result | "+q'" |

  @epin-initial/pin-inheritance
  Rule: PIN Compatibility Layer

    Scenario Outline: <Call>
      Given the tokens <tokens>
      Then their <accessor> is <answers>

      Examples:
        | Call                                             | Value                                      | tokens                                   | accessor | answers                                  |
        | epin_pieces.all?(&:native?)                      | true                                       | "K", "Q", "+R", "-P", "k", "q", "r", "p" | native?  | true                                     |
        | epin_pieces.map { \|p\| convert_epin_to_pin(p) } | ["K", "Q", "+R", "-P", "k", "q", "r", "p"] | "K", "Q", "+R", "-P", "k", "q", "r", "p" | pin      | "K", "Q", "+R", "-P", "k", "q", "r", "p" |
