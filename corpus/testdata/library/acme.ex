defmodule Acme do
  @pattern Regex.compile!(System.fetch_env!("PATTERN"))

  def valid?(token), do: Regex.match?(@pattern, token)
end
