@edition-1.0.0
Feature: Component extraction: transformation methods

  From the EPIN Examples, "Component extraction and transformation", Transformation
  methods: the table of two rows. Each is tested twice: for the Style status, and for
  the copy.

  Rule: A transformation method returns a piece with another Style status

    Scenario Outline: <Method>: <Description>
      Given the token <token>
      When <Method> is applied
      Then the result is <result>

      @epin/9.3/native
      Examples:
        | Method | Description                                                         | token  | result |
        | native | Returns a copy with Native Style status (derivation marker removed) | "-x^'" | "-x^"  |

      @epin/9.3/derive
      Examples:
        | Method | Description                                                        | token | result |
        | derive | Returns a copy with Derived Style status (derivation marker added) | "-x^" | "-x^'" |

  @epin/9.3/copy
  Rule: ... and it returns a copy

    Scenario Outline: <token> is unchanged after <Method>: <Description>
      Given the token <token>
      When <Method> is applied
      Then the original is still <token>

      Examples:
        | Method | Description                                                         | token  |
        | native | Returns a copy with Native Style status (derivation marker removed) | "-x^'" |
        | derive | Returns a copy with Derived Style status (derivation marker added)  | "-x^"  |
