import type { Edition, Library } from "./library.js";

export type { Attributes, Edition, Library, Method } from "./library.js";

export interface Options {
  /** "1.0.0" by default. */
  edition?: Edition;
  /** "standard" by default. */
  profile?: "quick" | "standard" | "thorough";
  /** The seed of all random choices, an integer, 0 or more; 1 by default. */
  seed?: number;
  /** Selectors as for `epin certify --only`; everything by default. A selection that passes is inconclusive. */
  only?: readonly string[];
  /** Milliseconds, 10 or more, after which a call in a worker is a hang; 10,000 by default. */
  timeout?: number;
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

/** Certifies an object of functions, or the module at a URL. Only what cannot be tested rejects the promise. */
export function certify(library: Library | URL, options?: Options): Promise<Report>;
