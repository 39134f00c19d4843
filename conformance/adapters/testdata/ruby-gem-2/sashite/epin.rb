# frozen_string_literal: true

# A stand-in for version 2 of the gem sashite-epin, and for the gem sashite-pin: what of their
# documented interfaces the adapter calls.
module Sashite
  module Pin
    STATES = { "" => :normal, "+" => :enhanced, "-" => :diminished }.freeze

    Identifier = Struct.new(:abbr, :side, :state, :is_terminal) do
      def initialize(...)
        super
        freeze
      end

      def to_s
        "#{STATES.key(state)}#{side == :first ? abbr : abbr.to_s.downcase}#{"^" if is_terminal}"
      end

      def terminal? = is_terminal
      def flip = with(:side, side == :first ? :second : :first)
      def enhance = with(:state, :enhanced)
      def diminish = with(:state, :diminished)
      def normalize = with(:state, :normal)
      def terminal = with(:is_terminal, true)
      def non_terminal = with(:is_terminal, false)

      private

      def with(name, value) = self.class.new(*to_h.merge(name => value).values)
    end
  end

  module Epin
    PATTERN = /\A([-+]?)([A-Za-z])(\^?)('?)\z/

    def self.valid?(string) = string.valid_encoding? && PATTERN.match?(string)

    def self.parse(string)
      raise ArgumentError, "invalid derivation marker" unless valid?(string)

      prefix, letter, caret, quote = PATTERN.match(string).captures
      side = letter == letter.upcase ? :first : :second
      pin = Pin::Identifier.new(letter.upcase.to_sym, side, Pin::STATES.fetch(prefix), !caret.empty?)
      Identifier.new(pin, !quote.empty?)
    end

    Identifier = Struct.new(:pin, :is_derived) do
      def initialize(...)
        super
        freeze
      end

      def to_s = "#{pin}#{"'" if is_derived}"
      def derived? = is_derived
      def native? = !is_derived
      def with_pin(new_pin) = self.class.new(new_pin, is_derived)
      def derive = self.class.new(pin, true)
      def native = self.class.new(pin, false)
    end
  end
end
