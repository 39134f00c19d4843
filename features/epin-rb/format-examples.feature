@edition-1.0.0-initial
Feature: Format examples of epin.rb

  From the README of epin.rb, "Format Specification", Examples: the list of four.
  Each is tested twice: for player, piece and state, and for the style.

  @epin-initial/attributes
  Rule: A token says whose piece it is, which piece, and in which state

    Scenario Outline: <Example> - <Meaning>
      Given the token <Example>
      Then it is accepted
      And its Side is <side>
      And its Name is <name>
      And its State is <state>

      Examples:
        | Example | Meaning                                             | name | side   | state      |
        | "K"     | First player king (native style, normal state)      | K    | first  | normal     |
        | "k'"    | Second player king (foreign style, normal state)    | K    | second | normal     |
        | "+R'"   | First player rook (foreign style, enhanced state)   | R    | first  | enhanced   |
        | "-p"    | Second player pawn (native style, diminished state) | P    | second | diminished |

  @epin-initial/derivation
  Rule: ... and of which style

    Scenario Outline: <Example> - <Meaning>
      Given the token <Example>
      Then its Style status is <style>

      Examples:
        | Example | Meaning                                             | style   |
        | "K"     | First player king (native style, normal state)      | Native  |
        | "k'"    | Second player king (foreign style, normal state)    | Derived |
        | "+R'"   | First player rook (foreign style, enhanced state)   | Derived |
        | "-p"    | Second player pawn (native style, diminished state) | Native  |
