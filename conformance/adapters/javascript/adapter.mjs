/*
 * An adapter: the few lines between the EPIN conformance runner and a library.
 *
 *     epin certify -- node adapter.mjs
 *
 * The first part, with the import of epin, is all that knows epin.mjs: fill it in anew for
 * another library. The second turns requests into calls and whatever comes of them into
 * answers. The third moves lines. Both are the same for every library.
 */

import { once } from "node:events";

import * as epin from "./epin.mjs";

// 1. The library. Never answer for it: call it, and report what it did.

const IMPLEMENTATION = {
  name: "epin.mjs",
  version: epin.VERSION,
  language: `javascript, node ${process.versions.node}`,
};

// The editions, as the protocol names them. Has your library one grammar? Leave both, and
// parse without an edition: it is judged by the one asked for, whichever it has.
const EDITIONS = ["1.0.0", "1.0.0-initial"];
let edition = EDITIONS[0];

// Leave out what your library does not offer: it is not asked for.
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

// Whether the library takes a Uint8Array beside a string. Where it says false, the
// runner sends text alone.
const BYTES = true;

// epin.parse rejects a token by returning null: whatever is thrown, here or by any other
// call, is a crash. README.md has the lines for a parser that rejects by throwing.
function parse(token) {
  return epin.parse(token, edition);
}

const REJECTED = { valid: false };

const library = {
  parse(token) {
    const identifier = parse(token);
    if (identifier === null) return REJECTED;
    return {
      valid: true,
      token: identifier.toString(),
      pin: identifier.pin,
      native: identifier.isNative,
      derived: identifier.isDerived,
      name: identifier.name,
      side: identifier.side,
      state: identifier.state,
      terminal: identifier.isTerminal,
    };
  },

  valid(token) {
    return { valid: epin.isValid(token, edition) };
  },

  apply(token, methods) {
    const original = parse(token);
    if (original === null) return REJECTED;
    let identifier = original;
    const tokens = methods.map((method) => {
      identifier = METHODS.get(method)(identifier);
      return identifier.toString();
    });
    // Read last: a value that changed under its owner shows here.
    return { valid: true, tokens, original: original.toString() };
  },

  equal(token, other) {
    const left = parse(token);
    const right = parse(other);
    if (left === null || right === null) return REJECTED;
    return { equal: left.equals(right) };
  },

  // One character of the answer to a sweep.
  verdict(token) {
    try {
      return parse(token) === null ? "0" : "1";
    } catch {
      return "!";
    }
  },
};

// 2. From a request to an answer.

const UNSUPPORTED = { unsupported: true };

// What a request holds is taken out of it here, outside of the guard: a mistake in this
// file must not be reported as a crash of the library.
function answer(request) {
  switch (request.op) {
    case "parse":
      return guarded(library.parse, tokenOf(request));
    case "sweep":
      return { valid: tokensOf(request).map(library.verdict).join("") };
    case "valid":
      return guarded(library.valid, tokenOf(request));
    case "apply":
      if (!request.methods.every((method) => METHODS.has(method))) return UNSUPPORTED;
      return guarded(library.apply, tokenOf(request), request.methods);
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
  if (!EDITIONS.includes(wanted)) return { ...introduction, ...UNSUPPORTED };
  edition = wanted;
  return {
    ...introduction,
    ops: OPS,
    methods: [...METHODS.keys()],
    bytes: BYTES,
  };
}

// What the call answers, or the crash that it ended in.
function guarded(call, ...args) {
  try {
    return call(...args);
  } catch (error) {
    return { crash: describe(error) };
  }
}

// Anything can be thrown, also what cannot be made a string.
function describe(error) {
  try {
    return String(error);
  } catch {
    return "something that cannot be shown";
  }
}

// The token of a request: text, or the exact bytes of what is not text.
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

// Standard output is for responses: what the library prints goes elsewhere.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

// Bytes, split at LF before they are decoded: a character may come in two blocks.
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
