--- Extended Piece Identifier Notation (EPIN), in both texts published as 1.0.0.
--
--     local king = epin.parse("+K^'")
--     print(king.name, king.side, king.state, king.terminal, king.derived)
--     --> K  first  enhanced  true  true
--     print(king:native():flip())               --> +k^
--     print(epin.valid("K^", "1.0.0-initial"))  --> false
--
-- The adapter beside this file wraps this library.

local epin = { VERSION = "1.0.0" }

-- The text with the terminal marker ^, and the first one, without it.
epin.EDITIONS = { "1.0.0", "1.0.0-initial" }

-- The $ of a pattern is the end of the string and of nothing else. [A-Za-z] is ASCII, %a is
-- what the locale says. () captures a position, which is no ^.
local GRAMMARS = {
  ["1.0.0"] = "^([-+]?)([A-Za-z])(%^?)('?)$",
  ["1.0.0-initial"] = "^([-+]?)([A-Za-z])()('?)$",
}

local STATES = { [""] = "normal", ["+"] = "enhanced", ["-"] = "diminished" }
local MODIFIERS = { normal = "", enhanced = "+", diminished = "-" }

--- A piece as EPIN describes it; two are equal when their strings are. Its fields are
-- name ("A" to "Z"), side ("first" or "second"), state ("normal", "enhanced" or
-- "diminished"), terminal and derived; its methods change none of them, and return another
-- identifier.
--
-- The initial edition has no terminal pieces: what is parsed by it is never terminal, and
-- an identifier marked as terminal is one of the later edition.
local Identifier = {}
Identifier.__index = Identifier

local function grammar(edition)
  return GRAMMARS[edition or epin.EDITIONS[1]]
    or error("the edition must be one of " .. table.concat(epin.EDITIONS, ", ") .. ", not " .. tostring(edition), 3)
end

--- Reads a token, whose bytes need not be text. Returns nil and a message for a string
-- that is not a valid token of the edition. Raises an error for an edition that is not one
-- of EDITIONS.
function epin.parse(token, edition)
  local modifier, letter, terminal, derived = token:match(grammar(edition))
  if not letter then
    return nil, "not a token of EPIN " .. (edition or epin.EDITIONS[1])
  end
  local name = letter:upper()
  return setmetatable({
    name = name,
    side = letter == name and "first" or "second",
    state = STATES[modifier],
    terminal = terminal == "^",
    derived = derived == "'",
  }, Identifier)
end

--- Whether parse takes the token. Raises an error as parse does.
function epin.valid(token, edition)
  return token:find(grammar(edition)) ~= nil
end

--- The PIN token: this one without its derivation marker.
function Identifier:pin()
  local letter = self.side == "first" and self.name or self.name:lower()
  return MODIFIERS[self.state] .. letter .. (self.terminal and "^" or "")
end

function Identifier:is_native()
  return not self.derived
end

function Identifier:__tostring()
  return self:pin() .. (self.derived and "'" or "")
end

function Identifier.__eq(left, right)
  return tostring(left) == tostring(right)
end

local function with(identifier, key, value)
  local copy = {}
  for k, v in pairs(identifier) do
    copy[k] = v
  end
  copy[key] = value
  return setmetatable(copy, Identifier)
end

function Identifier:native() return with(self, "derived", false) end
function Identifier:derive() return with(self, "derived", true) end
function Identifier:flip() return with(self, "side", self.side == "first" and "second" or "first") end
function Identifier:enhance() return with(self, "state", "enhanced") end
function Identifier:diminish() return with(self, "state", "diminished") end
function Identifier:normalize() return with(self, "state", "normal") end
function Identifier:mark() return with(self, "terminal", true) end
function Identifier:unmark() return with(self, "terminal", false) end

return epin
