# frozen_string_literal: true

# Piece Identifier Notation (PIN), in both editions: a library for the test of the adapter.
module Pin
  VERSION = "1.0.0"
  GRAMMARS = {
    "1.0.0" => /\A([-+]?)([A-Za-z])(\^?)\z/,
    "1.0.0-initial" => /\A([-+]?)([A-Za-z])()\z/
  }.freeze
  SIGNS = { normal: "", enhanced: "+", diminished: "-" }.freeze

  # The string is not a valid token of the edition.
  class InvalidToken < ArgumentError; end

  # Bytes that are not text cannot be matched.
  def self.match(token, edition) = token.ascii_only? ? GRAMMARS.fetch(edition).match(token) : nil

  def self.valid?(token, edition:) = !match(token, edition).nil?

  def self.parse(token, edition:)
    match = match(token, edition) or raise InvalidToken, token.byteslice(0, 40).inspect
    sign, letter, caret = match.captures
    Identifier.new(letter.upcase, letter == letter.upcase ? :first : :second, SIGNS.key(sign), caret == "^")
  end

  # A piece: name "A" to "Z", side :first or :second, and a state.
  class Identifier
    attr_reader :name, :side, :state

    def initialize(name, side, state, terminal)
      @name = name
      @side = side
      @state = state
      @terminal = terminal
      freeze
    end

    def terminal? = @terminal
    def to_s = "#{SIGNS[state]}#{side == :first ? name : name.downcase}#{"^" if terminal?}"
    def ==(other) = other.is_a?(Identifier) && to_s == other.to_s

    def flip = Identifier.new(name, side == :first ? :second : :first, state, terminal?)
    def enhance = Identifier.new(name, side, :enhanced, terminal?)
    def diminish = Identifier.new(name, side, :diminished, terminal?)
    def normalize = Identifier.new(name, side, :normal, terminal?)
    def mark = Identifier.new(name, side, state, true)
    def unmark = Identifier.new(name, side, state, false)
  end
end
