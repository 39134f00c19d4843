import type { Edition, Library } from "./library.js";

export type { Attributes, Edition, Library, Method } from "./library.js";

export interface Progress {
  /** Finished checks. */
  done: number;
  /** All checks; 0 until it is known. */
  planned: number;
  /** The input of the first failed check, as a literal, or empty. */
  first: string;
  /** Whether all checks are finished, some failed, and diagnosis follows. */
  over: boolean;
}

export interface Options {
  /** "1.0.0" by default. */
  edition?: Edition;
  /** "standard" by default. */
  profile?: "quick" | "standard" | "thorough";
  /** Of everything random; 1 by default. */
  seed?: number;
  /** Selectors as of `epin certify --only`; everything by default. A selection that passes is inconclusive. */
  only?: readonly string[];
  /** Milliseconds after which a call in a worker is a hang; 10,000 by default. */
  timeout?: number;
  /** Rejects the promise, and ends the run between two calls. */
  signal?: AbortSignal;
  progress?(now: Progress): void;
}

/** The report, as `epin certify --report json=FILE` writes it; report.schema.json describes all members. */
export interface Report {
  format: string;
  verdict: "fully conformant" | "conformant" | "not conformant" | "no verdict";
  /** The verdict in a sentence. */
  reason: string;
  requirements: { id: string; level: string; says: string; result: "passed" | "failed" | "not exercised"; [key: string]: unknown }[];
  findings: { id: string; wanted: string; got: string; shell: string; [key: string]: unknown }[];
  /** The report for a terminal. It is not enumerable, so JSON does not have it. */
  readonly text: string;
  [key: string]: unknown;
}

/**
 * Certifies a library: an object of functions, or the address of a module that exports them, also as its
 * default. The promise is rejected for a library or options that cannot be used, and not for a library
 * that is not conformant.
 */
export function certify(library: Library | URL | string, options?: Options): Promise<Report>;
