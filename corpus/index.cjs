"use strict";
// Reads the test vectors. What a vector holds: README.md, index.d.ts.
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
  // Split at LF only: what lines hold is there to catch programs that know more ends of line.
  return read(edition).toString("utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** Names exactly these vectors, as corpus.Digest of the Go package does. */
function digest() {
  const sum = createHash("sha256");
  for (const edition of [...editions].reverse()) sum.update(read(edition)); // the order of the names
  return `sha256:${sum.digest("hex")}`;
}

module.exports = { editions, vectors, digest };
