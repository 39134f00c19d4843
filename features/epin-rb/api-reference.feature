@edition-1.0.0-initial
Feature: API reference of epin.rb

  Every call that the library has, with one line for each. It calls Type what later
  texts call the Name of a piece, and foreign what is called derived here. underive is
  requested as native, where an adapter can request it at all.

  From the README of epin.rb, "API Reference", under its headings. The pieces that the
  calls are tried on are ours.

  Rule: Main Module Methods

    @epin-initial/accept @epin-initial/reject
    Scenario Outline: <Call> - <Description>
      Given the tokens <valid>
      Then they are accepted
      Given the tokens <invalid>
      Then they are rejected

      Examples:
        | Call                              | Description                            | valid      | invalid   |
        | Sashite::Epin.valid?(epin_string) | Check if string is valid EPIN notation | "K", "+R'" | "", "K''" |

    @epin-initial/attributes @epin-initial/derivation
    Scenario Outline: <Call> - <Description>
      Given the token <token>
      Then it shows <value>

      Examples:
        | Call                             | Description                              | token | value                                                                 |
        | Sashite::Epin.parse(epin_string) | Parse EPIN string into Identifier object | "+r'" | #<Epin::Identifier type=:R side=:second state=:enhanced native=false> |

    @library @epin-initial/attributes @epin-initial/derivation
    Scenario Outline: <Call> - <Description>
      Given the piece made of <attributes>
      Then it shows <value>

      Examples:
        | Call                                                | Description                         | attributes                  | value |
        | Sashite::Epin.identifier(type, side, state, native) | Create identifier instance directly | P, second, diminished, true | "-p"  |

  Rule: Creation and Parsing

    @library @epin-initial/attributes @epin-initial/derivation
    Scenario Outline: <Call> - <Description>
      Given the piece made of <attributes>
      Then it shows <value>

      Examples:
        | Call                                                                      | Description                | attributes               | value                                                                  |
        | Sashite::Epin::Identifier.new(type, side, state = :normal, native = true) | Create identifier instance | R, second                | #<Epin::Identifier type=:R side=:second state=:normal native=true>     |
        | Sashite::Epin::Identifier.new(type, side, state = :normal, native = true) | Create identifier instance | R, second, diminished    | #<Epin::Identifier type=:R side=:second state=:diminished native=true> |
        | Sashite::Epin::Identifier.new(type, side, state = :normal, native = true) | Create identifier instance | R, second, normal, false | #<Epin::Identifier type=:R side=:second state=:normal native=false>    |

    @epin-initial/attributes @epin-initial/derivation
    Scenario Outline: <Call> - <Description>
      Given the token <token>
      Then it shows <value>

      Examples:
        | Call                                         | Description                               | token | value                                                                  |
        | Sashite::Epin::Identifier.parse(epin_string) | Parse EPIN string (same as module method) | "-P'" | #<Epin::Identifier type=:P side=:first state=:diminished native=false> |

    @epin-initial/accept @epin-initial/reject
    Scenario Outline: <Call> - <Description>
      Given the tokens <valid>
      Then they are accepted
      Given the tokens <invalid>
      Then they are rejected

      Examples:
        | Call                                          | Description                         | valid      | invalid   |
        | Sashite::Epin::Identifier.valid?(epin_string) | Validate EPIN string (class method) | "k", "-P'" | "+", "'K" |

  Rule: Attribute Access

    Scenario Outline: <Call> - <Description>
      Given the tokens <tokens>
      Then their <attribute> is <values>

      @epin-initial/attributes
      Examples:
        | Call   | Description                                        | tokens             | attribute | values                         |
        | #type  | Get piece type (symbol :A to :Z, always uppercase) | "A" / "k" / "+z'"  | Type      | A / K / Z                      |
        | #side  | Get player side (:first or :second)                | "K" / "k'"         | Side      | first / second                 |
        | #state | Get state (:normal, :enhanced, or :diminished)     | "K" / "+K" / "-k'" | State     | normal / enhanced / diminished |

      @epin-initial/accessors
      Examples:
        | Call    | Description                                               | tokens     | attribute | values       |
        | #native | Get style derivation (true for native, false for foreign) | "K" / "K'" | native?   | true / false |

    @library
    Scenario Outline: <Call> - <Description>
      Given the tokens <tokens>
      Then their <attribute> is <values>

      @epin-initial/attributes
      Examples:
        | Call    | Description                                                 | tokens               | attribute | values         |
        | #letter | Get letter representation (string, case determined by side) | "+K'" / "+k'"        | letter    | "K" / "k"      |
        | #prefix | Get state prefix (string: "+", "-", or "")                  | "+K'" / "-K'" / "K'" | prefix    | "+" / "-" / "" |

      @epin-initial/derivation
      Examples:
        | Call    | Description                               | tokens       | attribute | values   |
        | #suffix | Get derivation suffix (string: "'" or "") | "+K'" / "+K" | suffix    | "'" / "" |

    @epin-initial/canonical
    Scenario Outline: <Call> - <Description>
      Given the tokens <tokens>
      Then their string form is <tokens>

      Examples:
        | Call  | Description                           | tokens             |
        | #to_s | Convert to EPIN string representation | "K" / "+R'" / "-p" |

  @epin-initial/accessors
  Rule: Style Queries

    Scenario Outline: <Call> - <Description>
      Given the tokens <tokens>
      Then their <accessor> is <values>

      Examples:
        | Call      | Description                                           | tokens                  | accessor | values                      |
        | #native?  | Check if native style (current side's native style)   | "K" / "K'" / "k" / "k'" | native?  | true / false / true / false |
        | #derived? | Check if foreign style (opposite side's native style) | "K" / "K'" / "k" / "k'" | derived? | false / true / false / true |
        | #foreign? | Alias for #derived?                                   | "K" / "K'" / "k" / "k'" | derived? | false / true / false / true |

  @library @epin-initial/attributes
  Rule: State Queries

    Scenario Outline: <Call> - <Description>
      Given the tokens <tokens>
      Then their <query> is <values>

      Examples:
        | Call         | Description                          | tokens            | query       | values               |
        | #normal?     | Check if normal state (no modifiers) | "K" / "+K" / "-K" | normal?     | true / false / false |
        | #enhanced?   | Check if enhanced state              | "K" / "+K" / "-K" | enhanced?   | false / true / false |
        | #diminished? | Check if diminished state            | "K" / "+K" / "-K" | diminished? | false / false / true |

  @library @epin-initial/attributes
  Rule: Side Queries

    Scenario Outline: <Call> - <Description>
      Given the tokens <tokens>
      Then their <query> is <values>

      Examples:
        | Call            | Description                       | tokens    | query          | values       |
        | #first_player?  | Check if first player identifier  | "K" / "k" | first_player?  | true / false |
        | #second_player? | Check if second player identifier | "K" / "k" | second_player? | false / true |

  @epin-initial/transformations
  Rule: State Transformations (immutable - return new instances)

    Scenario Outline: <Call> - <Description>
      Given the token <token>
      When <transformation> is applied
      Then the result is <result>

      Examples:
        | Call     | Description             | token | transformation | result |
        | #enhance | Create enhanced version | "k'"  | enhance        | "+k'"  |
        | #enhance | Create enhanced version | "-k'" | enhance        | "+k'"  |

    @library
    Scenario Outline: <Call> - <Description>
      Given the token <token>
      When <transformation> is applied
      Then the result shows <result>

      Examples:
        | Call       | Description           | token | transformation | result |
        | #unenhance | Remove enhanced state | "+k'" | unenhance      | "k'"   |
        | #unenhance | Remove enhanced state | "-k'" | unenhance      | "-k'"  |

    Scenario Outline: <Call> - <Description>
      Given the token <token>
      When <transformation> is applied
      Then the result is <result>

      Examples:
        | Call      | Description               | token | transformation | result |
        | #diminish | Create diminished version | "k'"  | diminish       | "-k'"  |
        | #diminish | Create diminished version | "+k'" | diminish       | "-k'"  |

    @library
    Scenario Outline: <Call> - <Description>
      Given the token <token>
      When <transformation> is applied
      Then the result shows <result>

      Examples:
        | Call        | Description             | token | transformation | result |
        | #undiminish | Remove diminished state | "-k'" | undiminish     | "k'"   |
        | #undiminish | Remove diminished state | "+k'" | undiminish     | "+k'"  |

    Scenario Outline: <Call> - <Description>
      Given the token <token>
      When <transformation> is applied
      Then the result is <result>

      Examples:
        | Call       | Description                | token | transformation | result |
        | #normalize | Remove all state modifiers | "+k'" | normalize      | "k'"   |
        | #normalize | Remove all state modifiers | "-k'" | normalize      | "k'"   |

  Rule: Style Transformations (immutable - return new instances)

    Scenario Outline: <Call> - <Description>
      Given the token <token>
      When <transformation> is applied
      Then the result is <result>

      @epin-initial/derive
      Examples:
        | Call    | Description                                      | token | transformation | result |
        | #derive | Convert to foreign style (add derivation suffix) | "-p"  | derive         | "-p'"  |

      @epin-initial/native
      Examples:
        | Call      | Description                                        | token | transformation | result |
        | #underive | Convert to native style (remove derivation suffix) | "-p'" | native         | "-p"   |

      @epin-initial/transformations
      Examples:
        | Call  | Description                 | token | transformation | result |
        | #flip | Switch player (change side) | "-p'" | flip           | "-P'"  |

  @library @epin-initial/transformations
  Rule: Attribute Transformations (immutable - return new instances)

    Scenario Outline: <Call> - <Description>
      Given the token <token>
      When <transformation> is applied
      Then the result shows <result>
      And the original is still <token>

      Examples:
        | Call                     | Description                                 | token | transformation          | result |
        | #with_type(new_type)     | Create identifier with different type       | "+r'" | with_type(:Q)           | "+q'"  |
        | #with_side(new_side)     | Create identifier with different side       | "+r'" | with_side(:first)       | "+R'"  |
        | #with_state(new_state)   | Create identifier with different state      | "+r'" | with_state(:diminished) | "-r'"  |
        | #with_derivation(native) | Create identifier with different derivation | "+r'" | with_derivation(true)   | "+r"   |

  Rule: Comparison Methods

    @library
    Scenario Outline: <Call> - <Description>
      Given the token <token>
      Then its <comparison> with <same> is true
      And its <comparison> with <different> is false

      @epin-initial/attributes
      Examples:
        | Call                | Description              | token | comparison  | same  | different |
        | #same_type?(other)  | Check if same piece type | "K"   | same_type?  | "+k'" | "Q"       |
        | #same_side?(other)  | Check if same side       | "K"   | same_side?  | "+Q'" | "k"       |
        | #same_state?(other) | Check if same state      | "K"   | same_state? | "q'"  | "+K"      |

      @epin-initial/derivation
      Examples:
        | Call                | Description                    | token | comparison  | same | different |
        | #same_style?(other) | Check if same style derivation | "K"   | same_style? | "+q" | "K'"      |

    @epin-initial/equivalent
    Scenario Outline: <Call> - <Description>
      Given the token <token>
      Then it equals <same>
      And it does not equal <different>

      Examples:
        | Call       | Description              | token | same  | different |
        | #==(other) | Full equality comparison | "+r'" | "+r'" | "+r"      |

  @library @epin-initial/derivation
  Rule: Constants

    Scenario Outline: <Call> - <Description>
      Given the token <token>
      When <transformation> is applied
      Then the result shows <result>

      Examples:
        | Call                               | Description                        | token | transformation           | result |
        | Sashite::Epin::Identifier::NATIVE  | Constant for native style (true)   | "K'"  | with_derivation(NATIVE)  | "K"    |
        | Sashite::Epin::Identifier::FOREIGN | Constant for foreign style (false) | "K"   | with_derivation(FOREIGN) | "K'"   |

    Scenario Outline: <Call> - <Description>
      Then the constant DERIVATION_SUFFIX is <value>

      Examples:
        | Call                                         | Description                                | value |
        | Sashite::Epin::Identifier::DERIVATION_SUFFIX | Derivation suffix for foreign pieces ("'") | "'"   |
