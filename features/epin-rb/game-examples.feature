@edition-1.0.0-initial
Feature: Game examples of epin.rb

  Chess against shōgi, chess against itself, and a piece that changes its style when
  it is captured.

  From the README of epin.rb, "Game Examples": the calls for which it shows a value,
  under its headings and comments. underive is requested as native.

  @library @epin-initial/attributes @epin-initial/native-style
  Rule: Cross-Style Chess vs. Shōgi: Native pieces (no derivation suffix)

    Scenario Outline: <Call>
      Given a match of Chess against Shōgi
      And the piece made of <attributes>
      Then it shows <token>
      And its style is <style>

      Examples:
        | Call                                                              | Value            | attributes              | token | style |
        | white_king = Sashite::Epin.identifier(:K, :first, :normal, true)  | "K" (Chess king) | K, first, normal, true  | "K"   | Chess |
        | black_king = Sashite::Epin.identifier(:K, :second, :normal, true) | "k" (Shōgi king) | K, second, normal, true | "k"   | Shōgi |

  @library @epin-initial/attributes @epin-initial/cross-style
  Rule: Cross-Style Chess vs. Shōgi: Foreign pieces (with derivation suffix)

    Scenario Outline: <Call>
      Given a match of Chess against Shōgi
      And the piece made of <attributes>
      Then it shows <token>
      And its style is <style>

      Examples:
        | Call                                                                     | Value                       | attributes               | token | style |
        | white_shogi_king = Sashite::Epin.identifier(:K, :first, :normal, false)  | "K'" (Shōgi king for white) | K, first, normal, false  | "K'"  | Shōgi |
        | black_chess_king = Sashite::Epin.identifier(:K, :second, :normal, false) | "k'" (Chess king for black) | K, second, normal, false | "k'"  | Chess |

  Rule: Cross-Style Chess vs. Shōgi: Promoted pieces in cross-style context

    Scenario Outline: <Call>
      Given the token <token>
      Then its <attribute> is <word>

      @epin-initial/attributes
      Examples:
        | Call                          | Value | token | attribute | word     |
        | white_promoted_rook.enhanced? | true  | "+R'" | State     | enhanced |

      @epin-initial/accessors
      Examples:
        | Call                         | Value | token | attribute | word |
        | white_promoted_rook.derived? | true  | "+R'" | derived?  | true |

      @epin-initial/attributes
      Examples:
        | Call                          | Value | token | attribute | word     |
        | black_promoted_pawn.enhanced? | true  | "+p"  | State     | enhanced |

      @epin-initial/accessors
      Examples:
        | Call                        | Value | token | attribute | word |
        | black_promoted_pawn.native? | true  | "+p"  | native?   | true |

  Rule: Single-Style Games (PIN Compatibility): All pieces are native, so EPIN behaves exactly like PIN

    Scenario Outline: <Call>
      Given the tokens <tokens>
      Then their native? is <Value>

      @epin-initial/pin-inheritance
      Examples:
        | Call                         | Value | tokens                        |
        | white_pieces.all?(&:native?) | true  | "K", "Q", "+R", "B", "N", "P" |
        | black_pieces.all?(&:native?) | true  | "k", "q", "+r", "b", "n", "p" |

  Rule: Single-Style Games (PIN Compatibility): EPIN strings match PIN strings for native pieces

    Scenario Outline: <Call>
      Given the tokens <tokens>
      Then their string form is <tokens>

      @epin-initial/canonical @epin-initial/pin-inheritance
      Examples:
        | Call                     | Value                           | tokens                        |
        | white_pieces.map(&:to_s) | ["K", "Q", "+R", "B", "N", "P"] | "K", "Q", "+R", "B", "N", "P" |
        | black_pieces.map(&:to_s) | ["k", "q", "+r", "b", "n", "p"] | "k", "q", "+r", "b", "n", "p" |

  Rule: Style Mutation During Gameplay: Simulate capture with style change (Ōgi rules)

    @library @epin-initial/copy
    Scenario Outline: <Call>, after chess_queen.flip.with_type(:P).underive
      Given the token "q'"
      When flip, with_type(:P), underive are applied
      Then the original is still <token>

      Examples:
        | Call             | Value                      | token |
        | chess_queen.to_s | "q'" (black foreign queen) | "q'"  |

    @library @epin-initial/transformations
    Scenario Outline: <Call>, of chess_queen.flip.with_type(:P).underive
      Given the token "q'"
      When flip, with_type(:P), underive are applied
      Then the result shows <token>

      Examples:
        | Call          | Value                   | token |
        | captured.to_s | "P" (white native pawn) | "P"   |

  @epin-initial/derive
  Rule: Style Mutation During Gameplay: Style derivation changes during gameplay

    Scenario Outline: <Call>, of shogi_piece.derive
      Given the token "r"
      When derive is applied
      Then the result is <token>

      Examples:
        | Call               | Value                     | token |
        | foreign_piece.to_s | "r'" (black foreign rook) | "r'"  |
