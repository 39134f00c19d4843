# An adapter: the few lines between the EPIN conformance runner and a library.
#
#     epin certify -- elixir adapter.exs
#
# Only the first part depends on epin.ex: rewrite it for another library. The second part
# turns requests into calls, and results into responses. The third part reads and writes
# lines. Both are the same for every library.

# 1. The library. Never respond in its place: call it, and report what it did.

Code.require_file("epin.ex", __DIR__)

defmodule Library do
  # The editions of the protocol, and what the library calls them. If it has one grammar, keep
  # both names and parse without an edition: the runner tests it by the requested edition.
  # A PIN library serves "pin/1.0.0" and "pin/1.0.0-initial"; remove pin, native, derived and derive.
  @editions %{"1.0.0" => "1.0.0", "1.0.0-initial" => "1.0.0-initial"}

  @methods %{
    "native" => &Epin.native/1,
    "derive" => &Epin.derive/1,
    "flip" => &Epin.flip/1,
    "enhance" => &Epin.enhance/1,
    "diminish" => &Epin.diminish/1,
    "normalize" => &Epin.normalize/1,
    "mark" => &Epin.mark/1,
    "unmark" => &Epin.unmark/1
  }

  def implementation do
    %{name: "epin.ex", version: Epin.version(), language: "elixir " <> System.version()}
  end

  # Remove the operations that your library does not offer: the runner does not request
  # them.
  def ops, do: ["parse", "valid", "apply", "equal", "sweep"]

  def editions, do: Map.keys(@editions)
  def methods, do: Map.keys(@methods)

  # Whether the library takes binaries that are not valid UTF-8. If it is false, the runner
  # sends only valid UTF-8.
  def bytes, do: true

  # Epin.parse returns :error for an invalid string. Everything that is thrown or raised,
  # here or by any other call, is a crash. README.md has the lines for a parser that rejects
  # by raising.
  defp read(token, edition), do: Epin.parse(token, @editions[edition])

  defp attributes(epin) do
    %{
      token: to_string(epin),
      pin: Epin.pin(epin),
      native: Epin.native?(epin),
      derived: epin.derived,
      name: epin.name,
      side: epin.side,
      state: epin.state,
      terminal: epin.terminal
    }
  end

  def parse(token, edition) do
    case read(token, edition) do
      {:ok, epin} ->
        Map.put(attributes(epin), :valid, true)

      :error ->
        %{valid: false}
    end
  end

  def valid(token, edition), do: %{valid: Epin.valid?(token, @editions[edition])}

  def apply(token, before, methods, unread, edition) do
    case read(token, edition) do
      {:ok, original} ->
        # Attributes are read at once, and again from each result, to show what a value remembers.
        # Where unread is true, nothing is read before the last result.
        first = if unread and methods != [], do: %{}, else: attributes(original)
        Enum.each(before, fn method -> @methods[method].(original) end)

        {tokens, {_, last}} =
          methods
          |> Enum.with_index(1)
          |> Enum.flat_map_reduce({original, first}, fn {method, number}, {epin, read} ->
            result = @methods[method].(epin)

            if unread and number < length(methods) do
              {[], {result, read}}
            else
              {[to_string(result)], {result, attributes(result)}}
            end
          end)

        %{valid: true, tokens: tokens, original: to_string(original), last: last}

      :error ->
        %{valid: false}
    end
  end

  def equal(token, other, edition) do
    with {:ok, left} <- read(token, edition),
         {:ok, right} <- read(other, edition) do
      %{equal: left == right}
    else
      :error -> %{valid: false}
    end
  end

  # The verdict on one token of a sweep, as one character.
  def verdict(token, edition) do
    case read(token, edition) do
      {:ok, _} -> ?1
      :error -> ?0
    end
  catch
    _, _ -> ?!
  end
end

# 2. From a request to a response.

defmodule Adapter do
  # The response to a request, without its id. The request is read outside the guard: an
  # error in this file must not look like a crash of the library.
  def answer(%{"op" => "parse"} = request, edition) do
    token = token(request)
    guarded(fn -> Library.parse(token, edition) end)
  end

  def answer(%{"op" => "sweep"} = request, edition) do
    %{valid: for(token <- tokens(request), into: "", do: <<Library.verdict(token, edition)>>)}
  end

  def answer(%{"op" => "valid"} = request, edition) do
    token = token(request)
    guarded(fn -> Library.valid(token, edition) end)
  end

  def answer(%{"op" => "apply", "methods" => methods} = request, edition) do
    token = token(request)
    before = Map.get(request, "before", [])
    unread = Map.get(request, "unread", false)

    if Enum.all?(before ++ methods, &(&1 in Library.methods())) do
      guarded(fn -> Library.apply(token, before, methods, unread, edition) end)
    else
      %{unsupported: true}
    end
  end

  def answer(%{"op" => "equal", "token" => token, "other" => other}, edition) do
    guarded(fn -> Library.equal(token, other, edition) end)
  end

  def answer(%{"op" => "hello"}, edition) do
    introduction = %{protocol: 1, implementation: Library.implementation()}

    if edition in Library.editions() do
      Map.merge(introduction, %{
        ops: Library.ops(),
        methods: Library.methods(),
        bytes: Library.bytes(),
        apply_attributes: true,
        apply_unread: true
      })
    else
      Map.put(introduction, :unsupported, true)
    end
  end

  def answer(_, _), do: %{unsupported: true}

  # The response of the call, or a crash.
  defp guarded(call) do
    call.()
  catch
    kind, reason -> %{crash: Exception.format_banner(kind, reason, __STACKTRACE__)}
  end

  # The token of a request: text, or the exact bytes if they are not valid UTF-8.
  defp token(%{"hex" => hex}), do: bytes(hex)
  defp token(%{"token" => token}), do: token

  # The tokens of a sweep, in the same two forms.
  defp tokens(%{"hex" => list}), do: Enum.map(list, &bytes/1)
  defp tokens(%{"tokens" => list}), do: list

  defp bytes(hex), do: Base.decode16!(hex, case: :lower)
end

# 3. Lines in and out.

# A JSON reader and writer, since Elixir has none. Numbers keep their digits.
defmodule Json do
  @space ' \t\r\n'
  @escapes %{?b => "\b", ?f => "\f", ?n => "\n", ?r => "\r", ?t => "\t", ?" => "\"", ?\\ => "\\", ?/ => "/"}

  def read(line) do
    {value, rest} = value(line)
    if skip(rest) == "", do: value, else: unreadable(rest)
  end

  # Each function reads what stands at the beginning of a text, and returns it and the
  # rest.
  defp value(<<c, rest::binary>>) when c in @space, do: value(rest)
  defp value("\"" <> rest), do: string(rest)
  defp value("{" <> rest), do: object(skip(rest))
  defp value("[" <> rest), do: list(skip(rest))
  defp value("true" <> rest), do: {true, rest}
  defp value("false" <> rest), do: {false, rest}
  defp value("null" <> rest), do: {nil, rest}
  defp value(<<c, _::binary>> = text) when c == ?- or c in ?0..?9, do: split(text, number(text, 0))
  defp value(text), do: unreadable(text)

  defp number(<<c, rest::binary>>, n) when c in ?0..?9 or c in '+-.eE', do: number(rest, n + 1)
  defp number(_, n), do: n

  defp object("}" <> rest), do: {%{}, rest}
  defp object(text), do: members(text, [])

  defp members("\"" <> text, members) do
    {key, rest} = string(text)

    with ":" <> rest <- skip(rest) do
      {value, rest} = value(rest)
      members = [{key, value} | members]

      case skip(rest) do
        "," <> rest -> members(skip(rest), members)
        "}" <> rest -> {members |> Enum.reverse() |> Map.new(), rest}
        rest -> unreadable(rest)
      end
    else
      rest -> unreadable(rest)
    end
  end

  defp members(text, _), do: unreadable(text)

  defp list("]" <> rest), do: {[], rest}
  defp list(text), do: elements(text, [])

  defp elements(text, elements) do
    {element, rest} = value(text)

    case skip(rest) do
      "," <> rest -> elements(rest, [element | elements])
      "]" <> rest -> {Enum.reverse([element | elements]), rest}
      rest -> unreadable(rest)
    end
  end

  # The rest of a string, after its first quotation mark.
  defp string(text) do
    case split(text, plain(text, 0)) do
      {chunk, "\"" <> rest} -> {chunk, rest}
      {chunk, rest} -> escaped(rest, [chunk])
    end
  end

  defp plain(<<c, rest::binary>>, n) when c not in [?", ?\\], do: plain(rest, n + 1)
  defp plain(_, n), do: n

  # The rest of a string in which there are escapes.
  defp escaped("\"" <> rest, chunks), do: {chunks |> Enum.reverse() |> IO.iodata_to_binary(), rest}

  defp escaped(<<"\\u", high::binary-size(4), "\\u", low::binary-size(4), rest::binary>> = text, chunks) do
    case {code(high), code(low)} do
      {high, low} when high in 0xD800..0xDBFF and low in 0xDC00..0xDFFF ->
        escaped(rest, [<<0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00::utf8>> | chunks])

      {code, _} ->
        <<_::binary-size(6), rest::binary>> = text
        escaped(rest, [character(code) | chunks])
    end
  end

  defp escaped(<<"\\u", hex::binary-size(4), rest::binary>>, chunks) do
    escaped(rest, [character(code(hex)) | chunks])
  end

  defp escaped(<<"\\", c, rest::binary>>, chunks) when is_map_key(@escapes, c) do
    escaped(rest, [@escapes[c] | chunks])
  end

  defp escaped(text, chunks) do
    case split(text, plain(text, 0)) do
      {"", _} -> unreadable(text)
      {chunk, rest} -> escaped(rest, [chunk | chunks])
    end
  end

  defp code(hex), do: String.to_integer(hex, 16)

  # A lone surrogate, which the runner never sends, is not a character.
  defp character(code) when code in 0xD800..0xDFFF, do: "\uFFFD"
  defp character(code), do: <<code::utf8>>

  defp skip(<<c, rest::binary>>) when c in @space, do: skip(rest)
  defp skip(text), do: text

  defp split(text, size) do
    <<part::binary-size(size), rest::binary>> = text
    {part, rest}
  end

  defp unreadable(text) do
    raise ArgumentError, "cannot read the request at #{inspect(binary_part(text, 0, min(80, byte_size(text))))}"
  end

  # The JSON of a part of a response.
  def write(value) when is_boolean(value) or is_integer(value), do: Kernel.to_string(value)
  def write(value) when is_atom(value), do: write(Atom.to_string(value))
  def write(list) when is_list(list), do: [?[, Enum.map_intersperse(list, ?,, &write/1), ?]]
  def write(%{} = object), do: [?{, members(object), ?}]

  def write(text) when is_binary(text) do
    # Invalid UTF-8 cannot be written: its bytes become U+FFFD, which is still an incorrect
    # response.
    text = if String.valid?(text), do: text, else: for(<<c <- text>>, into: "", do: ascii(c))
    [?", for(<<c <- text>>, into: "", do: escape(c)), ?"]
  end

  def members(object) do
    Enum.map_intersperse(object, ?,, fn {key, value} -> [?", Atom.to_string(key), ?", ?:, write(value)] end)
  end

  defp ascii(c) when c < 0x80, do: <<c>>
  defp ascii(_), do: "\uFFFD"

  defp escape(c) when c < 0x20, do: "\\u00" <> Base.encode16(<<c>>)
  defp escape(c) when c in [?", ?\\], do: <<?\\, c>>
  defp escape(c), do: <<c>>
end

# One session: hello selects the edition of all later requests.
defmodule Conversation do
  # Erlang cannot tell whether there is more to read, so each response is written at once.
  def hold(device, edition) do
    case IO.binread(device, :line) do
      line when is_binary(line) ->
        request = Json.read(line)
        edition = if request["op"] == "hello", do: request["edition"], else: edition
        answer = Adapter.answer(request, edition)
        :ok = IO.binwrite(device, ["{\"id\":", request["id"], ?,, Json.members(answer), "}\n"])
        hold(device, edition)

      :eof ->
        :ok
    end
  end
end

# Standard output is for responses: what the library prints goes to standard error.
device = Process.group_leader()
Process.group_leader(self(), Process.whereis(:standard_error))
# Bytes, not characters, in both directions.
:ok = :io.setopts(device, binary: true, encoding: :latin1)
Conversation.hold(device, hd(Library.editions()))
