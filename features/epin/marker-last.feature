@edition-1.0.0
Feature: The derivation marker appears last

  The apostrophe that marks a derived piece is the last character of its token. In the
  token of a terminal piece it comes after the ^.

  From EPIN §4, Format: <pin> [ derivation-marker ]. "The derivation marker, when
  present, MUST appear last." The document has no table here; the tokens are ours.

  @epin/4/marker-last
  Rule: "The derivation marker, when present, MUST appear last"

    Scenario Outline: <token> has the marker at its end
      Given the token <token>
      Then it is accepted

      Examples:
        | token  |
        | "K'"   |
        | "K^'"  |
        | "+K'"  |
        | "-k^'" |

    Scenario Outline: <string> has the marker elsewhere
      Given the string <string>
      Then it is rejected

      Examples:
        | string | the marker is   |
        | "'K"   | at the front    |
        | "'+K"  | before the sign |
        | "+'K"  | behind the sign |
        | "+K'^" | before the ^    |
        | "K'K"  | in the middle   |
