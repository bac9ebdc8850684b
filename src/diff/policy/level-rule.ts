import type { DiffLevel } from "../codes.js";

/** Overrides the level of the changes that match all given fields. */
export type DiffLevelRule = {
  /** A code, or a prefix followed by `*`. */
  readonly code: string;
  readonly operation?: string;
  /** A path of the spec, or a prefix followed by `*`. */
  readonly path?: string;
  /** An extension of the operation, its path, or of an object that holds the changed one. */
  readonly extension?: string;
  /** The values that the extension may have; any but false without it. */
  readonly value?: unknown;
  readonly level: DiffLevel | "off";
};
