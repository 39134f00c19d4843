-- An adapter: the few lines between the EPIN conformance runner and a library.
--
--     epin certify -- lua adapter.lua
--
-- Only the first part depends on epin.lua: rewrite it for another library. The second part
-- turns requests into calls, and results into responses. The third part reads and writes
-- lines. Both are the same for every library.

-- Standard output is for responses: what the library prints goes to standard error.
local responses = io.stdout
io.stdout = io.stderr
io.output(io.stderr)
function print(...)
  for i = 1, select("#", ...) do
    io.stderr:write(i > 1 and "\t" or "", tostring((select(i, ...))))
  end
  io.stderr:write("\n")
end

-- 1. The library. Never respond in its place: call it, and report what it did.

package.path = (arg[0]:match("^.*[/\\]") or "./") .. "?.lua;" .. package.path
local epin = require("epin")

local IMPLEMENTATION = {
  name = "epin.lua",
  version = epin.VERSION,
  language = _VERSION:lower(),
}

-- The editions of the protocol, and what the library calls them. If it has one grammar, keep
-- both names and parse without an edition: the runner tests it by the requested edition.
-- A PIN library serves "pin/1.0.0" and "pin/1.0.0-initial"; remove pin, native, derived and derive.
local EDITIONS = { ["1.0.0"] = "1.0.0", ["1.0.0-initial"] = "1.0.0-initial" }
local edition -- hello selects it

-- Remove the operations that your library does not offer: the runner does not request them.
local OPS = { "parse", "valid", "apply", "equal", "sweep" }

local METHODS = {
  native = function(identifier) return identifier:native() end,
  derive = function(identifier) return identifier:derive() end,
  flip = function(identifier) return identifier:flip() end,
  enhance = function(identifier) return identifier:enhance() end,
  diminish = function(identifier) return identifier:diminish() end,
  normalize = function(identifier) return identifier:normalize() end,
  mark = function(identifier) return identifier:mark() end,
  unmark = function(identifier) return identifier:unmark() end,
}

-- Whether the library takes strings that are not valid UTF-8. If it is false, the runner
-- sends only valid UTF-8.
local BYTES = true

-- epin.parse returns nil for an invalid string. Everything that is thrown or raised, here
-- or by any other call, is a crash. README.md has the lines for a parser that rejects by
-- raising.
local function parse(token)
  return epin.parse(token, edition)
end

local function attributes(identifier)
  return {
    token = tostring(identifier),
    pin = identifier:pin(),
    native = identifier:is_native(),
    derived = identifier.derived,
    name = identifier.name,
    side = identifier.side,
    state = identifier.state,
    terminal = identifier.terminal,
  }
end

local ask = {}

function ask.parse(token)
  local identifier, message = parse(token)
  if not identifier then
    return { valid = false, error = message }
  end
  local answer = attributes(identifier)
  answer.valid = true
  return answer
end

function ask.valid(token)
  return { valid = epin.valid(token, edition) }
end

function ask.apply(token, before, methods, unread)
  local original = parse(token)
  if not original then
    return { valid = false }
  end
  -- Attributes are read at once, and again from each result, to show what a value remembers.
  -- Where unread is true, nothing is read before the last result.
  local identifier, tokens, last = original, {}, nil
  if not unread or #methods == 0 then
    last = attributes(original)
  end
  for _, method in ipairs(before) do
    METHODS[method](original)
  end
  for i, method in ipairs(methods) do
    identifier = METHODS[method](identifier)
    if not unread or i == #methods then
      table.insert(tokens, tostring(identifier))
      last = attributes(identifier)
    end
  end
  -- Read last: it shows whether a method changed the original value.
  return { valid = true, tokens = tokens, original = tostring(original), last = last }
end

function ask.equal(token, other)
  local left = parse(token)
  local right = parse(other)
  if not (left and right) then
    return { valid = false }
  end
  return { equal = left == right }
end

-- 2. From a request to a response.

-- The response of the call, or a crash.
local function guarded(call, ...)
  local ok, answer = pcall(call, ...)
  if ok then
    return answer
  end
  -- Any value can be raised, also one without a string form.
  local shown, text = pcall(tostring, answer)
  return { crash = shown and text or "something that cannot be shown" }
end

local BYTE_OF = {}
for code = 0, 255 do
  BYTE_OF[("%02x"):format(code)] = string.char(code)
end

local function bytes(hex)
  return (hex:gsub("..", BYTE_OF))
end

-- The token of a request: text, or the exact bytes if they are not valid UTF-8.
local function token_of(request)
  return request.hex and bytes(request.hex) or request.token
end

local function sweep(request)
  local verdicts = {}
  for i, token in ipairs(request.hex or request.tokens) do
    local ok, identifier = pcall(parse, request.hex and bytes(token) or token)
    verdicts[i] = not ok and "!" or identifier and "1" or "0"
  end
  return { valid = table.concat(verdicts) }
end

local function hello(wanted)
  local answer = { protocol = 1, implementation = IMPLEMENTATION }
  if EDITIONS[wanted] == nil then
    answer.unsupported = true
    return answer
  end
  edition = EDITIONS[wanted]
  answer.ops = OPS
  answer.methods = {}
  for method in pairs(METHODS) do
    table.insert(answer.methods, method)
  end
  table.sort(answer.methods)
  answer.bytes = BYTES
  answer.apply_attributes = true
  answer.apply_unread = true
  return answer
end

-- The response to a request, without its id. The request is read outside the guard: an
-- error in this file must not look like a crash of the library.
local function answer(request)
  local op = request.op
  if op == "parse" then
    return guarded(ask.parse, token_of(request))
  elseif op == "sweep" then
    return sweep(request)
  elseif op == "valid" then
    return guarded(ask.valid, token_of(request))
  elseif op == "apply" then
    local before = request.before or {}
    for _, methods in ipairs({ before, request.methods }) do
      for _, method in ipairs(methods) do
        if not METHODS[method] then
          return { unsupported = true }
        end
      end
    end
    return guarded(ask.apply, token_of(request), before, request.methods, request.unread)
  elseif op == "equal" then
    return guarded(ask.equal, request.token, request.other)
  elseif op == "hello" then
    return hello(request.edition)
  end
  return { unsupported = true }
end

-- 3. Lines in and out.

-- A JSON reader and writer, since Lua has none. Each function reads what stands in the line
-- at a place, and returns it and the place behind it.

local byte, find, gsub, match, sub = string.byte, string.find, string.gsub, string.match, string.sub

local ESCAPED = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }

local function unreadable(line, at)
  error(("cannot read the request at byte %d: %s"):format(at, sub(line, 1, 80)), 0)
end

-- Not utf8.char, which Lua 5.1 and LuaJIT do not have.
local function utf8_of(code)
  if code < 0x80 then
    return string.char(code)
  end
  local text, first, limit = "", 0x80, 0x40
  repeat
    text = string.char(0x80 + code % 0x40) .. text
    code = math.floor(code / 0x40)
    first, limit = first + limit, limit / 2
  until code < limit
  return string.char(first + code) .. text
end

-- What an escape and up to four characters behind it stand for. Half of a surrogate pair
-- gives three bytes.
local DECODED = setmetatable({}, {
  __index = function(decoded, escape)
    if byte(escape, 2) ~= 117 then -- u
      return ESCAPED[sub(escape, 2, 2)] .. sub(escape, 3)
    end
    decoded[escape] = utf8_of(tonumber(sub(escape, 3), 16))
    return decoded[escape]
  end,
})

local function joined(a, b, c, d)
  local high = (byte(a) - 0xA0) * 0x40 + byte(b) - 0x80
  local low = (byte(c) - 0xB0) * 0x40 + byte(d) - 0x80
  return utf8_of(0x10000 + high * 0x400 + low)
end

-- The rest of a string, after its first quotation mark.
local function read_string(line, at)
  local stop, slash = at - 1, nil
  repeat
    stop = find(line, '"', stop + 1, true) or unreadable(line, at)
    slash = stop
    while byte(line, slash - 1) == 92 do -- \
      slash = slash - 1
    end
  until (stop - slash) % 2 == 0 -- else the quotation mark is escaped
  local text = sub(line, at, stop - 1)
  if find(text, "\\", 1, true) then
    text = gsub(text, "\\.%x?%x?%x?%x?", DECODED)
    text = gsub(text, "\237([\160-\175])([\128-\191])\237([\176-\191])([\128-\191])", joined)
  end
  return text, stop + 1
end

local function skip(line, at)
  return find(line, "[^ \t\r\n]", at) or unreadable(line, at)
end

local read

local function read_list(line, at)
  local list, n = {}, 0
  at = skip(line, at)
  if byte(line, at) == 93 then -- ]
    return list, at + 1
  end
  while true do
    n = n + 1
    list[n], at = read(line, at)
    at = skip(line, at)
    local delimiter = byte(line, at)
    at = at + 1
    if delimiter == 93 then
      return list, at
    elseif delimiter ~= 44 then -- ,
      unreadable(line, at)
    end
  end
end

local function read_object(line, at)
  local object = {}
  at = skip(line, at)
  if byte(line, at) == 125 then -- }
    return object, at + 1
  end
  while true do
    local key
    at = skip(line, at)
    if byte(line, at) ~= 34 then -- "
      unreadable(line, at)
    end
    key, at = read_string(line, at + 1)
    at = skip(line, at)
    if byte(line, at) ~= 58 then -- :
      unreadable(line, at)
    end
    object[key], at = read(line, at + 1)
    at = skip(line, at)
    local delimiter = byte(line, at)
    at = at + 1
    if delimiter == 125 then
      return object, at
    elseif delimiter ~= 44 then -- ,
      unreadable(line, at)
    end
  end
end

local WORDS = { ["true"] = true, ["false"] = false }

function read(line, at)
  at = skip(line, at)
  local first = byte(line, at)
  if first == 34 then -- "
    return read_string(line, at + 1)
  elseif first == 91 then -- [
    return read_list(line, at + 1)
  elseif first == 123 then -- {
    return read_object(line, at + 1)
  end
  local word = match(line, "^[-+.%w]+", at) or unreadable(line, at)
  local value = WORDS[word]
  if value == nil and word ~= "null" then
    value = tonumber(word) or unreadable(line, at)
  end
  return value, at + #word
end

-- Invalid UTF-8 cannot be written: each byte beyond ASCII becomes U+FFFD, which is still an
-- incorrect response. Lua 5.1 and LuaJIT cannot validate UTF-8.
local function write_string(text)
  if find(text, "[\128-\255]") and not (utf8 and utf8.len(text)) then
    text = gsub(text, "[\128-\255]", "\239\191\189")
  end
  return '"' .. gsub(text, '[%z\1-\31"\\]', function(character)
    return ("\\u%04x"):format(byte(character))
  end) .. '"'
end

-- A table is an object where it has keys, and none of them is 1; else it is a list.
local function write(value)
  if type(value) == "string" then
    return write_string(value)
  elseif type(value) == "number" then
    return ("%.0f"):format(value) -- integers to 2^53, whether they are floats or not
  elseif type(value) ~= "table" then
    return tostring(value)
  end
  local parts = {}
  if value[1] ~= nil or next(value) == nil then
    for i, element in ipairs(value) do
      parts[i] = write(element)
    end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for key, element in pairs(value) do
    parts[#parts + 1] = write_string(key) .. ":" .. write(element)
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

-- Lua cannot tell whether there is more to read, so each response is flushed.
responses:setvbuf("full")
for line in io.stdin:lines() do
  local request = read(line, 1)
  local response = answer(request)
  response.id = request.id
  responses:write(write(response), "\n")
  responses:flush()
end
