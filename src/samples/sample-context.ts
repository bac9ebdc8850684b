import type { MergedSchemaCache } from "../schema/analysis/merged-schema.js";
import type { MessageDirection, Schemas } from "../schema/index.js";

/** What sampling needs. `direction` is the direction of the message; the default is "request". */
export type SampleContext = {
  readonly schemas: Schemas;
  readonly nodes: MergedSchemaCache;
  readonly direction?: MessageDirection;
};
