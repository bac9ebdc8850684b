import { type Document, joinPointer, listOperations, type Pointer } from "../document/index.js";
import { hasOwnId, pickFreeName } from "./client/operation-names.js";
import { replaceValue } from "./types/brands.js";

/** Returns the document with an operationId of its own for each operation: a repeated one is followed by the method. */
export function makeOperationsUnique(document: Document): { readonly document: Document; readonly notes: string[] } {
  const operations = listOperations(document).filter(hasOwnId);
  const taken = new Set(operations.map(({ id }) => id));
  const first = new Map<string, Pointer>();
  const notes: string[] = [];
  const unique = { ...document, root: structuredClone(document.root) };
  for (const { id, method, path, pointer } of operations) {
    const known = first.get(id) ?? pointer;
    first.set(id, known);
    if (known === pointer) continue;
    const name = pickFreeName(`${id}_${method.toLowerCase()}`, taken);
    taken.add(name);
    replaceValue(unique.root, joinPointer(pointer, "operationId"), name);
    notes.push(`${method} ${path} is generated as ${name}, because ${known} has the operationId ${id} as well`);
  }
  return notes.length === 0 ? { document, notes } : { document: unique, notes };
}
