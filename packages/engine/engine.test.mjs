// Tests of the package, which ci/page --build builds. Where EPIN_REPORTS names a folder, the reports go there.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { certify } from "@epin-conformance/engine";
import * as correct from "../../corpus/testdata/correct.mjs";

const { valid, parse } = correct, vectors = { only: ["vectors"] };
const derived = (s) => s.endsWith("'") ? s.slice(0, -1) : `${s}'`;
const toggles = (s, methods) => valid(s) ? { tokens: methods.map((_, i) => i % 2 ? s : derived(s)), original: s } : null;
const before = (first) => { // a module that does something before
  const text = `export function valid(s) { ${first} return /^[-+]?[A-Za-z]\\^?'?$/.test(s); }`;
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
};

for (const [name, library, options, says] of [
  ["correct, in a worker", new URL("../../corpus/testdata/correct.mjs", import.meta.url), { seed: 7 },
    /^FULLY CONFORMANT \(text only\)  epin\.mjs 1\.0\.0 \(javascript\), EPIN 1\.0\.0\n[^]*, seed 7\.\n/],
  ["the flag m, with the call that reproduces it", { valid: (s) => /^[-+]?[A-Za-z]\^?'?$/m.test(s) }, {},
    /JavaScript's flag m[^]*certify\(library, \{ profile: "quick", only: \["single\//],
  ["derive that toggles", { valid, methods: ["derive"], apply: toggles }, vectors, /derive\("A'"\) returned "A"; expected "A'"/],
  ["an incorrect attribute", { parse: (s) => parse(s) && { state: "normal" } }, vectors, /epin\/7\.1\/state/],
  ["an attribute of another type", { parse: (s) => parse(s) && { name: 1 } }, vectors, /parse returned 1 as name, which is no string/],
  ["a crash", { valid: (s) => valid(s) || JSON.parse(s) }, vectors, /SyntaxError: /],
  ["a rejection in a worker", before(`if (s === "K''") Promise.reject(new Error("late"));`), vectors, /Error: late/],
  ["an exit in a worker", before(`if (s === "K''") process.exit(3);`), vectors, /its worker exited with status 3/],
  ["a hang in a worker", before(`while (s === "K''") {}`), { ...vectors, timeout: 300 }, /Crashes on "K''": it hung/],
  ["an edition", { valid }, { edition: "2" }, /^unknown edition "2": use 1\.0\.0, /],
  ["a seed", { valid }, { seed: -1 }, /^the option seed is incorrect: index\.d\.ts describes it$/],
  ["an option", { valid }, { profil: "quick" }, /^unknown option "profil": use edition, /],
  ["a timeout", { valid }, { timeout: 0 }, /^timeout is 0: give milliseconds from 10 on$/],
  ["no functions", { vlaid: valid }, {}, /^there is no function valid\(s\) or parse\(s\)$/],
  ["no library", "./mine.mjs", {}, /^a library is an object of functions or a URL, and not a string$/],
  ["no module", new URL("missing.mjs", import.meta.url), {}, /^cannot test file:.*missing\.mjs: Cannot find module/],
]) {
  test(name, async () => {
    const text = await certify(library, { profile: "quick", ...options }).then((report) => {
      if (process.env.EPIN_REPORTS) writeFileSync(`${process.env.EPIN_REPORTS}/${name}.json`, JSON.stringify(report));
      return report.text;
    }, (error) => error.message);
    assert.match(text, says);
    assert.doesNotMatch(text, / --[a-z]/); // a flag of the command
  });
}
