import type { Json, Pointer } from "../document/index.js";
import type { Evidence } from "./infer/evidence.js";

/** One addition to the description that would end a drift. */
export type Suggestion = {
  /** What is added, in words. */
  readonly title: string;
  readonly evidence: Evidence;
  /** The map or list of the document that is added to. */
  readonly at: Pointer;
  /** Of a map. */
  readonly key?: string;
  /** As the file of that map says it: references go from there. */
  readonly value: Json;
  /** What a file of its own says, to which the value refers. */
  readonly ownFile?: { readonly path: string; readonly value: Json };
  /** As the bundled document says it. */
  readonly bundled: Json;
  /** Of a status: that a shared answer is meant is a guess. */
  readonly isShared?: boolean;
  /** The evidence counts over all operations already. */
  readonly isCounted?: boolean;
};
