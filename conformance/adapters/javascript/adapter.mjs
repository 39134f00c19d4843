/*
 * An adapter: the few lines between the EPIN conformance runner and a library.
 *
 *     epin certify -- node adapter.mjs
 *
 * Only the first part, with the import of epin, depends on epin.mjs: rewrite it for another
 * library. The second part turns requests into calls, and results into responses. The third
 * part reads and writes lines. Both are the same for every library.
 */

import { once } from "node:events";

import * as epin from "./epin.mjs";

// 1. The library. Never respond in its place: call it, and report what it did.

const IMPLEMENTATION = {
  name: "epin.mjs",
  version: epin.VERSION,
  language: `javascript, node ${process.versions.node}`,
};

// The editions of the protocol, and what the library calls them. If it has one grammar, keep
// both names and parse without an edition: the runner tests it by the requested edition.
// A PIN library serves "pin/1.0.0" and "pin/1.0.0-initial"; remove pin, native, derived and derive.
const EDITIONS = new Map([
  ["1.0.0", "1.0.0"],
  ["1.0.0-initial", "1.0.0-initial"],
]);
let edition; // hello selects it

// Remove the operations that your library does not offer: the runner does not request them.
const OPS = ["parse", "valid", "apply", "equal", "sweep"];

// A map, since an object also has what it inherits ("constructor").
const METHODS = new Map([
  ["native", (identifier) => identifier.native()],
  ["derive", (identifier) => identifier.derive()],
  ["flip", (identifier) => identifier.flip()],
  ["enhance", (identifier) => identifier.enhance()],
  ["diminish", (identifier) => identifier.diminish()],
  ["normalize", (identifier) => identifier.normalize()],
  ["mark", (identifier) => identifier.mark()],
  ["unmark", (identifier) => identifier.unmark()],
]);

// Whether the library takes a Uint8Array as well as a string. If it is false, the runner sends
// only valid UTF-8.
const BYTES = true;

// epin.parse returns null for an invalid string. Everything that is thrown or raised, here
// or by any other call, is a crash. README.md has the lines for a parser that rejects by
// throwing.
function parse(token) {
  return epin.parse(token, edition);
}

const REJECTED = { valid: false };

function attributes(identifier) {
  return {
    token: identifier.toString(),
    pin: identifier.pin,
    native: identifier.isNative,
    derived: identifier.isDerived,
    name: identifier.name,
    side: identifier.side,
    state: identifier.state,
    terminal: identifier.isTerminal,
  };
}

const library = {
  parse(token) {
    const identifier = parse(token);
    if (identifier === null) return REJECTED;
    return { valid: true, ...attributes(identifier) };
  },

  valid(token) {
    return { valid: epin.isValid(token, edition) };
  },

  apply(token, before, methods, unread) {
    const original = parse(token);
    if (original === null) return REJECTED;
    // Attributes are read at once, and again from each result, to show what a value remembers.
    // Where unread is true, nothing is read before the last result.
    let identifier = original;
    let last = unread && methods.length > 0 ? undefined : attributes(original);
    for (const method of before) METHODS.get(method)(original);
    const tokens = [];
    methods.forEach((method, i) => {
      identifier = METHODS.get(method)(identifier);
      if (unread && i < methods.length - 1) return;
      tokens.push(identifier.toString());
      last = attributes(identifier);
    });
    // Read last: it shows whether a method changed the original value.
    return { valid: true, tokens, original: original.toString(), last };
  },

  equal(token, other) {
    const left = parse(token);
    const right = parse(other);
    if (left === null || right === null) return REJECTED;
    return { equal: left.equals(right) };
  },

  // The verdict on one token of a sweep, as one character.
  verdict(token) {
    try {
      return parse(token) === null ? "0" : "1";
    } catch {
      return "!";
    }
  },
};

// 2. From a request to a response.

const UNSUPPORTED = { unsupported: true };

// The request is read outside the guard: an error in this file must not look like a crash
// of the library.
function answer(request) {
  switch (request.op) {
    case "parse":
      return guarded(library.parse, tokenOf(request));
    case "sweep":
      return { valid: tokensOf(request).map(library.verdict).join("") };
    case "valid":
      return guarded(library.valid, tokenOf(request));
    case "apply": {
      const { before = [], methods, unread } = request;
      if (![...before, ...methods].every((method) => METHODS.has(method))) return UNSUPPORTED;
      return guarded(library.apply, tokenOf(request), before, methods, unread);
    }
    case "equal":
      return guarded(library.equal, request.token, request.other);
    case "hello":
      return hello(request.edition);
    default:
      return UNSUPPORTED;
  }
}

function hello(wanted) {
  const introduction = { protocol: 1, implementation: IMPLEMENTATION };
  if (!EDITIONS.has(wanted)) return { ...introduction, ...UNSUPPORTED };
  edition = EDITIONS.get(wanted);
  return {
    ...introduction,
    ops: OPS,
    methods: [...METHODS.keys()],
    bytes: BYTES,
    apply_attributes: true,
    apply_unread: true,
  };
}

// The response of the call, or a crash.
function guarded(call, ...args) {
  try {
    return call(...args);
  } catch (error) {
    return { crash: describe(error) };
  }
}

// Any value can be thrown, also one without a string form.
function describe(error) {
  try {
    return String(error);
  } catch {
    return "something that cannot be shown";
  }
}

// The token of a request: text, or the exact bytes if they are not valid UTF-8.
function tokenOf(request) {
  return request.hex === undefined ? request.token : Buffer.from(request.hex, "hex");
}

// The tokens of a sweep, in the same two forms.
function tokensOf(request) {
  if (request.hex === undefined) return request.tokens;
  // Decoding all of them at once takes a third of the time.
  const all = Buffer.from(request.hex.join(""), "hex");
  let end = 0;
  return request.hex.map((hex) => all.subarray(end, (end += hex.length / 2)));
}

// 3. Lines in and out.

// Standard output is for responses: what the library prints goes to standard error.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

// Bytes, split at LF before decoding: a block may end inside a character.
let unfinished = [];
for await (const block of process.stdin) {
  const end = block.lastIndexOf("\n");
  if (end === -1) {
    unfinished.push(block);
    continue;
  }
  const lines = Buffer.concat([...unfinished, block.subarray(0, end)]).toString().split("\n");
  unfinished = [block.subarray(end + 1)];
  const responses = lines.map((line) => {
    const request = JSON.parse(line);
    return JSON.stringify({ id: request.id, ...answer(request) }) + "\n";
  });
  if (!write(responses.join(""))) await once(process.stdout, "drain");
}
