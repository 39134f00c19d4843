import type { Edition, Library, Method } from "./library.js";

export type { Attributes, Edition, Library, Method } from "./library.js";

interface Request {
  /** Unique in the whole corpus, and never reused for another request. */
  id: string;
  edition: Edition;
  /** The bytes of the token, in lower-case hexadecimal. */
  hex: string;
  /** The token as text; missing if its bytes are not valid UTF-8. */
  token?: string;
  /** Identifiers of the requirements that the vector is evidence for. */
  requirements: string[];
  /** One sentence: the bug that the vector finds. */
  why: string;
}

/** The values of the token, or that it is invalid. */
export interface Parse extends Request {
  op: "parse";
  want:
    | { valid: false }
    | {
        valid: true;
        token: string;
        /** Of QPI only. */
        sin?: string;
        /** These three are of EPIN and QPI only. */
        pin?: string;
        native?: boolean;
        derived?: boolean;
        /** Of SIN and QPI only. */
        style?: string;
        side: "first" | "second";
        /** These three are of all notations but SIN. */
        name?: string;
        state?: "normal" | "enhanced" | "diminished";
        terminal?: boolean;
      };
}

/** The results of transformations, one after the other. */
export interface Apply extends Request {
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

/** Whether two valid tokens are equal. */
export interface Equal extends Request {
  op: "equal";
  token: string;
  other: string;
  other_hex: string;
  want: { equal: boolean };
}

export type Vector = Parse | Apply | Equal;

/** The names of the editions, the default first. */
export const editions: readonly Edition[];

/** The vectors of an edition ("1.0.0" by default), read again on each call. Throws a RangeError for an unknown edition. */
export function vectors(edition?: Edition): Vector[];

/** "sha256:" and the SHA-256 of all vector files. */
export function digest(): string;

/**
 * Checks a library with the vectors of an edition that are text. Returns a message for each failure: the
 * vector, the call, the result, what was expected, and why. What a function throws is a failure.
 */
export function check(library: Library, edition?: Edition): string[];
