import type { Document, Operation } from "../../document/index.js";
import type { Bases } from "../bases.js";
import type { KnownValues } from "../known-values.js";

/** What a story is made with. */
export type StoryMeans = {
  readonly document: Document;
  readonly operations: readonly Operation[];
  readonly bases: Bases;
  readonly known: KnownValues;
  /** Different in every run. */
  readonly nonce: string;
  /** An identifier that nothing has yet, always the same for one name. */
  readonly fresh: (name: string) => string;
};

/** Operations that change nothing go first, and side by side; those that do go alone. */
export function reading({ operations }: Pick<StoryMeans, "operations">): readonly Operation[] {
  return operations.filter(({ method }) => method === "GET");
}
