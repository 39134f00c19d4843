@edition-1.0.0-initial
Feature: Usage of epin.rb

  Reading, writing and creating pieces, and making new ones from them, as the README
  of a library shows it: each call with the value that it returns.

  From the README of epin.rb, "Usage"; the rules are the comments above its samples.
  There, identifier is assigned again, to +r', but is still shown with the values of K:
  it is K here. A line that the README repeats is tested once, where it first occurs.
  underive is requested as native, its name in the later text.

  Rule: "Parse EPIN strings into identifier objects"

    Scenario Outline: <Call>
      Given the token <token>
      Then it shows <Value>

      @epin-initial/attributes @epin-initial/derivation
      Examples:
        | Call                                  | Value                                                             | token |
        | identifier = Sashite::Epin.parse("K") | #<Epin::Identifier type=:K side=:first state=:normal native=true> | "K"   |

      @epin-initial/canonical
      Examples:
        | Call            | Value | token |
        | identifier.to_s | "K"   | "K"   |

    Scenario Outline: <Call>
      Given the token <token>
      Then its <attribute> is <word>

      @epin-initial/attributes
      Examples:
        | Call             | Value   | token | attribute | word   |
        | identifier.type  | :K      | "K"   | Type      | K      |
        | identifier.side  | :first  | "K"   | Side      | first  |
        | identifier.state | :normal | "K"   | State     | normal |

      @epin-initial/accessors
      Examples:
        | Call               | Value | token | attribute | word |
        | identifier.native? | true  | "K"   | native?   | true |

  @library @epin-initial/attributes @epin-initial/derivation
  Rule: Create identifiers directly

    Scenario Outline: <Call>
      Given the piece made of <attributes>
      Then it shows <Value>

      Examples:
        | Call                                                                      | Value                                                                 | attributes                 |
        | identifier = Sashite::Epin::Identifier.new(:R, :second, :enhanced, false) | #<Epin::Identifier type=:R side=:second state=:enhanced native=false> | R, second, enhanced, false |

  Rule: "Validate EPIN strings"

    Scenario Outline: <Call>
      Given the string <string>
      Then it is <answer>

      @epin-initial/accept
      Examples:
        | Call                        | Value | string | answer   |
        | Sashite::Epin.valid?("K")   | true  | "K"    | accepted |
        | Sashite::Epin.valid?("+R'") | true  | "+R'"  | accepted |

      @epin-initial/reject
      Examples:
        | Call                            | Value | string    | answer   |
        | Sashite::Epin.valid?("invalid") | false | "invalid" | rejected |

  Rule: Style derivation with apostrophe suffix

    Scenario Outline: <Call>
      Given the token <token>
      Then it shows <Value>

      @epin-initial/attributes @epin-initial/derivation
      Examples:
        | Call                                     | Value                                                              | token |
        | native_king = Sashite::Epin.parse("K")   | #<Epin::Identifier type=:K side=:first state=:normal native=true>  | "K"   |
        | foreign_king = Sashite::Epin.parse("K'") | #<Epin::Identifier type=:K side=:first state=:normal native=false> | "K'"  |

      @epin-initial/canonical
      Examples:
        | Call              | Value | token |
        | native_king.to_s  | "K"   | "K"   |
        | foreign_king.to_s | "K'"  | "K'"  |

  @epin-initial/transformations
  Rule: State manipulation (returns new immutable instances)

    Scenario Outline: <Call>
      Given the token <token>
      When <transformation> is applied
      Then the result shows <Value>

      Examples:
        | Call                             | Value                                                                 | token | transformation |
        | enhanced = identifier.enhance    | #<Epin::Identifier type=:K side=:first state=:enhanced native=true>   | "K"   | enhance        |
        | enhanced.to_s                    | "+K"                                                                  | "K"   | enhance        |
        | diminished = identifier.diminish | #<Epin::Identifier type=:K side=:first state=:diminished native=true> | "K"   | diminish       |
        | diminished.to_s                  | "-K"                                                                  | "K"   | diminish       |

  Rule: Style derivation manipulation

    Scenario Outline: <Call>
      Given the token <token>
      When <transformations> are applied
      Then the result shows <Value>

      @epin-initial/derive
      Examples:
        | Call                              | Value                                                              | token | transformations |
        | foreign_piece = identifier.derive | #<Epin::Identifier type=:K side=:first state=:normal native=false> | "K"   | derive          |
        | foreign_piece.to_s                | "K'"                                                               | "K"   | derive          |

      @epin-initial/native
      Examples:
        | Call                                    | Value                                                             | token | transformations |
        | back_to_native = foreign_piece.underive | #<Epin::Identifier type=:K side=:first state=:normal native=true> | "K"   | derive, native  |
        | back_to_native.to_s                     | "K"                                                               | "K"   | derive, native  |

  @epin-initial/transformations
  Rule: Side manipulation

    Scenario Outline: <Call>
      Given the token <token>
      When <transformation> is applied
      Then the result shows <Value>

      Examples:
        | Call                      | Value                                                              | token | transformation |
        | flipped = identifier.flip | #<Epin::Identifier type=:K side=:second state=:normal native=true> | "K"   | flip           |
        | flipped.to_s              | "k"                                                                | "K"   | flip           |

  @library @epin-initial/transformations
  Rule: Type manipulation

    Scenario Outline: <Call>
      Given the token <token>
      When <transformation> is applied
      Then the result shows <Value>

      Examples:
        | Call                             | Value                                                             | token | transformation |
        | queen = identifier.with_type(:Q) | #<Epin::Identifier type=:Q side=:first state=:normal native=true> | "K"   | with_type(:Q)  |
        | queen.to_s                       | "Q"                                                               | "K"   | with_type(:Q)  |

  @epin-initial/accessors
  Rule: Style queries

    Scenario Outline: <Call>
      Given the token <token>
      Then its <accessor> is <answer>

      Examples:
        | Call                  | Value                     | token | accessor | answer |
        | foreign_king.derived? | true                      | "K'"  | derived? | true   |
        | foreign_king.foreign? | true (alias for derived?) | "K'"  | derived? | true   |

  @epin-initial/attributes
  Rule: State queries

    Scenario Outline: <Call>
      Given the token <token>
      Then its State is <state>

      Examples:
        | Call                   | Value | token | state      |
        | identifier.normal?     | true  | "K"   | normal     |
        | enhanced.enhanced?     | true  | "+K"  | enhanced   |
        | diminished.diminished? | true  | "-K"  | diminished |

  @epin-initial/attributes
  Rule: Side queries

    Scenario Outline: <Call>
      Given the token <token>
      Then its Side is <side>

      Examples:
        | Call                     | Value | token | side   |
        | identifier.first_player? | true  | "K"   | first  |
        | flipped.second_player?   | true  | "k"   | second |

  @library
  Rule: Attribute access

    Scenario Outline: <Call>
      Given the token <token>
      Then its <attribute> is <Value>

      @epin-initial/attributes
      Examples:
        | Call              | Value | token | attribute |
        | identifier.letter | "K"   | "K"   | letter    |
        | enhanced.prefix   | "+"   | "+K"  | prefix    |

      @epin-initial/derivation
      Examples:
        | Call                | Value | token | attribute |
        | foreign_king.suffix | "'"   | "K'"  | suffix    |
        | identifier.suffix   | ""    | "K"   | suffix    |

  @library @epin-initial/attributes
  Rule: Type and side comparison

    Scenario Outline: <Call>
      Given the token <token>
      Then its <comparison> with <other> is <answer>

      Examples:
        | Call                    | Value                    | token | comparison | other | answer |
        | king1.same_type?(king2) | true (both kings)        | "K"   | same_type? | "k"   | true   |
        | king1.same_side?(queen) | true (both first player) | "K"   | same_side? | "Q"   | true   |
        | king1.same_type?(queen) | false (different types)  | "K"   | same_type? | "Q"   | false  |

  @library @epin-initial/derivation
  Rule: Style comparison

    Scenario Outline: <Call>
      Given the token <token>
      Then its <comparison> with <other> is <answer>

      Examples:
        | Call                                  | Value                        | token | comparison  | other | answer |
        | native_king.same_style?(foreign_king) | false (different derivation) | "K"   | same_style? | "K'"  | false  |

  @epin-initial/transformations @epin-initial/derive
  Rule: Functional transformations can be chained

    Scenario Outline: <Call>
      Given the token <token>
      When <transformations> are applied
      Then the result is <result>

      Examples:
        | Call                                              | Value                                       | token | transformations       | result |
        | enemy_foreign_promoted = pawn.flip.derive.enhance | "+p'" (second player foreign promoted pawn) | "P"   | flip, derive, enhance | "+p'"  |
