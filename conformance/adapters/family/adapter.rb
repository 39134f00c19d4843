# frozen_string_literal: true

require "json"
require_relative "notations"

# By edition: the library, and what it offers by the names of the protocol.
PIECE = { name: :name, side: :side, state: :state, terminal: :terminal? }.transform_values(&:to_proc)
OF_PIN = { native: :native?.to_proc, **PIECE.transform_values { |read| ->(piece) { read.call(piece.pin) } } }.freeze
DERIVATION = %w[native derive].freeze
LIBRARIES = {
  "1.0.0" => [Epin, { **OF_PIN, derived: :derived.to_proc, pin: ->(epin) { epin.pin.to_s } }, DERIVATION],
  "pin/1.0.0" => [Pin, PIECE, %w[flip]],
  "sin/1.0.0" => [Sin, { style: :style.to_proc, side: :side.to_proc }, []],
  "qpi/1.0.0" => [Qpi, { **OF_PIN, style: ->(qpi) { qpi.sin.style } }, DERIVATION]
}.freeze

# One session: hello selects the library of all later requests.
class Adapter
  def response(request)
    case request["op"]
    when "hello" then hello(request)
    when "sweep" then { valid: request["tokens"].map { |token| verdict(token) }.join }
    when "parse", "equal", "apply"
      offered = (request.fetch("methods", []) - @methods).empty?
      offered ? guarded(request) : { unsupported: true }
    else { unsupported: true }
    end
  end

  private

  def hello(request)
    introduction = { protocol: 1, implementation: { name: "notations.rb" } }
    return { **introduction, unsupported: true } unless LIBRARIES.key?(request["edition"])

    @library, @attributes, @methods = LIBRARIES[request["edition"]]
    ops = %w[parse equal sweep]
    ops << "apply" if @methods.any?
    { **introduction, ops: ops, methods: @methods }
  end

  def verdict(token)
    { true => "1", false => "0", nil => "!" }[guarded({ "op" => "parse", "token" => token })[:valid]]
  end

  def guarded(request)
    answer(request)
  rescue StandardError => e
    { crash: "#{e.class}: #{e.message}" }
  end

  def answer(request)
    begin
      pieces = request.values_at("token", "other").compact.map { |token| @library.parse(token) }
    rescue InvalidToken # around the parser only
      return { valid: false }
    end
    case request["op"]
    when "equal" then { equal: pieces[0] == pieces[1] }
    when "parse" then { valid: true, token: pieces[0].to_s, **@attributes.transform_values { |read| read.call(pieces[0]) } }
    else
      request["methods"].each { |method| pieces << pieces.last.public_send(method) }
      { valid: true, tokens: pieces.drop(1).map(&:to_s), original: pieces[0].to_s }
    end
  end
end

adapter = Adapter.new
$stdout.sync = true
$stdin.binmode.each_line("\n") do |line|
  request = JSON.parse(line, max_nesting: false)
  puts JSON.generate({ id: request["id"], **adapter.response(request) })
end
