defmodule Epin do
  @moduledoc """
  Extended Piece Identifier Notation (EPIN), in both texts published as 1.0.0.

      iex> {:ok, king} = Epin.parse("+K^'")
      iex> {king.name, king.side, king.state, king.terminal, king.derived}
      {"K", :first, :enhanced, true, true}
      iex> king |> Epin.native() |> Epin.flip() |> to_string()
      "+k^"
      iex> Epin.valid?("K^", "1.0.0-initial")
      false

  The adapter beside this file wraps this library.
  """

  @version "1.0.0"

  # The text with the terminal marker ^, and the first one, without it.
  @editions ["1.0.0", "1.0.0-initial"]

  @typedoc """
  A piece as EPIN describes it; two are equal when their strings are.

  The initial edition has no terminal pieces: what is parsed by it is never terminal, and
  an identifier marked as terminal is one of the later edition.
  """
  @type t :: %__MODULE__{
          # the Piece Name, "A" to "Z"
          name: String.t(),
          side: :first | :second,
          state: :normal | :enhanced | :diminished,
          terminal: boolean,
          derived: boolean
        }

  @enforce_keys [:name]
  defstruct [:name, side: :first, state: :normal, terminal: false, derived: false]

  def version, do: @version

  def editions, do: @editions

  @doc """
  Reads a token, whose bytes need not be text.

  Returns `:error` for a string that is not a valid token of the edition. Raises
  `ArgumentError` for an edition that is not one of `editions/0`.
  """
  @spec parse(binary, String.t()) :: {:ok, t} | :error
  def parse(token, edition \\ hd(@editions))

  def parse(token, edition) when is_binary(token) and edition in @editions do
    with {state, rest} <- state(token),
         {name, side, rest} <- letter(rest),
         {terminal, derived} <- markers(rest, edition) do
      {:ok, %Epin{name: name, side: side, state: state, terminal: terminal, derived: derived}}
    end
  end

  def parse(token, edition) when is_binary(token) do
    raise ArgumentError,
          "the edition must be one of #{Enum.join(@editions, ", ")}, not #{inspect(edition)}"
  end

  @doc "Whether `parse/2` takes the token. Raises as `parse/2` does."
  @spec valid?(binary, String.t()) :: boolean
  def valid?(token, edition \\ hd(@editions)), do: match?({:ok, _}, parse(token, edition))

  defp state("+" <> rest), do: {:enhanced, rest}
  defp state("-" <> rest), do: {:diminished, rest}
  defp state(rest), do: {:normal, rest}

  defp letter(<<letter, rest::binary>>) when letter in ?A..?Z, do: {<<letter>>, :first, rest}
  defp letter(<<letter, rest::binary>>) when letter in ?a..?z, do: {<<letter - 32>>, :second, rest}
  defp letter(_), do: :error

  defp markers("", _), do: {false, false}
  defp markers("'", _), do: {false, true}
  defp markers("^", "1.0.0"), do: {true, false}
  defp markers("^'", "1.0.0"), do: {true, true}
  defp markers(_, _), do: :error

  @doc "Whether the Style status is native."
  @spec native?(t) :: boolean
  def native?(%Epin{} = epin), do: not epin.derived

  @doc "The PIN token: the string without its derivation marker."
  @spec pin(t) :: String.t()
  def pin(%Epin{} = epin) do
    modifier(epin.state) <> cased(epin.name, epin.side) <> if(epin.terminal, do: "^", else: "")
  end

  defp modifier(:normal), do: ""
  defp modifier(:enhanced), do: "+"
  defp modifier(:diminished), do: "-"

  defp cased(name, :first), do: name
  defp cased(name, :second), do: String.downcase(name, :ascii)

  @spec native(t) :: t
  def native(%Epin{} = epin), do: %{epin | derived: false}

  @spec derive(t) :: t
  def derive(%Epin{} = epin), do: %{epin | derived: true}

  @spec flip(t) :: t
  def flip(%Epin{side: :first} = epin), do: %{epin | side: :second}
  def flip(%Epin{side: :second} = epin), do: %{epin | side: :first}

  @spec enhance(t) :: t
  def enhance(%Epin{} = epin), do: %{epin | state: :enhanced}

  @spec diminish(t) :: t
  def diminish(%Epin{} = epin), do: %{epin | state: :diminished}

  @spec normalize(t) :: t
  def normalize(%Epin{} = epin), do: %{epin | state: :normal}

  @spec mark(t) :: t
  def mark(%Epin{} = epin), do: %{epin | terminal: true}

  @spec unmark(t) :: t
  def unmark(%Epin{} = epin), do: %{epin | terminal: false}

  defimpl String.Chars do
    def to_string(epin), do: Epin.pin(epin) <> if(epin.derived, do: "'", else: "")
  end
end
