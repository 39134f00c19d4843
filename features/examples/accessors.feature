@edition-1.0.0
Feature: Component extraction: accessors

  From the EPIN Examples, "Component extraction and transformation", Accessors: the
  table of three rows.

  Rule: An EPIN token is a PIN token with an optional derivation marker

    Scenario Outline: <Accessor>: <Description>
      Given the tokens <tokens>
      Then their <Accessor> is <values>

      @epin/9.3/pin
      Examples:
        | Accessor | Description              | tokens              | values            |
        | pin      | The underlying PIN token | "X" / "X'" / "+x^'" | "X" / "X" / "+x^" |

      @epin/9.3/is-native
      Examples:
        | Accessor | Description                                  | tokens     | values       |
        | native?  | Boolean: true if derivation marker is absent | "X" / "X'" | true / false |

      @epin/9.3/is-derived
      Examples:
        | Accessor | Description                                   | tokens     | values       |
        | derived? | Boolean: true if derivation marker is present | "X" / "X'" | false / true |
