# frozen_string_literal: true

# A stand-in for the gem sashite-epin: what of its documented interface the adapter calls.
# As in the gem, nothing checks the encoding: on malformed UTF-8 the match raises.
module Sashite
  module Epin
    PATTERN = /\A([-+]?)([A-Za-z])('?)\z/
    STATES = { "" => :normal, "+" => :enhanced, "-" => :diminished }.freeze

    def self.valid?(string) = PATTERN.match?(string)

    def self.parse(string)
      raise ArgumentError, "Invalid EPIN string" unless valid?(string)

      prefix, letter, suffix = PATTERN.match(string).captures
      side = letter == letter.upcase ? :first : :second
      Identifier.new(letter.upcase.to_sym, side, STATES.fetch(prefix), suffix.empty?)
    end

    Identifier = Struct.new(:type, :side, :state, :native) do
      def initialize(...)
        super
        freeze
      end

      def letter = side == :first ? type.to_s : type.to_s.downcase
      def prefix = STATES.key(state)
      def suffix = native ? "" : "'"
      def to_s = "#{prefix}#{letter}#{suffix}"

      def native? = native
      def derived? = !native

      def derive = with(:native, false)
      def underive = with(:native, true)
      def flip = with(:side, side == :first ? :second : :first)
      def enhance = with(:state, :enhanced)
      def diminish = with(:state, :diminished)
      def normalize = with(:state, :normal)

      private

      def with(name, value) = self.class.new(*to_h.merge(name => value).values)
    end
  end
end
