# See engine.js.
$VERBOSE = nil
text = ->(hex) { [hex].pack("H*").force_encoding("UTF-8") }
first, *lines = $stdin.read.chomp.split("\n", -1)
strings = first.split(/ /, -1).map(&text)
lines.each do |line|
  _, flags, pattern = line.split("\t", -1)
  begin
    options = flags.each_char.sum { |f| { "i" => Regexp::IGNORECASE, "m" => Regexp::MULTILINE }.fetch(f, 0) }
    regexp = Regexp.new(text[pattern], options | Regexp::FIXEDENCODING)
    puts strings.map { |s| regexp.match?(s) ? "1" : "0" }.join
  rescue RegexpError => e
    puts "error: #{e.message.tr("\n", " ")}"
  end
end
