// Tests of check in index.cjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check, vectors } from "@epin-conformance/corpus";
import * as epin from "../conformance/adapters/javascript/epin.mjs";

const correct = {
  valid: (token) => epin.isValid(token),
  parse(token) {
    const i = epin.parse(token);
    return i && { token: String(i), pin: i.pin, native: i.isNative, derived: i.isDerived, name: i.name.toLowerCase(), side: i.side, state: i.state, terminal: i.isTerminal };
  },
  apply(token, methods) {
    const original = epin.parse(token);
    let last = original;
    return original && { tokens: methods.map((method) => String((last = last[method]()))), original: String(original) };
  },
  equal: (a, b) => epin.parse(a).equals(epin.parse(b)),
};

test("a correct library", () => {
  assert.deepEqual(check(correct), []);
  assert.deepEqual(check({ valid: (token) => epin.isValid(token, "1.0.0-initial") }, "1.0.0-initial"), []);
  assert.deepEqual(check({ valid: (token) => /^[-+]?[A-Za-z]$/.test(token) }, "pin/1.0.0-initial"), []);
});

const valid = (token) => epin.isValid(token);
for (const [name, library, message] of [
  ["the flag m", { valid: (s) => /^[-+]?[A-Za-z]\^?'?$/m.test(s) }, /^line-feed-behind: valid\("K\\n"\) returned true, expected false\. .*dollar/],
  ["no anchors", { valid: (s) => /[-+]?[A-Za-z]\^?'?/.test(s) }, / returned true, expected false\. /],
  ["derive that toggles", { ...correct, methods: ["derive"], apply: (s) => valid(s) ? { tokens: [s.endsWith("'") ? s.slice(0, -1) : `${s}'`], original: s } : null },
    /: apply\("\w'", \["derive"\]\) returned \["\w"\] as tokens, expected \["\w'"\]\. /],
  ["a changed original", { ...correct, methods: ["flip"], apply: (s, methods) => valid(s) ? { tokens: correct.apply(s, methods).tokens, original: "+" } : null },
    / returned "\+" as original, expected /],
  ["equality that ignores case", { valid, equal: (a, b) => a.toLowerCase() === b.toLowerCase() }, /: equal\("K", "k"\) returned true, expected false\. /],
  ["an incorrect attribute", { parse: (s) => valid(s) ? { state: "normal" } : undefined }, /: parse\("\+K.*"\) returned "normal" as state, expected "enhanced"\. /],
  ["an incorrect type", { parse: valid }, /: parse\("\\u00e9"\) returned false, expected null for an invalid string\. /],
  ["a throw", { valid(s) { if (s.length > 4) throw new RangeError("too\u200blong"); return valid(s); } }, /: valid\("K!+\.\.\.\) threw RangeError: too\\u200blong\. /],
]) {
  test(name, () => {
    const failures = check(library);
    assert.ok(failures.some((failure) => message.test(failure)), failures.slice(0, 20).join("\n"));
    assert.ok(failures.length < vectors().length);
    assert.ok(failures.every((failure) => /^[\x20-\x7e]*$/.test(failure) && failure.length < 800), "a message is cut short");
  });
}

test("wrong use", () => {
  const message = "the library is no object with a function parse(token) or valid(token)";
  for (const library of [{ vlaid: valid }, null, class { static valid() {} }]) assert.throws(() => check(library), { name: "TypeError", message });
  assert.throws(() => check({ valid }, "2"), RangeError);
});
