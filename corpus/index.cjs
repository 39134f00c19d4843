"use strict";
// Reads the test vectors, and checks a library with them. README.md and index.d.ts describe both.
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { inspect } = require("node:util");

const editions = Object.freeze([
  "1.0.0", "1.0.0-initial", "pin/1.0.0", "pin/1.0.0-initial",
  "sin/1.0.0", "qpi/1.0.0", "qpi/1.0.0-aligned", "qpi/1.0.0-aligned-terminal",
]);

const fileName = (edition) => `${edition.replace("/", "-")}.jsonl`;
const read = (name) => readFileSync(join(__dirname, name));

/** The vectors of an edition, in the order of its file. */
function vectors(edition = editions[0]) {
  if (!editions.includes(edition)) {
    throw new RangeError(`unknown edition ${JSON.stringify(edition)}: use one of ${editions.join(", ")}`);
  }
  // Split at LF only: vectors contain other line separators.
  return read(fileName(edition)).toString("utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** The digest of the vectors, as corpus.Digest of the Go package returns it. */
function digest() {
  const sum = createHash("sha256");
  for (const name of editions.map(fileName).sort()) sum.update(read(name));
  return `sha256:${sum.digest("hex")}`;
}

/** Text in printable ASCII, cut short. */
function printable(text) {
  const escaped = text.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return escaped.length > 100 ? `${escaped.slice(0, 100)}...` : escaped;
}

const show = (value) => printable(inspect(value, { compact: true, breakLength: Infinity }));

/** The calls that a vector describes: function, arguments, and expected result; null for an invalid string. */
function calls({ op, token, other, methods, want }) {
  if (op === "equal") return [[op, [token, other], want.equal]];
  const { valid, ...values } = want, expected = valid ? values : null;
  if (op === "apply") return [[op, [token, methods, { before: [], unread: false }], expected]];
  return [["valid", [token], valid], ["parse", [token], expected]];
}

/** What is wrong with a result, or nothing. */
function difference(op, got, want) {
  if (want === null || typeof want === "boolean") return (got ?? null) === want ? "" : `returned ${show(got)}, expected ${want}`;
  if (typeof (got ?? 0) !== "object") return `returned ${show(got)}, expected an object`;
  for (const [key, value] of Object.entries(want)) {
    if (op === "parse" && got[key] === undefined) continue; // it is not offered
    if (key === "name" && got.name === value.toLowerCase()) continue; // EPIN 7.1
    if (JSON.stringify(got[key]) !== JSON.stringify(value)) return `returned ${show(got[key])} as ${key}, expected ${show(value)}`;
  }
  return "";
}

/** A message for each vector of an edition that a function of the library fails; see index.d.ts. */
function check(library, edition = editions[0]) {
  const offers = (op) => typeof library === "object" && typeof library?.[op] === "function"; // every function has a method apply
  if (!offers("parse") && !offers("valid")) throw new TypeError("the library is not an object with a function parse(token) or valid(token)");
  const failures = [];
  for (const vector of vectors(edition)) {
    const { id, token, methods = [], why } = vector;
    if (token === undefined || library.methods && !methods.every((m) => library.methods.includes(m))) continue;
    for (const [op, args, want] of calls(vector).filter(([op]) => offers(op))) {
      let problem;
      try {
        problem = difference(op, library[op](...args), want);
      } catch (error) {
        problem = `threw ${printable(String(error))}`;
      }
      if (problem) failures.push(`${id}: ${op}(${args.slice(0, 2).map(show).join(", ")}) ${problem}. ${why}`);
    }
  }
  return failures;
}

module.exports = { editions, vectors, digest, check };
