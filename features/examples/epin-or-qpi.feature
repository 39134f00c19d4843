@edition-1.0.0 @library
Feature: When to use EPIN vs QPI

  EPIN marks a piece whose style is not its side's; QPI names the style. Here a match
  of chess against shōgi or makruk says which style that is.

  From the EPIN Examples, "When to use EPIN vs QPI": the table of four rows. The
  tokens are ours. A QPI token is a style letter (sin), a colon and a PIN token (pin);
  here the style letter is in the case of the side whose style it is.

  @examples/conventions
  Rule: "Both EPIN and QPI can represent Native/Derived Style status, but they serve different purposes"

    Scenario Outline: <Aspect>: EPIN: <EPIN>, QPI: <QPI>: <token> against <style>
      Given a match of Chess against <style>
      And the token <token>
      Then it shows <token>
      And its QPI is <its QPI>

      Examples:
        | Aspect         | EPIN                   | QPI                | token | style  | its QPI |
        | Style encoding | None (context-defined) | Explicit (via SIN) | "P'"  | Shōgi  | "s:P"   |
        | Style encoding | None (context-defined) | Explicit (via SIN) | "P'"  | Makruk | "m:P"   |

    Scenario Outline: <Aspect>: EPIN: <EPIN>, QPI: <QPI>
      Given a match of Chess against Shōgi
      And the tokens <tokens>
      Then their Style status is <status>
      And their sin.side == pin.side is <sin.side == pin.side>

      Examples:
        | Aspect         | EPIN              | QPI                                | tokens                  | status                              | sin.side == pin.side        |
        | Native/Derived | Explicit flag (') | Computed from sin.side == pin.side | "P" / "P'" / "p" / "p'" | Native / Derived / Native / Derived | true / false / true / false |

    Scenario Outline: <Aspect>: EPIN: <EPIN>, QPI: <QPI>
      Given a game of the single style Chess
      And the tokens <tokens>
      Then their style is Chess
      Given a match of Chess against Makruk
      Then their style is <styles>
      And their QPI is <their QPI>

      Examples:
        | Aspect   | EPIN                                  | QPI                                  | tokens     | styles         | their QPI     |
        | Use case | Single-Style contexts, implicit Style | Cross-Style contexts, explicit Style | "P" / "P'" | Chess / Makruk | "C:P" / "m:P" |

    Scenario Outline: <Aspect>: EPIN: <EPIN>, QPI: <QPI>
      Given a match of Chess against Shōgi
      And the tokens <tokens>
      Then their QPI is <their QPI>
      And their additional characters in QPI are <characters>

      Examples:
        | Aspect     | EPIN    | QPI                             | tokens              | their QPI               | characters |
        | Token size | Compact | Slightly larger (SIN + : + PIN) | "P" / "P'" / "+p^'" | "C:P" / "s:P" / "C:+p^" | 2 / 1 / 1  |
