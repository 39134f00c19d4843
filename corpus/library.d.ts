// The types of this package and of packages/engine.

/** The editions that have vectors. A name without a notation is one of EPIN. */
export type Edition =
  | "1.0.0"
  | "1.0.0-initial"
  | "pin/1.0.0"
  | "pin/1.0.0-initial"
  | "sin/1.0.0"
  | "qpi/1.0.0"
  | "qpi/1.0.0-aligned"
  | "qpi/1.0.0-aligned-terminal";

/**
 * A transformation of `apply`. PIN has no `native` or `derive`, and the initial editions have no `mark` or `unmark`.
 * QPI has only `native` and, in `qpi/1.0.0`, `derive`. SIN has none.
 */
export type Method = "native" | "derive" | "flip" | "enhance" | "diminish" | "normalize" | "mark" | "unmark";

/** The attributes of a token: each notation has some of them. */
export type Attributes = Partial<
  Record<"token" | "sin" | "pin" | "style" | "name" | "side" | "state", string> & Record<"native" | "derived" | "terminal", boolean>>;

/** A library under test. `parse` or `valid` is required. What it does not offer is not tested. */
export interface Library {
  name?: string;
  version?: string;
  valid?(token: string): boolean;
  /** The attributes that the library offers, or nothing for an invalid string. */
  parse?(token: string): Attributes | null | undefined;
  /** The string form after each method, and that of the parsed value, read at the end; nothing for an invalid string. */
  apply?(token: string, methods: Method[], how: { before: Method[]; unread: boolean }):
    { tokens: string[]; original: string; last?: Attributes } | null | undefined;
  /** The methods that `apply` offers; all of the edition if absent. */
  methods?: readonly Method[];
  equal?(token: string, other: string): boolean;
  /** Whether `apply` calls the methods `how.before` and returns `last`: apply_attributes of the adapter protocol. */
  applyAttributes?: boolean;
  /** Whether `apply` reads nothing before the last result where `how.unread` is true: apply_unread of the adapter protocol. */
  applyUnread?: boolean;
}
