// Tests of the package, which ci/page --build builds. Where EPIN_REPORTS names a folder, the reports go there.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { certify } from "@epin-conformance/engine";
import * as epin from "../../conformance/adapters/javascript/epin.mjs";

const attributes = (i) => ({
  token: String(i), pin: i.pin, native: i.isNative, derived: i.isDerived, name: i.name, side: i.side, state: i.state, terminal: i.isTerminal,
});
const correct = {
  name: "epin.mjs", version: epin.VERSION, applyAttributes: true, applyUnread: true,
  valid: (token) => epin.isValid(token),
  parse(token) {
    const piece = epin.parse(token);
    return piece && attributes(piece);
  },
  apply(token, methods, { before, unread }) {
    const original = epin.parse(token), results = [original];
    if (!original) return null;
    for (const method of before) original[method]();
    for (const method of methods) results.push(results.at(-1)[method]());
    const read = unread && methods.length > 0 ? results.slice(-1) : results.slice(1);
    return { tokens: read.map(String), original: String(original), last: attributes(results.at(-1)) };
  },
  equal: (a, b) => epin.parse(a).equals(epin.parse(b)),
};
const module = (text) => `data:text/javascript,${encodeURIComponent(text)}`;

let written = 0;
async function certified(library, options) {
  const report = await certify(library, { profile: "quick", ...options });
  if (process.env.EPIN_REPORTS) writeFileSync(`${process.env.EPIN_REPORTS}/${++written}.json`, JSON.stringify(report));
  assert.doesNotMatch(report.text, / --[a-z]/); // a flag of the command
  return report;
}

test("a correct library", async () => {
  let done = 0;
  const report = await certified(correct, { seed: 7, progress: (now) => { done = now.done; } });
  assert.equal(report.verdict, "fully conformant", report.text);
  assert.match(report.text, /^FULLY CONFORMANT \(text only\)  epin\.mjs 1\.0\.0 \(javascript\), EPIN 1\.0\.0\n[^]*, seed 7\.\n[^]*\nFULLY CONFORMANT \(text only\)\n$/);
  assert.ok(done > 50_000, `${done} checks`);
});

test("the flag m, and the call that reproduces it", async () => {
  const library = { valid: (token) => /^[-+]?[A-Za-z]\^?'?$/m.test(token) };
  const report = await certified(library);
  assert.equal(report.verdict, "not conformant");
  assert.match(report.text, /Likely cause: .*JavaScript's flag m/);
  const { shell } = report.findings[0];
  const again = await new Function("certify", "library", `return ${shell}`)(certify, library);
  assert.match(shell, /^certify\(library, \{ profile: "quick", only: \["single\//);
  assert.deepEqual([again.findings[0].token, again.findings.length], [report.findings[0].token, 1]);
});

const letters = (token) => token.replace(/[^A-Za-z]/g, "");
for (const [name, broken, says] of [
  ["no anchors", { valid: (token) => /[-+]?[A-Za-z]\^?'?/.test(token) }, /epin\/6\/anchoring/],
  ["derive that toggles", {
    ...correct, applyAttributes: false, applyUnread: false, methods: ["derive"],
    apply(token, methods) {
      const { pin, isDerived = 0 } = epin.parse(token) ?? {};
      return pin && { tokens: methods.map((_, i) => pin + "'".repeat((i + 1 + isDerived) % 2)), original: token };
    },
  }, /derive\("A'"\) returned "A"; expected "A'"/],
  ["equality that ignores case", { ...correct, equal: (a, b) => a.toLowerCase() === b.toLowerCase() }, /equal\("A", "a"\) returned equal/],
  ["an incorrect attribute", { parse: (token) => epin.parse(token) && { name: letters(token), state: "normal" } }, /epin\/7\.1\/state/],
  ["an attribute of another type", { parse: (token) => epin.parse(token) && { name: 1 } }, /parse returned 1 as name, which is no string/],
  ["a promise", { valid: async () => true }, /valid returned \[object Promise\], not true or false/],
  ["too few results", { ...correct, apply: (token) => ({ tokens: [], original: token }) }, /apply returned tokens  ?and original/],
  ["a crash", { valid(token) { if (token.length > 4) throw new RangeError("long\x1b"); return epin.isValid(token); } }, /RangeError: long\\x1b/],
]) {
  test(name, async () => {
    const report = await certified(broken, { only: ["vectors"] });
    assert.equal(report.verdict, "not conformant", report.text);
    assert.match(report.text, says);
  });
}

test("a module in a worker", async () => {
  const pin = module("export const name = 'mine'; export default { name, valid: (s) => /^[-+]?[A-Za-z]$/.test(s) }");
  const report = await certified(new URL(pin), { edition: "pin/1.0.0-initial", only: ["vectors"] });
  assert.match(report.text, /^INCONCLUSIVE  mine \(javascript\), PIN 1\.0\.0-initial\nThe selected checks pass\./);
  assert.deepEqual(report.findings, [], report.text);
  const ends = await certified(module("export const valid = (s) => s === \"K''\" ? process.exit(3) : /^[-+]?[A-Za-z]\\^?'?$/.test(s)"), { only: ["vectors"] });
  assert.match(ends.text, /its worker exited with status 3/);
});

test("a module that hangs", async () => {
  const hangs = module("export function valid(s) { while (s === \"K''\") {} return /^[-+]?[A-Za-z]\\^?'?$/.test(s) }");
  const report = await certified(hangs, { timeout: 300, only: ["vectors"] });
  assert.equal(report.verdict, "not conformant");
  assert.match(report.text, /Crashes on "K''": it hung/);
});

test("errors", async () => {
  const { valid } = correct;
  for (const [library, options, message] of [
    [{ valid }, { edition: "2" }, /unknown edition "2": use 1\.0\.0, /],
    [{ valid }, { profile: "slow" }, /unknown profile "slow": choose one of quick, /],
    [{ valid }, { only: ["nothing"] }, /nothing/],
    [{ valid }, { seed: -1 }, /^seed is -1: give an integer from 0 on$/],
    [{ valid }, { signal: AbortSignal.abort(new Error("too late")) }, /^too late$/],
    [{ valid }, { progress() { throw new Error("no progress"); } }, /^no progress$/],
    [{ vlaid: valid }, {}, /^there is no function valid\(s\) or parse\(s\)$/],
    [null, {}, /^a library is an object of functions, and not null$/],
    [module("export default class { static valid() {} }"), {}, /: a library is an object of functions, and not a function$/],
    ["./mine.mjs", {}, /^the module ".\/mine\.mjs" is no absolute address: /],
    [new URL("missing.mjs", import.meta.url), {}, /^cannot test file:.*missing\.mjs: Cannot find module/],
    [module("export const vlaid = 1"), {}, /: there is no function valid/],
  ]) await assert.rejects(certify(library, { profile: "quick", ...options }), { message });
});

test("a signal ends a run of functions in this thread", async () => {
  const end = new AbortController();
  const progress = () => setTimeout(() => end.abort(new Error("enough")));
  await assert.rejects(certify(correct, { profile: "thorough", signal: end.signal, progress }), { message: "enough" });
});
