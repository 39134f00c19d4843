@edition-1.0.0
Feature: Idempotence

  native leaves a native rook unchanged, and derive a derived one, however often it is
  applied.

  From the EPIN Examples, "Component extraction and transformation", Transformation
  methods: "These methods are idempotent", and the table of four rows.

  @examples/idempotence
  Rule: "These methods are idempotent"

    Scenario Outline: <Before>, <Method>: <After>
      Given the token <Before>
      When <Method> is applied
      Then the result is <After>

      Examples:
        | Before | Method | After |
        | "R"    | native | "R"   |
        | "R"    | derive | "R'"  |
        | "R'"   | native | "R"   |
        | "R'"   | derive | "R'"  |
