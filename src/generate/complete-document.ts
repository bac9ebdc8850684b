import {
  asArray,
  type Document,
  formatLocation,
  type JsonObject,
  joinPointer,
  listOperations,
  type Pointer,
  takeName,
  valueAt,
} from "../document/index.js";
import { mapInnerSchemas, type SchemaTransform } from "../document/structure.js";
import { hasOwnId } from "./client/operation-names.js";
import { replaceValue } from "./types/brands.js";

/**
 * Returns the document with what a client needs of each operation. A repeated operationId is followed by the method, and a parameter
 * of the path that is not declared is a string.
 */
export function completeOperations(document: Document): { readonly document: Document; readonly notes: string[] } {
  const operations = listOperations(document);
  const taken = new Set(operations.filter(hasOwnId).map(({ id }) => id));
  const first = new Map<string, Pointer>();
  const notes: string[] = [];
  const complete = { ...document, root: structuredClone(document.root) };
  for (const operation of operations) {
    const { id, kind, method, path, pointer, parameters, gaps = [] } = operation;
    const known = first.get(id) ?? pointer;
    first.set(id, known);
    if (hasOwnId(operation) && known !== pointer) {
      const name = takeName(`${id}_${method.toLowerCase()}`, taken);
      replaceValue(complete.root, joinPointer(pointer, "operationId"), name);
      notes.push(`${method} ${path} is generated as ${name}, because ${known} has the operationId ${id} as well`);
    }
    const declared = new Set(parameters.filter((it) => it.in === "path").map(({ name }) => name));
    const names = kind === "path" ? [...path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => name) : [];
    const missing = new Set(names.filter((name) => !declared.has(name)));
    if (missing.size === 0 || gaps.length > 0) continue;
    const added = [...missing].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
    const place = joinPointer(pointer, "parameters");
    replaceValue(complete.root, place, [...(asArray(valueAt(complete.root, place)) ?? []), ...added]);
    notes.push(
      `${method} ${path} is generated with ${[...missing].join(", ")} as a string, because the spec does not declare it`,
    );
  }
  return notes.length === 0 ? { document, notes } : { document: complete, notes };
}

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
