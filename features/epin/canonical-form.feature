@edition-1.0.0
Feature: Canonical form

  There is one way to write a piece. A program that reads a token and writes it out
  again writes what it read, and does not drop a mark because in its game the mark
  makes no difference.

  From EPIN §9.2, Canonical form: "EPIN tokens are canonical by construction.
  Implementations MUST NOT rewrite tokens by applying context assumptions." The token
  of a game of a single style is reconstructed, and the other tokens are ours.

  @epin/9.2/canonical
  Rule: "EPIN tokens are canonical by construction"

    Scenario Outline: <token> is written out as it was read
      Given the token <token>
      Then its string form is <token>

      Examples:
        | token  |
        | "K"    |
        | "k"    |
        | "+R"   |
        | "-p"   |
        | "K^"   |
        | "b'"   |
        | "+n'"  |
        | "K^'"  |
        | "-q^'" |

  @epin/9.2/no-context
  Rule: "Implementations MUST NOT rewrite tokens by applying context assumptions"

    Scenario Outline: <token> stays <token>: <though>
      Given the token <token>
      Then its string form is <token>

      Examples:
        | token | though                                              |
        | "K'"  | in a game of a single style the marker is redundant |
        | "+p'" | a promoted pawn may be dropped as a native one      |
        | "K"   | most games call the king a terminal piece           |
        | "+K"  | most games do not promote a king                    |
