"use strict";
// Reads the test vectors. README.md and index.d.ts describe a vector.
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const editions = Object.freeze(["1.0.0", "1.0.0-initial", "pin/1.0.0", "pin/1.0.0-initial"]);

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

module.exports = { editions, vectors, digest };
