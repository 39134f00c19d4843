require "json"

def parse(token) # call your library here; return nil for its documented rejection only
  /\A[-+]?[A-Za-z]\^?'?\z/.match(token)
end

def answer(request)
  case request["op"]
  when "hello" then { protocol: 1, implementation: { name: "acme-epin" }, ops: ["parse"] }
  when "parse" then verdict(request["token"])
  else { unsupported: true }
  end
end

def verdict(token)
  piece = parse(token)
  { valid: !piece.nil? } # with a string form: token: piece.to_s
rescue StandardError => e
  { crash: "#{e.class}: #{e.message}" }
end

$stdout.sync = true
$stdin.binmode.each_line("\n") do |line|
  request = JSON.parse(line, max_nesting: false)
  puts JSON.generate({ id: request["id"], **answer(request) })
end
