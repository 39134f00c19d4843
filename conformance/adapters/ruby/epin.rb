# frozen_string_literal: true

# Extended Piece Identifier Notation (EPIN), in both texts published as 1.0.0.
#
#   king = Epin.parse("+K^'")
#   [king.name, king.side, king.state, king.terminal?, king.derived?]
#   # => [:K, :first, :enhanced, true, true]
#   king.native.flip.to_s                        # => "+k^"
#   Epin.valid?("K^", edition: "1.0.0-initial")  # => false
#
# The adapter beside this file wraps this library.
module Epin
  VERSION = "1.0.0"

  # The text with the terminal marker ^, and the first one, without it.
  EDITIONS = ["1.0.0", "1.0.0-initial"].freeze

  # \A and \z: in Ruby ^ and $ are always those of a line, and \Z also matches in front
  # of a final line feed.
  GRAMMARS = {
    "1.0.0" => /\A([-+]?)([A-Za-z])(\^?)('?)\z/,
    "1.0.0-initial" => /\A([-+]?)([A-Za-z])()('?)\z/
  }.freeze

  SIDES = %i[first second].freeze
  MODIFIERS = { normal: "", enhanced: "+", diminished: "-" }.freeze

  private_constant :GRAMMARS, :SIDES, :MODIFIERS

  # What parse raises for everything that is not a token of the edition.
  class InvalidToken < ArgumentError
    def initialize(token, edition)
      @token = token
      @edition = edition
      super()
    end

    # Built on demand: most callers need no message.
    def message
      shown = @token.byteslice(0, 40).inspect + (@token.bytesize > 40 ? "..." : "")
      "#{shown} is not a token of EPIN #{@edition}"
    end
  end

  # Reads a token, in any encoding, whose bytes need not be text. Raises InvalidToken for
  # a string that is not a valid token of the edition, and ArgumentError for an edition
  # that is not one of EDITIONS.
  def self.parse(token, edition: EDITIONS.first)
    match = match(token, edition) or raise InvalidToken.new(token, edition)
    modifier, letter, terminal, derived = match.captures
    Identifier.new(
      letter.upcase.to_sym,
      side: letter == letter.upcase ? :first : :second,
      state: MODIFIERS.key(modifier),
      terminal: terminal == "^",
      derived: derived == "'"
    )
  end

  # Whether parse takes the token. Raises ArgumentError as parse does.
  def self.valid?(token, edition: EDITIONS.first)
    !match(token, edition).nil?
  end

  def self.match(token, edition)
    grammar = GRAMMARS.fetch(edition) do
      raise ArgumentError, "edition must be one of #{EDITIONS.join(", ")}, not #{edition.inspect}"
    end
    # To match bytes that are not text would raise.
    grammar.match(token) if token.ascii_only?
  end
  private_class_method :match

  # A piece as EPIN describes it; two are equal when their strings are. It never changes:
  # every transformation returns another.
  #
  # The initial edition has no terminal pieces: what is parsed by it is never terminal,
  # and an identifier marked as terminal is one of the later edition.
  class Identifier
    # The Piece Name, :A to :Z; :first or :second; :normal, :enhanced or :diminished.
    attr_reader :name, :side, :state

    def initialize(name, side: :first, state: :normal, terminal: false, derived: false)
      raise ArgumentError, "name must be one of :A to :Z, not #{name.inspect}" unless (:A..:Z).include?(name)
      raise ArgumentError, "side must be :first or :second, not #{side.inspect}" unless SIDES.include?(side)
      unless MODIFIERS.key?(state)
        raise ArgumentError, "state must be :normal, :enhanced or :diminished, not #{state.inspect}"
      end

      @name = name
      @side = side
      @state = state
      @terminal = terminal
      @derived = derived
      freeze
    end

    def terminal? = @terminal
    def derived? = @derived
    def native? = !@derived

    # The PIN token: this one without its derivation marker.
    def pin
      letter = side == :first ? name.to_s : name.to_s.downcase
      "#{MODIFIERS[state]}#{letter}#{"^" if terminal?}"
    end

    def to_s = derived? ? "#{pin}'" : pin

    def ==(other) = other.is_a?(Identifier) && to_s == other.to_s
    alias eql? ==

    def hash = to_s.hash

    def native = with(derived: false)
    def derive = with(derived: true)
    def flip = with(side: side == :first ? :second : :first)
    def enhance = with(state: :enhanced)
    def diminish = with(state: :diminished)
    def normalize = with(state: :normal)
    def mark = with(terminal: true)
    def unmark = with(terminal: false)

    private

    def with(**changes)
      Identifier.new(name, side: side, state: state, terminal: terminal?, derived: derived?, **changes)
    end
  end
end
