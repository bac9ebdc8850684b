import { type Document, formatLocation, type JsonObject } from "../document/index.js";
import { mapInnerSchemas, type SchemaTransform } from "../document/structure.js";

/**
 * Returns the document with a schema without constraints for each one that is unusable, such as a reference that leads nowhere.
 * Examples and links are only copied. Other faults are gaps of operations.
 */
export function replaceUnusableSchemas(document: Document): {
  readonly document: Document;
  readonly omissions: readonly string[];
} {
  const { root, unusable = new Map() } = document;
  const faults = new Map([...unusable].filter(([pointer]) => !/\/(examples|links)\/[^/]+$/.test(pointer)));
  if (faults.size === 0) return { document, omissions: [] };
  const gaps = new Map(faults);
  const replace: SchemaTransform = (schema, pointer) =>
    gaps.delete(pointer) ? {} : mapInnerSchemas(schema, "schema", replace, pointer);
  const usable = mapInnerSchemas(root, "openapi", replace) as JsonObject;
  const omissions = [...faults].map(
    ([pointer, fault]) =>
      `${formatLocation(fault)}: ${fault.message}; ${gaps.has(pointer) ? "it is left out" : "its type is unknown"}`,
  );
  return { document: { ...document, root: usable, unusable: gaps }, omissions };
}
