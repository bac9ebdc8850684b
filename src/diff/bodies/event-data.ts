import { asArray, asObject, type Document, joinPointer, type Pointer, resolvePointer } from "../../document/index.js";
import type { Comparison, OperationPart, Pair, SchemaPointers } from "../comparison.js";
import type { MessageFlow } from "../message-flow.js";
import { compareSchemas } from "../schemas.js";

/** Compares the JSON in the data of server-sent events: for each name of an event that both specs describe. */
export function compareEventData(
  comparison: Comparison,
  flow: MessageFlow,
  affected: OperationPart,
  items: SchemaPointers,
): void {
  const found: Pair<DataSchemas> = {
    old: listDataSchemas(comparison.old.document, items.old),
    new: listDataSchemas(comparison.new.document, items.new),
  };
  for (const name of new Set([...found.old.keys(), ...found.new.keys()])) {
    const schemas = { old: found.old.get(name), new: found.new.get(name) };
    // An event without a name of its own applies to all others.
    if (name !== "" && !hasBoth(schemas)) continue;
    const part = name === "" ? "the data of each event" : `the data of the event ${name}`;
    compareSchemas(comparison, flow, { ...affected, part: `${affected.part}, ${part}` }, schemas);
  }
}

function hasBoth({ old, new: next }: SchemaPointers): boolean {
  return old !== undefined && next !== undefined;
}

/** The `contentSchema` of `data`, by the name of the event; an empty name stands for every event. */
type DataSchemas = ReadonlyMap<string, Pointer>;

const MAX_DEPTH = 8;

function listDataSchemas(document: Document, item: Pointer | undefined, outer = "", depth = 0): DataSchemas {
  const event = item === undefined || depth > MAX_DEPTH ? undefined : resolvePointer(document, item);
  const found = new Map<string, Pointer>();
  if (event === undefined) return found;
  const name = readEventName(document, event.pointer) ?? outer;
  const data = resolvePointer(document, joinPointer(event.pointer, "properties", "data"));
  if (data?.value.contentSchema !== undefined) found.set(name, joinPointer(data.pointer, "contentSchema"));
  for (const keyword of ["allOf", "anyOf", "oneOf"])
    for (const index of asArray(event.value[keyword]).keys()) {
      const branch = joinPointer(event.pointer, keyword, index);
      for (const [key, schema] of listDataSchemas(document, branch, name, depth + 1))
        if (!found.has(key)) found.set(key, schema);
    }
  return found;
}

/** The only name that a schema allows for its events. */
function readEventName(document: Document, event: Pointer): string | undefined {
  const property = asObject(resolvePointer(document, joinPointer(event, "properties", "event"))?.value);
  const values = property?.const === undefined ? asArray(property?.enum) : [property.const];
  return values.length === 1 && typeof values[0] === "string" ? values[0] : undefined;
}
