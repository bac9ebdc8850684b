import {
  type Document,
  formatLocation,
  isObject,
  type Json,
  type JsonObject,
  type Pointer,
  parsePointer,
} from "../../document/index.js";
import { listChildren, listNamesOfProperties } from "../../resources/properties.js";
import { UnplayableError } from "./build-response.js";
import { toPlain } from "./path-shape.js";
import type { StoredRecord } from "./record-store.js";
import { type SpecEngine, showRecord } from "./records.js";
import { findItems, findResourceLocation } from "./resource-location.js";
import type { Play, Resource } from "./resource-plan.js";
import { isValid, isValidFor, setMember } from "./sample-values.js";

type ShownRecord = { readonly engine: SpecEngine; readonly resource: Resource; readonly record: StoredRecord };

/** The body that shows a record: the record itself, or around it what the schema has; undefined if the schema has no record. */
export function buildRecordBody(
  { engine, resource, record }: ShownRecord,
  schema: Pointer,
  around: Json | undefined,
): Json | undefined {
  const { schemas } = engine;
  const { document } = schemas;
  if (schema === "") return record.value;
  const names = listNamesOfProperties(document, resource.schema);
  const properties = resource.parameter === undefined ? names : [...names, resource.parameter.name];
  const [item] = listNamesOfProperties(document, schema).length === 0 ? listChildren(document, schema, "*") : [];
  if (item !== undefined) {
    const shown = showRecord(engine, record, item);
    return shown === undefined ? undefined : [shown];
  }
  const located = findResourceLocation(document, schema, { name: resource.name, properties });
  const isShown = located !== undefined && isOfResource(document, located.schema, properties);
  if (!isShown) return buildListBody(engine, record, { schema, name: resource.name, properties, around });
  const shown = showRecord(engine, record, located.schema);
  if (located.path.length === 0 || shown === undefined) return shown;
  const body = setMember(around, located.path, shown);
  return isValid(schemas, schema, body) ? body : setMember({}, located.path, shown);
}

function isOfResource(document: Document, schema: Pointer, properties: readonly string[]): boolean {
  const known = new Set(properties.map(toPlain));
  return listNamesOfProperties(document, schema).some((it) => known.has(toPlain(it)));
}

/** A body with a list of which the record is the only item; undefined if the schema has no such list. */
function buildListBody(
  engine: SpecEngine,
  record: StoredRecord,
  body: {
    readonly schema: Pointer;
    readonly name: string;
    readonly properties: readonly string[];
    readonly around: Json | undefined;
  },
): Json | undefined {
  const found = findItems(engine.schemas.document, body.schema, body);
  const shown = found === undefined ? undefined : showRecord(engine, record, found.schema);
  return found === undefined || shown === undefined
    ? undefined
    : setMember(body.around, parsePointer(found.items), [shown]);
}

type WriteTurn = { readonly engine: SpecEngine; readonly play: Play; readonly resource: Resource };

/**
 * A response that cannot show what was sent would hide the change. A property can be of another kind in responses, such as an object
 * for an id, or the kind of a resource for that of what it belongs to; then nothing is compared.
 *
 * @throws UnplayableError naming the property and its schema in responses
 */
export function assertShowable({ engine, play, resource }: WriteTurn, sent: JsonObject): void {
  const { schemas } = engine;
  const { model } = schemas;
  const node = model.at([resource.schema]);
  for (const [name, value] of Object.entries(sent)) {
    const child = model.child(node, name);
    if (child === null || isObject(value) || value === null || isValidFor(schemas, child, value)) continue;
    const hasType = child.constraints.types?.includes(Array.isArray(value) ? "array" : typeof value) === true;
    const hasItems = !Array.isArray(value) || value.every((it) => isValidFor(schemas, model.item(child, 0), it));
    if (!hasType || !hasItems || child.constraints.enumValues !== undefined) continue;
    const [pointer = resource.schema] = child.pointers;
    const at = formatLocation(schemas.document.locate(pointer));
    throw new UnplayableError(
      `${play.operation.method} ${play.operation.path}: "${name}" as it was sent is not valid in responses (${at})`,
    );
  }
}
