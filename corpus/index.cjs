"use strict";
// Reads the test vectors. README.md and index.d.ts describe a vector.
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const editions = Object.freeze(["1.0.0", "1.0.0-initial"]);

const read = (edition) => readFileSync(join(__dirname, `${edition}.jsonl`));

/** The vectors of an edition, in the order of its file. */
function vectors(edition = "1.0.0") {
  if (!editions.includes(edition)) {
    throw new RangeError(`there is no edition ${JSON.stringify(edition)}: choose ${editions.join(" or ")}`);
  }
  // Split at LF only: vectors contain other line separators.
  return read(edition).toString("utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** The digest of the vectors, as corpus.Digest of the Go package returns it. */
function digest() {
  const sum = createHash("sha256");
  for (const edition of [...editions].reverse()) sum.update(read(edition)); // sorted by name
  return `sha256:${sum.digest("hex")}`;
}

module.exports = { editions, vectors, digest };
