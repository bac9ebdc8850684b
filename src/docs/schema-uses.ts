import { type Json, type Pointer, parsePointerFragment, valueAt } from "../document/index.js";
import type { DocsContext } from "./docs-context.js";

/** A page that refers to a schema. */
export type SchemaUse = { readonly label: string; readonly path: string };

/** Lists, for each schema of the components, the operations, events and schemas that refer to it directly. */
export function collectSchemaUses({ document, paths }: DocsContext): ReadonlyMap<Pointer, readonly SchemaUse[]> {
  const uses = new Map<Pointer, SchemaUse[]>();
  const note = (start: Pointer, use: SchemaUse): void => {
    for (const pointer of findSchemas(document.root, start, paths.schemas)) {
      const known = uses.get(pointer) ?? [];
      if (!known.some(({ path }) => path === use.path)) uses.set(pointer, [...known, use]);
    }
  };
  for (const [operation, path] of paths.operations)
    for (const start of listParts(operation.pointer)) note(start, { label: operation.id, path });
  for (const [pointer, path] of paths.schemas) note(pointer, { label: getName(pointer), path });
  return uses;
}

/** An operation and the parameters of its path item. */
function listParts(operation: Pointer): Pointer[] {
  return [operation, `${operation.slice(0, operation.lastIndexOf("/"))}/parameters`];
}

function getName(pointer: Pointer): string {
  return pointer
    .slice(pointer.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}

/** Finds the schemas with a page that a value refers to, not through one of them. */
function findSchemas(root: Json, start: Pointer, pages: ReadonlyMap<Pointer, string>): ReadonlySet<Pointer> {
  const found = new Set<Pointer>();
  const visited = new Set<Pointer>();
  const visit = (value: Json | undefined): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) return void value.forEach(visit);
    for (const [name, item] of Object.entries(value)) {
      const target = name === "$ref" && typeof item === "string" ? parsePointerFragment(item.slice(1)) : undefined;
      if (target === undefined) visit(item);
      else if (pages.has(target)) found.add(target);
      else if (!visited.has(target)) {
        visited.add(target);
        visit(valueAt(root, target));
      }
    }
  };
  visit(valueAt(root, start));
  return found;
}
