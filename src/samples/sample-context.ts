import type { MergedSchema, MergedSchemaCache } from "../schema/analysis/merged-schema.js";
import type { MessageDirection, Schemas } from "../schema/index.js";

/** What sampling needs. `direction` is the direction of the message; the default is "request". */
export type SampleContext = {
  readonly schemas: Schemas;
  readonly nodes: MergedSchemaCache;
  readonly direction?: MessageDirection;
  /** Whether objects have their optional properties, down to a few levels. */
  readonly isComplete?: boolean;
};

/** The state while a value is made. `stack` holds the enclosing schemas, because a schema may contain itself. */
export type SamplingState = {
  readonly context: SampleContext;
  readonly stack: readonly MergedSchema[];
  /** Number of candidates left, shared by all nested values. */
  readonly budget: { left: number };
};
