import { type Containment, createContainer } from "../../src/diff/containment/contains.js";
import { createSided } from "../../src/diff/containment/sided.js";
import { createDocument, type Document, type Json } from "../../src/document/index.js";
import type { View } from "../../src/schema/index.js";
import type { SchemasOptions } from "../../src/schema/schemas.js";

/** A description without operations, of these schemas. */
export function describing(schemas: Readonly<Record<string, Json>>, openapi = "3.1.0"): Document {
  const value = { openapi, info: { title: "Tested", version: "1" }, components: { schemas } };
  const entry = { path: "tested.json", text: "", value, locate: () => ({ file: "tested.json" }) };
  return createDocument(entry, () => ({
    root: value,
    mounts: new Map(),
    referenced: new Set(),
    problems: [],
    gaps: new Map(),
    repaired: new Map(),
  }));
}

/** Whether everything that the one schema accepts the other does. */
export function containment(
  left: Json,
  right: Json,
  { view = "response", ...options }: SchemasOptions & { view?: View } = {},
): Containment {
  const [old, next] = [
    createSided("old", describing({ It: left }), options),
    createSided("new", describing({ It: right }), options),
  ];
  const pointer = "/components/schemas/It";
  return createContainer({ left: old, view })({ sided: old, pointer }, { sided: next, pointer });
}
