import type { Document, Operation } from "../../document/index.js";
import type { KnownValues } from "../tasks/known-values.js";
import type { SeedRequests } from "../tasks/seed-requests.js";

/** What a story is made with. */
export type ScenarioContext = {
  readonly document: Document;
  readonly operations: readonly Operation[];
  readonly seeds: SeedRequests;
  readonly known: KnownValues;
  /** Different in every run. */
  readonly nonce: string;
  /** An identifier that nothing has yet, always the same for one name. */
  readonly createId: (name: string) => string;
};

/** Operations that change nothing go first, and side by side; those that do go alone. */
export function listReadOperations({ operations }: Pick<ScenarioContext, "operations">): readonly Operation[] {
  return operations.filter(({ method }) => method === "GET");
}
