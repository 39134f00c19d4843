/** The editions of the specification that have vectors. */
export type Edition = "1.0.0" | "1.0.0-initial";

/** A transformation of `apply`. */
export type Method = "native" | "derive" | "flip" | "enhance" | "diminish" | "normalize" | "mark" | "unmark";

interface Question {
  /** Unique in the whole corpus, and never given to another question. */
  id: string;
  edition: Edition;
  /** The bytes of the token, in lower-case hexadecimal. */
  hex: string;
  /** The token as text; absent where its bytes are not valid UTF-8. */
  token?: string;
  /** Identifiers of the requirements that the vector is evidence for. */
  requirements: string[];
  /** One sentence: what the vector is there to catch. */
  why: string;
}

/** What does the parser say of the token? */
export interface Parse extends Question {
  op: "parse";
  want:
    | { valid: false }
    | {
        valid: true;
        token: string;
        pin: string;
        native: boolean;
        derived: boolean;
        name: string;
        side: "first" | "second";
        state: "normal" | "enhanced" | "diminished";
        terminal: boolean;
      };
}

/** What do the transformations make of the token, one after the other? */
export interface Apply extends Question {
  op: "apply";
  methods: Method[];
  want:
    | { valid: false }
    | {
        valid: true;
        /** The string form after each method. */
        tokens: string[];
        /** The string form of the first value, read again at the end. */
        original: string;
      };
}

/** Does the library hold the two tokens, both valid, equal? */
export interface Equal extends Question {
  op: "equal";
  token: string;
  other: string;
  other_hex: string;
  want: { equal: boolean };
}

export type Vector = Parse | Apply | Equal;

/** "1.0.0" and "1.0.0-initial". */
export const editions: readonly Edition[];

/** The vectors of an edition ("1.0.0" if none is named), read anew each time. Throws a RangeError for another name. */
export function vectors(edition?: Edition): Vector[];

/** "sha256:" and the digest of both vector files. */
export function digest(): string;
