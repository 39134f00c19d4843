defmodule Pin do
  @moduledoc "Piece Identifier Notation (PIN), in both editions: a library for the test of the adapter."

  defstruct [:name, :side, :state, :terminal]

  def version, do: "1.0.0"

  @doc "Returns `:error` for a string that is not a valid token of the edition."
  def parse(token, edition) do
    with {state, rest} <- state(token),
         {name, side, rest} <- letter(rest),
         {:ok, terminal} <- terminal(rest, edition) do
      {:ok, %Pin{name: name, side: side, state: state, terminal: terminal}}
    end
  end

  def valid?(token, edition), do: match?({:ok, _}, parse(token, edition))

  defp state("+" <> rest), do: {:enhanced, rest}
  defp state("-" <> rest), do: {:diminished, rest}
  defp state(rest), do: {:normal, rest}

  defp letter(<<letter, rest::binary>>) when letter in ?A..?Z, do: {<<letter>>, :first, rest}
  defp letter(<<letter, rest::binary>>) when letter in ?a..?z, do: {<<letter - 32>>, :second, rest}
  defp letter(_), do: :error

  defp terminal("", _), do: {:ok, false}
  defp terminal("^", "1.0.0"), do: {:ok, true}
  defp terminal(_, _), do: :error

  def flip(%Pin{side: :first} = pin), do: %{pin | side: :second}
  def flip(%Pin{side: :second} = pin), do: %{pin | side: :first}
  def enhance(%Pin{} = pin), do: %{pin | state: :enhanced}
  def diminish(%Pin{} = pin), do: %{pin | state: :diminished}
  def normalize(%Pin{} = pin), do: %{pin | state: :normal}
  def mark(%Pin{} = pin), do: %{pin | terminal: true}
  def unmark(%Pin{} = pin), do: %{pin | terminal: false}

  defimpl String.Chars do
    @signs %{normal: "", enhanced: "+", diminished: "-"}

    def to_string(pin) do
      letter = if pin.side == :first, do: pin.name, else: String.downcase(pin.name)
      @signs[pin.state] <> letter <> if(pin.terminal, do: "^", else: "")
    end
  end
end
