// Tests of check in index.cjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "@epin-conformance/corpus";
import * as correct from "./testdata/correct.mjs";

const { valid, parse } = correct;
const toggles = (s) => valid(s) ? { tokens: [s.endsWith("'") ? s.slice(0, -1) : `${s}'`], original: s } : null;

test("a correct library", () => assert.deepEqual(check(correct), []));
test("a correct library that offers less", () => {
  const flips = (s, methods, how) => methods.every((m) => m === "flip") ? correct.apply(s, methods, how) : null;
  assert.deepEqual(check({ parse: (s) => parse(s) ?? undefined, methods: ["flip"], apply: flips }), []);
});
test("an edition", () => assert.throws(() => check({ valid }, "2"), RangeError));
test("no functions", () => assert.throws(() => check({ vlaid: valid }), /not an object with a function parse\(token\) or valid\(token\)/));

for (const [name, library, message] of [
  ["the flag m", { valid: (s) => /^[-+]?[A-Za-z]\^?'?$/m.test(s) }, /^line-feed-behind: valid\('K\\n'\) returned true, expected false\. .*dollar/m],
  ["derive that toggles", { valid, methods: ["derive"], apply: toggles }, /: apply\("\w'", \[ 'derive' \]\) returned \[ '\w' \] as tokens, expected /],
  ["equality that ignores case", { valid, equal: (a, b) => a.toLowerCase() === b.toLowerCase() }, /: equal\('K', 'k'\) returned true, expected false\. /],
  ["an incorrect attribute", { parse: (s) => parse(s) && { state: "normal" } }, /: parse\('\+K.*'\) returned 'normal' as state, expected 'enhanced'\. /],
  ["an incorrect type", { parse: valid }, / true, expected an object\. [^]*: parse\('\\u00e9'\) returned false, expected null\. /],
  ["a crash", { valid: (s) => s.length < 100 ? valid(s) : JSON.parse(s) }, /: valid\('K!+\.\.\.\) threw SyntaxError: /],
]) test(name, () => assert.match(check(library).join("\n"), message));
