@edition-1.0.0-initial
Feature: Canonical form

  From the README of epin.rb: "Implementation Notes", of which "This ensures that
  parse(epin).to_s == epin for all valid EPIN strings" and "Example Flow"; and
  "Protocol Mapping", its canonical principle. K and K' are the document's; the other
  tokens are ours.

  @epin-initial/canonical
  Rule: "parse(epin).to_s == epin"

    Scenario Outline: <token> is written out as it was read
      Given the token <token>
      Then its string form is <token>

      Examples:
        | token |
        | "K"   |
        | "K'"  |
        | "k"   |
        | "k'"  |
        | "+R"  |
        | "+R'" |
        | "-p"  |
        | "-p'" |

  @library @epin-initial/example-flow
  Rule: "Example Flow"

    Scenario: Match context: First player=Chess, Second player=Shōgi. Input: "K'" (first player foreign)
      Given a match of Chess against Shōgi
      And the token "K'"
      Then it shows #<Epin::Identifier type=:K side=:first state=:normal native=false>
      And its style is Shōgi
      And the native style of the second player is Shōgi
      And it shows "K'"

  @library @epin-initial/one-representation
  Rule: "Identical pieces must have identical EPIN representations"

    Scenario: Two tokens are never the same piece
      Then no two EPIN tokens are of the same Type, Side, State and Style
