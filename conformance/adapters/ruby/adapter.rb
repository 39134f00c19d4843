# frozen_string_literal: true

# An adapter: the few lines between the EPIN conformance runner and a library.
#
#     epin certify -- ruby adapter.rb
#
# Only the first part depends on epin.rb: rewrite it for another library. The second part
# turns requests into calls, and results into responses. The third part reads and writes
# lines. Both are the same for every library.

require "json"

# 1. The library. Never respond in its place: call it, and report what it did.

require_relative "epin"

IMPLEMENTATION = {
  name: "epin.rb",
  version: Epin::VERSION,
  language: "ruby #{RUBY_VERSION}"
}.freeze

# The editions of the protocol, and what the library calls them. If it has one grammar, keep
# both names and parse without an edition: the runner tests it by the requested edition.
# A PIN library serves "pin/1.0.0" and "pin/1.0.0-initial"; remove pin, native, derived and derive.
EDITIONS = { "1.0.0" => "1.0.0", "1.0.0-initial" => "1.0.0-initial" }.freeze

# Remove the operations that your library does not offer: the runner does not request them.
OPS = %w[parse valid apply equal sweep].freeze

# The methods of the protocol, and what the library calls them.
METHODS = {
  "native" => :native,
  "derive" => :derive,
  "flip" => :flip,
  "enhance" => :enhance,
  "diminish" => :diminish,
  "normalize" => :normalize,
  "mark" => :mark,
  "unmark" => :unmark
}.freeze

# Whether a string that is not valid UTF-8 can be handed to the library. If it is false, the
# runner sends only valid UTF-8.
BYTES = true

# The calls to epin.rb in one edition, one for each operation.
#
# Only the parser may reject a token by raising, so only its call has a rescue: the same
# error from anywhere else is a crash.
class Library
  REJECTED = { valid: false }.freeze

  def initialize(edition)
    @edition = EDITIONS.fetch(edition)
  end

  def parse(token)
    begin
      identifier = Epin.parse(token, edition: @edition)
    rescue Epin::InvalidToken => e
      return { valid: false, error: e.message }
    end
    { valid: true, **attributes(identifier) }
  end

  def attributes(identifier)
    {
      token: identifier.to_s,
      pin: identifier.pin,
      native: identifier.native?,
      derived: identifier.derived?,
      name: identifier.name,
      side: identifier.side,
      state: identifier.state,
      terminal: identifier.terminal?
    }
  end

  def valid(token)
    { valid: Epin.valid?(token, edition: @edition) }
  end

  def apply(token, before, methods, unread)
    begin
      original = Epin.parse(token, edition: @edition)
    rescue Epin::InvalidToken
      return REJECTED
    end
    # Attributes are read at once, and again from each result, to show what a value remembers.
    # Where unread is true, nothing is read before the last result.
    identifier = original
    last = attributes(original) unless unread && methods.any?
    before.each { |method| original.public_send(METHODS.fetch(method)) }
    tokens = []
    methods.each.with_index(1) do |method, number|
      identifier = identifier.public_send(METHODS.fetch(method))
      next if unread && number < methods.size

      tokens << identifier.to_s
      last = attributes(identifier)
    end
    # Read last: it shows whether a method changed the original value.
    { valid: true, tokens: tokens, original: original.to_s, last: last }
  end

  def equal(token, other)
    begin
      left = Epin.parse(token, edition: @edition)
      right = Epin.parse(other, edition: @edition)
    rescue Epin::InvalidToken
      return REJECTED
    end
    { equal: left == right }
  end

  # The verdict on one token of a sweep, as one character.
  def verdict(token)
    Epin.parse(token, edition: @edition)
    "1"
  rescue Epin::InvalidToken
    "0"
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
