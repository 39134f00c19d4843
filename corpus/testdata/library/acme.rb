module Acme
  PATTERN = Regexp.new(ENV.fetch("PATTERN"))

  def self.valid?(token) = PATTERN.match?(token)
end
