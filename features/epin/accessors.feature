@edition-1.0.0
Feature: Accessors

  From EPIN §9.3, Component extraction: "Implementations SHOULD provide accessors for
  each component", and the table of three rows.

  Rule: "Implementations SHOULD provide accessors for each component"

    Scenario Outline: <Accessor>: <Description>
      Given the tokens <tokens>
      Then their <Accessor> is <values>

      @epin/9.3/pin
      Examples:
        | Accessor | Description       | tokens                             | values                          |
        | pin      | A valid PIN token | "K" / "K'" / "+R'" / "-p" / "+k^'" | "K" / "K" / "+R" / "-p" / "+k^" |

      @epin/9.3/is-native
      Examples:
        | Accessor | Description                            | tokens                      | values                      |
        | native?  | Boolean indicating Native Style status | "K" / "K'" / "-k^" / "-k^'" | true / false / true / false |

      @epin/9.3/is-derived
      Examples:
        | Accessor | Description                             | tokens                      | values                      |
        | derived? | Boolean indicating Derived Style status | "K" / "K'" / "-k^" / "-k^'" | false / true / false / true |
