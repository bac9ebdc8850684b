import type { MergedSchemaCache } from "../schema/analysis/merged-schema.js";
import type { MessageDirection, Schemas } from "../schema/index.js";

/** What values are made with; `direction` is that of the message they are made for, where that is not a request. */
export type SampleContext = {
  readonly schemas: Schemas;
  readonly nodes: MergedSchemaCache;
  readonly direction?: MessageDirection;
};
