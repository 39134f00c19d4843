/**
 * Extended Piece Identifier Notation (EPIN), in both texts published as 1.0.0.
 *
 *     const king = parse("+K^'");
 *     [king.name, king.side, king.state, king.isTerminal, king.isDerived];
 *     // ["K", "first", "enhanced", true, true]
 *     String(king.native().flip()); // "+k^"
 *     isValid("K^", "1.0.0-initial"); // false
 *
 * The adapter beside this file wraps this library.
 */

export const VERSION = "1.0.0";

/** The text with the terminal marker ^, and the first one, without it. */
export const EDITIONS = Object.freeze(["1.0.0", "1.0.0-initial"]);

// Without the flag m, $ is the end of the input and of nothing else.
const GRAMMARS = new Map([
  ["1.0.0", /^[-+]?[A-Za-z]\^?'?$/],
  ["1.0.0-initial", /^[-+]?[A-Za-z]'?$/],
]);

const LONGEST = "+K^'".length;

const MODIFIERS = { normal: "", enhanced: "+", diminished: "-" };

/**
 * A piece as EPIN describes it. It never changes: every transformation returns another.
 *
 * The initial edition has no terminal pieces: what is parsed by it is never terminal,
 * and an identifier marked as terminal is one of the later edition.
 */
export class Identifier {
  #name;
  #side;
  #state;
  #terminal;
  #derived;

  /** name is "A" to "Z", side "first" or "second", state a key of MODIFIERS. */
  constructor(name, { side = "first", state = "normal", isTerminal = false, isDerived = false } = {}) {
    if (!/^[A-Z]$/.test(name)) {
      throw new RangeError(`name must be a letter from "A" to "Z", not ${JSON.stringify(name)}`);
    }
    if (side !== "first" && side !== "second") {
      throw new RangeError(`side must be "first" or "second", not ${JSON.stringify(side)}`);
    }
    if (!Object.hasOwn(MODIFIERS, state)) {
      throw new RangeError(`state must be "normal", "enhanced" or "diminished", not ${JSON.stringify(state)}`);
    }
    this.#name = name;
    this.#side = side;
    this.#state = state;
    this.#terminal = isTerminal;
    this.#derived = isDerived;
  }

  get name() {
    return this.#name;
  }

  get side() {
    return this.#side;
  }

  get state() {
    return this.#state;
  }

  get isTerminal() {
    return this.#terminal;
  }

  get isDerived() {
    return this.#derived;
  }

  get isNative() {
    return !this.#derived;
  }

  /** The PIN token: this one without its derivation marker. */
  get pin() {
    const letter = this.#side === "first" ? this.#name : this.#name.toLowerCase();
    return MODIFIERS[this.#state] + letter + (this.#terminal ? "^" : "");
  }

  toString() {
    return this.pin + (this.#derived ? "'" : "");
  }

  /** Two identifiers are equal when their strings are. */
  equals(other) {
    return other instanceof Identifier && this.toString() === other.toString();
  }

  native() {
    return this.#with({ isDerived: false });
  }

  derive() {
    return this.#with({ isDerived: true });
  }

  flip() {
    return this.#with({ side: this.#side === "first" ? "second" : "first" });
  }

  enhance() {
    return this.#with({ state: "enhanced" });
  }

  diminish() {
    return this.#with({ state: "diminished" });
  }

  normalize() {
    return this.#with({ state: "normal" });
  }

  mark() {
    return this.#with({ isTerminal: true });
  }

  unmark() {
    return this.#with({ isTerminal: false });
  }

  #with(changes) {
    return new Identifier(this.#name, {
      side: this.#side,
      state: this.#state,
      isTerminal: this.#terminal,
      isDerived: this.#derived,
      ...changes,
    });
  }
}

/**
 * Read a token: a string, or the bytes (Uint8Array) of what need not be text.
 *
 * Returns null for a string that is not a valid token of the edition. Throws RangeError
 * for an edition that is not one of EDITIONS.
 */
export function parse(token, edition = EDITIONS[0]) {
  const text = read(token, edition);
  if (text === null) return null;
  const signed = text[0] === "+" || text[0] === "-";
  const letter = signed ? text[1] : text[0];
  const name = letter.toUpperCase();
  return new Identifier(name, {
    side: letter === name ? "first" : "second",
    state: !signed ? "normal" : text[0] === "+" ? "enhanced" : "diminished",
    isTerminal: text.includes("^"),
    isDerived: text.endsWith("'"),
  });
}

/** Return whether `parse` accepts the token. Throws RangeError as `parse` does. */
export function isValid(token, edition = EDITIONS[0]) {
  return read(token, edition) !== null;
}

/** The text of a token, or null where it is none. */
function read(token, edition) {
  const grammar = GRAMMARS.get(edition);
  if (grammar === undefined) {
    throw new RangeError(`edition must be one of ${EDITIONS.join(", ")}, not ${JSON.stringify(edition)}`);
  }
  if (token.length > LONGEST) return null;
  const text = typeof token === "string" ? token : characters(token);
  return grammar.test(text) ? text : null;
}

/** One character a byte: those that are not ASCII fit no grammar. */
function characters(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
