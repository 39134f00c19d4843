# See engine.js. The functions of a module are compiled; the rest of a script is interpreted.
defmodule Engine do
  def text(hex), do: Base.decode16!(hex, case: :lower)

  def verdicts(strings, regex) do
    for s <- strings, do: if(Regex.match?(regex, s), do: ?1, else: ?0)
  end

  def run do
    [first | lines] = IO.binread(:stdio, :eof) |> String.trim_trailing("\n") |> String.split("\n")
    strings = first |> String.split(" ") |> Enum.map(&text/1)

    for line <- lines do
      [_, flags, pattern] = String.split(line, "\t")

      case Regex.compile(text(pattern), flags) do
        {:ok, regex} -> IO.puts(verdicts(strings, regex))
        {:error, reason} -> IO.puts("error: #{inspect(reason)}")
      end
    end
  end
end

Engine.run()
