# frozen_string_literal: true

# An adapter for the gem sashite-epin, from its documentation.
#
#     gem install sashite-epin
#     epin certify -- ruby adapter.rb
#
# The gem has had two interfaces: up to 1.2.0, identifiers of edition 1.0.0-initial with all
# methods of their own; from 2.0.0 on, identifiers of edition 1.0.0 that hold a PIN value of the gem
# sashite-pin. The adapter finds out which one is installed.
#
# Only the first part depends on the gem. The second part turns requests into calls, and
# results into responses. The third part reads and writes lines. Both are those of the Ruby
# adapter.

require "json"

# 1. The library. Never respond in its place: call it, and report what it did.

require "sashite/epin"

IMPLEMENTATION = {
  name: "sashite-epin",
  version: Gem.loaded_specs["sashite-epin"]&.version.to_s,
  language: "ruby #{RUBY_VERSION}",
  homepage: "https://github.com/sashite/epin.rb"
}.freeze

# The gem has one grammar: the runner tests it by the requested edition.
EDITIONS = %w[1.0.0 1.0.0-initial].freeze

OPS = %w[parse valid apply equal sweep].freeze

# Whether identifiers hold a PIN value.
COMPOSED = Sashite::Epin::Identifier.method_defined?(:with_pin)

# The first of these methods that PIN values have: versions of sashite-pin differ in their names.
def of_pin(*names)
  names.find { |name| Sashite::Pin::Identifier.method_defined?(name) }
end

# A transformation of the PIN value.
def by_pin(*names)
  name = of_pin(*names)
  ->(identifier) { identifier.with_pin(identifier.pin.public_send(name)) }
end

# The methods of the protocol, and the calls of the library.
METHODS =
  if COMPOSED
    {
      "native" => :native.to_proc,
      "derive" => :derive.to_proc,
      "flip" => by_pin(:flip),
      "enhance" => by_pin(:enhance),
      "diminish" => by_pin(:diminish),
      "normalize" => by_pin(:normalize),
      "mark" => by_pin(:mark_terminal, :terminal),
      "unmark" => by_pin(:unmark_terminal, :non_terminal)
    }.freeze
  else
    {
      "native" => :underive.to_proc,
      "derive" => :derive.to_proc,
      "flip" => :flip.to_proc,
      "enhance" => :enhance.to_proc,
      "diminish" => :diminish.to_proc,
      "normalize" => :normalize.to_proc
    }.freeze
  end

BYTES = true

# The calls to the gem, one for each operation.
#
# Only the parser may reject a token by raising, so only its call has a rescue: the same
# error from anywhere else is a crash.
class Library
  REJECTED = { valid: false }.freeze

  def initialize(_edition); end

  # The parsed value, or nil for a token that the parser rejects with an ArgumentError. Ruby also
  # raises that if a pattern is matched against malformed text; then it is a crash, not a rejection.
  def read(token)
    Sashite::Epin.parse(token)
  rescue ArgumentError => e
    raise if e.message.start_with?("invalid byte sequence")
  end

  def parse(token)
    identifier = read(token) or return REJECTED
    { valid: true, **attributes(identifier) }
  end

  NAME = of_pin(:abbr, :type) if COMPOSED

  def attributes(identifier)
    {
      token: identifier.to_s,
      native: identifier.native?,
      derived: identifier.derived?,
      **(COMPOSED ? attributes_of_pin(identifier.pin) : attributes_of_its_own(identifier))
    }
  end

  def attributes_of_pin(pin)
    {
      pin: pin.to_s,
      name: pin.public_send(NAME),
      side: pin.side,
      state: pin.state,
      terminal: pin.terminal?
    }
  end

  def attributes_of_its_own(identifier)
    { name: identifier.type, side: identifier.side, state: identifier.state }
  end

  def valid(token)
    { valid: Sashite::Epin.valid?(token) }
  end

  def apply(token, before, methods, unread)
    original = read(token) or return REJECTED
    # Attributes are read at once, and again from each result, to show what a value remembers.
    # Where unread is true, nothing is read before the last result.
    identifier = original
    last = attributes(original) unless unread && methods.any?
    before.each { |method| METHODS.fetch(method).call(original) }
    tokens = []
    methods.each.with_index(1) do |method, number|
      identifier = METHODS.fetch(method).call(identifier)
      next if unread && number < methods.size

      tokens << identifier.to_s
      last = attributes(identifier)
    end
    # Read last: it shows whether a method changed the original value.
    { valid: true, tokens: tokens, original: original.to_s, last: last }
  end

  def equal(token, other)
    left = read(token) or return REJECTED
    right = read(other) or return REJECTED
    { equal: left == right }
  end

  # The verdict on one token of a sweep, as one character.
  def verdict(token)
    read(token) ? "1" : "0"
  rescue SignalException
    raise
  rescue Exception
    "!"
  end
end

# 2. From a request to a response.

# One session: hello selects the edition of all later requests.
class Adapter
  UNSUPPORTED = { unsupported: true }.freeze

  # The response to a request, without its id. The request is read outside the guard: an
  # error in this file must not look like a crash of the library.
  def answer(request)
    case request["op"]
    when "parse"
      token = token_of(request)
      guarded { @library.parse(token) }
    when "sweep"
      { valid: tokens_of(request).map { |token| @library.verdict(token) }.join }
    when "valid"
      token = token_of(request)
      guarded { @library.valid(token) }
    when "apply"
      token = token_of(request)
      before = request.fetch("before", [])
      methods = request["methods"]
      return UNSUPPORTED unless (before + methods).all? { |method| METHODS.key?(method) }

      guarded { @library.apply(token, before, methods, request["unread"]) }
    when "equal"
      token = request["token"]
      other = request["other"]
      guarded { @library.equal(token, other) }
    when "hello"
      hello(request["edition"])
    else
      UNSUPPORTED
    end
  end

  private

  def hello(edition)
    introduction = { protocol: 1, implementation: IMPLEMENTATION }
    return introduction.merge(UNSUPPORTED) unless EDITIONS.include?(edition)

    @library = Library.new(edition)
    introduction.merge(
      ops: OPS,
      methods: METHODS.keys,
      bytes: BYTES,
      apply_attributes: true,
      apply_unread: true
    )
  end

  # The response of the call, or a crash.
  def guarded
    yield
  rescue SignalException
    raise
  # Not only StandardError: NotImplementedError, SystemStackError and SystemExit are others.
  rescue Exception => e
    { crash: "#{e.class}: #{e.message}" }
  end

  # The token of a request: text, or the exact bytes if they are not valid UTF-8.
  def token_of(request)
    request.key?("hex") ? bytes(request["hex"]) : request["token"]
  end

  # The tokens of a sweep, in the same two forms.
  def tokens_of(request)
    request.key?("hex") ? request["hex"].map { |hex| bytes(hex) } : request["tokens"]
  end

  # The encoding is UTF-8, also of malformed bytes, as when Ruby reads a file or a socket.
  def bytes(hex)
    [hex].pack("H*").force_encoding(Encoding::UTF_8)
  end
end

# 3. Lines in and out.

# Yields the complete lines that can be read without waiting, until the end of the input.
def each_block_of_lines(stream)
  unfinished = []
  loop do
    lines, newline, rest = stream.readpartial(1 << 16).rpartition("\n")
    unless newline.empty?
      yield (unfinished << lines).join.force_encoding(Encoding::UTF_8).split("\n")
      unfinished = []
    end
    unfinished << rest
  end
rescue EOFError
  # The end of the input ends the session.
end

# The JSON of a response. Invalid UTF-8 cannot be written: its bytes become U+FFFD, which is
# still an incorrect response.
def encode(response)
  JSON.generate(response)
rescue JSON::GeneratorError, EncodingError
  JSON.generate(scrubbed(response))
end

def scrubbed(value)
  case value
  when String then String.new(value, encoding: Encoding::UTF_8).scrub
  when Symbol then scrubbed(value.name)
  when Array then value.map { |element| scrubbed(element) }
  when Hash then value.transform_values { |element| scrubbed(element) }
  else value
  end
end

# Responds to every request, until the end of the input.
def serve(requests, responses)
  adapter = Adapter.new
  each_block_of_lines(requests) do |lines|
    answers = lines.map do |line|
      request = JSON.parse(line, max_nesting: false)
      encode({ id: request["id"] }.merge(adapter.answer(request))) << "\n"
    end
    responses.write(answers.join)
    responses.flush
  end
end

# Standard output is for responses: what the library prints goes to standard error.
responses = $stdout.dup
$stdout.reopen($stderr)
serve($stdin.binmode, responses.binmode)
