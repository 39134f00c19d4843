# frozen_string_literal: true

# EPIN, PIN, SIN and QPI in their current texts: a small library for each.

# The string is not a valid token.
class InvalidToken < ArgumentError; end

module Lettered
  def self.parts(pattern, token)
    pattern.match(token)&.captures or raise InvalidToken, token[0, 40].inspect
  end

  def side = letter == letter.upcase ? :first : :second
  def name = letter.upcase
end

Sin = Struct.new(:letter) do
  include Lettered

  def self.parse(token) = new(*Lettered.parts(/\A([A-Za-z])\z/, token)).freeze

  alias_method :style, :name
  def to_s = letter
end

Pin = Struct.new(:sign, :letter, :caret) do
  include Lettered

  def self.parse(token) = new(*Lettered.parts(/\A([-+]?)([A-Za-z])(\^?)\z/, token)).freeze

  def state = { "" => :normal, "+" => :enhanced, "-" => :diminished }.fetch(sign)
  def terminal? = caret != ""
  def to_s = sign + letter + caret
  def flip = Pin.new(sign, letter.swapcase, caret).freeze
end

Epin = Struct.new(:pin, :derived) do
  def self.parse(token) = new(Pin.parse(token.delete_suffix("'")), token.end_with?("'")).freeze

  def native? = !derived
  def to_s = derived ? "#{pin}'" : pin.to_s
  def native = Epin.new(pin, false).freeze
  def derive = Epin.new(pin, true).freeze
end

Qpi = Struct.new(:sin, :pin) do
  def self.parse(token)
    sin, _colon, pin = token.partition(":")
    new(Sin.parse(sin), Pin.parse(pin)).freeze
  end

  def native? = sin.side == pin.side
  def to_s = "#{sin}:#{pin}"
  def native = native? ? self : Qpi.new(sin, pin.flip).freeze
  def derive = native? ? Qpi.new(sin, pin.flip).freeze : self
end
