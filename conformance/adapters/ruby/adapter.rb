# frozen_string_literal: true

# An adapter: the few lines between the EPIN conformance runner and a library.
#
#     epin certify -- ruby adapter.rb
#
# The first part is all that knows epin.rb: fill it in anew for another library. The
# second turns requests into calls and whatever comes of them into answers. The third
# moves lines. Both are the same for every library.

require "json"

# 1. The library. Never answer for it: call it, and report what it did.

require_relative "epin"

IMPLEMENTATION = {
  name: "epin.rb",
  version: Epin::VERSION,
  language: "ruby #{RUBY_VERSION}"
}.freeze

# The editions, as the protocol names them. Has your library one grammar? Leave both, and
# parse without an edition: it is judged by the one asked for, whichever it has.
EDITIONS = %w[1.0.0 1.0.0-initial].freeze

# Leave out what your library does not offer: it is not asked for.
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

# Whether a string that is not valid UTF-8 can be handed to the library. Where it says
# false, the runner sends text alone.
BYTES = true

# The calls to epin.rb in one edition, each answering one operation.
#
# Only the parser may reject a token by raising, so only the call to it has a rescue: the
# same error from anywhere else is a crash.
class Library
  REJECTED = { valid: false }.freeze

  def initialize(edition)
    @edition = edition
  end

  def parse(token)
    begin
      identifier = Epin.parse(token, edition: @edition)
    rescue Epin::InvalidToken => e
      return { valid: false, error: e.message }
    end
    {
      valid: true,
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

  def apply(token, methods)
    begin
      original = Epin.parse(token, edition: @edition)
    rescue Epin::InvalidToken
      return REJECTED
    end
    identifier = original
    tokens = methods.map do |method|
      identifier = identifier.public_send(METHODS.fetch(method))
      identifier.to_s
    end
    # Read last: a value that changed under its owner shows here.
    { valid: true, tokens: tokens, original: original.to_s }
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

  # One character of the answer to a sweep.
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

# 2. From a request to an answer.

# One conversation: hello chooses the edition, the rest is asked in it.
class Adapter
  UNSUPPORTED = { unsupported: true }.freeze

  def initialize
    @library = Library.new(EDITIONS.first)
  end

  # The answer to a request, without its id. What the request holds is taken out of it
  # here, outside of the guard: a mistake in this file must not be reported as a crash of
  # the library.
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
      methods = request["methods"]
      return UNSUPPORTED unless methods.all? { |method| METHODS.key?(method) }

      guarded { @library.apply(token, methods) }
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
      bytes: BYTES
    )
  end

  # What the call answers, or the crash that it ended in.
  def guarded
    yield
  rescue SignalException
    raise
  # Not only StandardError: NotImplementedError, SystemStackError and SystemExit are none.
  rescue Exception => e
    { crash: "#{e.class}: #{e.message}" }
  end

  # The token of a request: text, or the exact bytes of what is not text.
  def token_of(request)
    request.key?("hex") ? bytes(request["hex"]) : request["token"]
  end

  # The tokens of a sweep, in the same two forms.
  def tokens_of(request)
    request.key?("hex") ? request["hex"].map { |hex| bytes(hex) } : request["tokens"]
  end

  # The encoding is UTF-8, also of what is not: so Ruby reads it from a file or a socket.
  def bytes(hex)
    [hex].pack("H*").force_encoding(Encoding::UTF_8)
  end
end

# 3. Lines in and out.

# Yields the complete lines that can be read at once, and so on until the end.
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
  # The end of the input is the end of the conversation.
end

# The JSON of a response. A string that is not UTF-8 makes no line: its bytes that are
# not become U+FFFD, which is still a wrong answer.
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

# Answers every request until there are no more.
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

# Standard output is for responses: what the library prints goes elsewhere.
responses = $stdout.dup
$stdout.reopen($stderr)
serve($stdin.binmode, responses.binmode)
