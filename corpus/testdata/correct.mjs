// A correct library of EPIN 1.0.0 for the tests of corpus and packages/engine: epin.mjs as they call it.
import * as epin from "../../conformance/adapters/javascript/epin.mjs";

export const name = "epin.mjs", version = epin.VERSION, applyAttributes = true, applyUnread = true;
export const valid = (token) => epin.isValid(token);
export const parse = (token) => attributes(epin.parse(token));
export const equal = (a, b) => epin.parse(a).equals(epin.parse(b));

const attributes = (i) => i && {
  token: String(i), pin: i.pin, native: i.isNative, derived: i.isDerived, // a name in lower case is correct, too
  name: i.name.toLowerCase(), side: i.side, state: i.state, terminal: i.isTerminal,
};

export function apply(token, methods, { before, unread }) {
  const original = epin.parse(token), results = [original];
  if (!original) return null;
  for (const method of before) original[method]();
  for (const method of methods) results.push(results.at(-1)[method]());
  const read = unread && methods.length > 0 ? results.slice(-1) : results.slice(1);
  return { tokens: read.map(String), original: String(original), last: attributes(results.at(-1)) };
}
