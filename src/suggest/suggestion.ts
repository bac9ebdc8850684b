import type { Json, Pointer } from "../document/index.js";
import type { Evidence } from "./infer/evidence.js";

/** An addition to the spec that documents drift. */
export type Suggestion = {
  /** What to add, for display. */
  readonly title: string;
  readonly evidence: Evidence;
  /** The map or list to add to. */
  readonly at: Pointer;
  /** The new key, if `at` is a map. */
  readonly key?: string;
  /** The value for the source file, with references relative to it. */
  readonly value: Json;
  /** A new file that `value` references. */
  readonly ownFile?: { readonly path: string; readonly value: Json };
  /** The value for the bundled spec. */
  readonly bundled: Json;
  /** Whether a new status references a shared response, which is a guess. */
  readonly isShared?: boolean;
  /** Whether the evidence already covers all operations. */
  readonly isCounted?: boolean;
};
