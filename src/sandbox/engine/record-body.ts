import {
  type Document,
  formatLocation,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parsePointer,
  resolvePointer,
  setMember,
} from "../../document/index.js";
import { parseMediaType } from "../../recording/index.js";
import { ENVELOPE_NAME } from "../../resources/infer-keywords.js";
import { toPlainName } from "../../resources/page-names.js";
import { listChildren, listNamesOfProperties } from "../../resources/properties.js";
import { getSchemaTypes, isSensitive, type MergedSchema, type Schemas, splitMultipart } from "../../schema/index.js";
import { UnplayableError } from "./build-response.js";
import { getReferences } from "./describe-resource.js";
import { fillShape, getParentShape, readShape } from "./path-shape.js";
import { isGivenId, isIdFor, readKeyValue } from "./record-ids.js";
import type { StoredRecord } from "./record-store.js";
import { findRecord, findWholeRecord } from "./records.js";
import type { Resource } from "./resource.js";
import {
  BESIDE_NAME,
  findAttributes,
  findItems,
  findOpenPlace,
  findResourceLocation,
  findSentList,
  listNamesOfRecord,
  listRequestSchemas,
  type ResourceLocation,
  readResourceObject,
  toMemberName,
} from "./resource-location.js";
import {
  chooseBranches,
  dropExcluded,
  getDefault,
  getInitialValue,
  getMember,
  getNode,
  isValid,
  isValidFor,
  makeSample,
} from "./sample-values.js";
import type { PlayedRequest, SpecEngine, Turn } from "./turn.js";

type ShownRecord = { readonly engine: SpecEngine; readonly resource: Resource; readonly record: StoredRecord };

/**
 * The body that shows a record as it is now, or the one that it is a part of: the record itself, or around it what the schema has; undefined
 * if the schema has no record.
 */
export function buildRecordBody(shown: ShownRecord, schema: Pointer, around: Json | undefined): Json | undefined {
  const { engine, resource, record } = shown;
  const whole = findWholeRecord(engine, resource, readShape(resource.collection ?? resource.shape, record.place));
  return whole !== undefined && hasRecord(engine.schemas.document, schema, whole.owner)
    ? buildOwnBody({ engine, resource: whole.owner, record: whole.record }, schema, around)
    : buildOwnBody({ ...shown, record: engine.store.get(record.place, record.key) ?? record }, schema, around);
}

function buildOwnBody({ engine, resource, record }: ShownRecord, schema: Pointer, around: Json | undefined) {
  const { schemas } = engine;
  const { document } = schemas;
  if (schema === "") return showRecord(engine, record, schema);
  const properties = [...resource.properties, ...resource.idNames, ...(resource.identity ?? []).slice(0, 1)];
  const sought = { name: resource.name, properties };
  const [item] = listNamesOfProperties(document, schema).length === 0 ? listChildren(document, schema, "*") : [];
  if (item !== undefined) {
    const shown = showRecord(engine, record, item);
    return shown === undefined ? undefined : [shown];
  }
  const located = findResourceLocation(document, schema, sought);
  const known = new Set(properties.map(toPlainName));
  const own = listNamesOfRecord(document, located?.schema);
  // A member such as `result` that is no record makes the body an envelope with a status of its own.
  const isEnvelope = own.some((it) => ENVELOPE_NAME.test(it) && !known.has(toPlainName(it)));
  const isShown = own.some((it) => known.has(toPlainName(it)) && !(isEnvelope && BESIDE_NAME.test(it)));
  if (located === undefined || !isShown) {
    const open = findOpenPlace(document, schema, "object");
    if (open !== undefined) return setMember(around, parsePointer(open), showRecord(engine, record, ""));
    const list = findItems(document, schema, sought);
    const only = list && showRecord(engine, record, list.schema);
    return list === undefined || only === undefined ? undefined : setMember(around, parsePointer(list.items), [only]);
  }
  const shown = showRecord(engine, record, located.schema);
  if (located.path.length === 0 || shown === undefined) return shown;
  const body = setMember(around, located.path, shown);
  return isValid(schemas, schema, body) ? body : setMember({}, located.path, shown);
}

function hasRecord(document: Document, schema: Pointer, owner: Resource): boolean {
  const found = findResourceLocation(document, schema, owner);
  const [shown, own] = [found?.schema, owner.schema].map((it) => resolvePointer(document, it)?.pointer);
  return found !== undefined && shown === own;
}

/**
 * The record in a body of a request, or in an item of it, without its read-only properties and without secrets, which no response repeats.
 * What the schema of the request says wins over that of responses. Objects in it are as they were sent, such as a reference with its id.
 */
export function readSent(turn: Turn, sent: Json | undefined): JsonObject {
  const body = isObject(sent) ? sent : {};
  const located = locateSent(turn);
  const found = getMember(body, located?.path ?? []);
  const { engine, resource } = turn;
  const { document, model } = engine.schemas;
  const object = isObject(found) ? found : body;
  const attributes = located && findAttributes(document, located.schema);
  const declared = attributes ?? located?.schema ?? resource.schema;
  const names = listNamesOfProperties(document, declared);
  const isSecret = (name: string): boolean =>
    isSensitive(engine.schemas, located?.schema, joinPointer("", name)) && name !== resource.identity?.[0];
  const record = attributes === undefined ? object : readResourceObject(object);
  const isReadOnly = (name: string): boolean =>
    getNode(engine.schemas, names.includes(name) ? declared : resource.schema, [name], record)?.readOnly !== undefined;
  // A request may clear what a response always shows; null is then as if it were not sent.
  const isUnusable = (name: string): boolean => {
    const node = model.at([resource.schema]);
    const child = record[name] === null ? model.child(node, name) : null;
    return child !== null && node.constraints.required.has(name) && !isValidFor(engine.schemas, child, null);
  };
  const isKept = (name: string): boolean => !isReadOnly(name) && !isSecret(name) && !isUnusable(name);
  const kept = Object.fromEntries(
    Object.entries(record).flatMap(([name, it]) => (isKept(name) ? [[toMemberName(name), it]] : [])),
  );
  return addFile(turn, nestMembers(turn, kept));
}

/** What was sent beside the object with the id, and belongs into it: `name` of `tour` with its rounds. */
function nestMembers({ engine, resource }: Turn, sent: JsonObject): JsonObject {
  const { document } = engine.schemas;
  const [outer = "", inner] = resource.identity ?? [];
  if (inner === undefined || outer in sent) return sent;
  const names = listChildren(document, resource.schema, outer).flatMap((it) => listNamesOfProperties(document, it));
  const inside = Object.entries(sent).filter(([name]) => !resource.properties.includes(name) && names.includes(name));
  const others = Object.entries(sent).filter((it) => !inside.some(([name]) => name === it[0]));
  return inside.length === 0 ? sent : { ...Object.fromEntries(others), [outer]: Object.fromEntries(inside) };
}

function locateSent({ engine, play, resource }: Turn): ResourceLocation | undefined {
  const { document } = engine.schemas;
  const [schema] = listRequestSchemas(play.operation);
  if (schema === undefined) return undefined;
  const list = findSentList(document, play.operation, resource)?.schema;
  const [item = schema] = list === undefined ? listChildren(document, schema, "*") : [list];
  return findResourceLocation(document, item, resource);
}

/** The member of a record with the file that came with it, which only a download shows. */
export const UPLOAD = "$file";

/** Adds the file of a form, or a body that is a file, and what a record says of it: its type, size and name. */
function addFile({ resource, request }: Turn, sent: JsonObject): JsonObject {
  const file = readFile(request);
  if (file === undefined) return sent;
  const { name, type, text, filename } = file;
  const known = { contenttype: type, mimetype: type, size: text.length, filename };
  const members = resource.properties
    .map((it) => [it, known[toPlainName(it) as keyof typeof known]])
    .filter(([, it]) => it !== undefined);
  return { ...sent, ...(name && { [name]: "" }), ...Object.fromEntries(members), [UPLOAD]: { type, text } };
}

function readFile({ contentType = "", body, bytes }: PlayedRequest) {
  const text = Buffer.from(bytes).toString("latin1");
  const { essence = "", parameters = {} } = parseMediaType(contentType) ?? {};
  if (parameters.boundary === undefined) {
    const isFile = body === undefined && text !== "" && !/json|xml|form/.test(essence);
    return isFile ? { name: "", type: contentType, text, filename: undefined } : undefined;
  }
  const parts = splitMultipart(text, parameters.boundary) ?? [];
  const files = parts.map(({ name = "", headers, text }) => {
    const [, filename] = /;\s*filename="([^"]*)"/i.exec(headers.get("content-disposition") ?? "") ?? [];
    return { name, type: headers.get("content-type") ?? "application/octet-stream", text, filename };
  });
  return files.find(({ filename }) => filename !== undefined);
}

/** A record with the defaults of the schema of requests, which responses need not have. */
export function addDefaults(turn: Turn, sent: JsonObject): JsonObject {
  const { schemas } = turn.engine;
  const schema = locateSent(turn)?.schema;
  if (schema === undefined) return sent;
  const defaults = listNamesOfProperties(schemas.document, schema).flatMap((name): [string, Json][] => {
    const value = getDefault(getNode(schemas, schema, [name], sent));
    const isShowable = isValidFor(schemas, getNode(schemas, turn.resource.schema, [name], sent), value);
    return value === undefined || !isShowable ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(defaults), ...sent };
}

/**
 * A response that cannot show what was sent would hide a change. A new record has a generated value instead. A property can be of another
 * kind in responses, such as an object for an id, or the kind of a resource for that of what it belongs to; then nothing is compared.
 *
 * @throws UnplayableError naming the property and its schema in responses
 */
export function assertShowable({ engine, play, resource }: Turn, sent: JsonObject): void {
  const { schemas } = engine;
  // Where responses are open, the schema is that of a request.
  const isOfRequest = /\/requestBod(y|ies)\//.test(resource.schema);
  for (const [name, value] of Object.entries(isOfRequest ? {} : sent)) {
    const child = getNode(schemas, resource.schema, [name], sent);
    const forms = typeof value === "string" ? [value, toOtherTime(value)] : [value];
    const isShown = forms.some((it) => isValidFor(schemas, child, it));
    if (child === null || isObject(value) || value === null || isShown) continue;
    const hasType = child.constraints.types?.includes(Array.isArray(value) ? "array" : typeof value) === true;
    const hasItems =
      !Array.isArray(value) || value.every((it) => isValidFor(schemas, schemas.model.item(child, 0), it));
    if (!hasType || !hasItems || child.constraints.enumValues !== undefined) continue;
    const [pointer = resource.schema] = child.pointers;
    const at = formatLocation(schemas.document.locate(pointer));
    throw new UnplayableError(
      `${play.operation.method} ${play.operation.path}: "${name}" as it was sent is not valid in responses (${at})`,
    );
  }
}

/**
 * What a response shows of a record: its properties that the schema declares, completed with samples where the schema requires
 * more, or all of them without a schema. Undefined if there is no valid value.
 */
export function showRecord(engine: SpecEngine, record: StoredRecord, schema: Pointer): Json | undefined {
  const { schemas } = engine;
  if (schema === "") return setMember(record.value, [UPLOAD], undefined);
  const known = record.shown.get(schema);
  if (known !== undefined) return known;
  const attributes = findAttributes(schemas.document, schema);
  // A list of texts has the ids of its records.
  if (isTextSchema(schemas, schema)) return readKeyValue(schemas, schemas.model.at([schema]), record.key);
  const others = showReferences(engine, record, attributes ?? schema);
  const value = { ...record.value, ...Object.fromEntries(others) };
  const shown =
    attributes === undefined
      ? buildShown(schemas, value, schema)
      : wrapRecord(schemas, record, { schema, attributes: buildShown(schemas, value, attributes) });
  // What it shows of other records changes with them.
  if (shown !== undefined && others.length === 0) record.shown.set(schema, shown);
  return shown;
}

/** The records that a record names by their ids, such as `category` beside `category_id`; null if it names none. */
function showReferences(engine: SpecEngine, { value, place }: StoredRecord, schema: Pointer) {
  const { schemas, plan } = engine;
  const references = getReferences(schemas, plan)(schema);
  return references.flatMap(({ name, schema, target }): [string, Json][] => {
    const ids = Object.keys(value).flatMap((it) => (isIdFor(it, name) ? (value[it] ?? null) : []));
    const id = [...ids, value[name]].find(isGivenId);
    const { collection = "" } = target;
    const values = readShape(collection, place);
    const isNear = id !== undefined && place.startsWith(`${fillShape(getParentShape(collection), values)}/`);
    const record = isNear ? findRecord(engine, target, [...values, String(id)]) : undefined;
    const isNone = id === undefined && (ids.length > 0 || value[name] === undefined) && isValid(schemas, schema, null);
    const shown = record === undefined ? undefined : buildShown(schemas, record.value, schema);
    return shown !== undefined ? [[name, shown]] : isNone ? [[name, null]] : [];
  });
}

export function isTextSchema(schemas: Schemas, schema: Pointer): boolean {
  return /^(string|integer|number)$/.test([...getSchemaTypes(schemas, schema)].join());
}

function wrapRecord(
  schemas: Schemas,
  { key, value }: StoredRecord,
  { schema, attributes = {} }: { readonly schema: Pointer; readonly attributes: Json | undefined },
): Json | undefined {
  const sample = makeSample(schemas, schema);
  const { type } = isObject(sample) ? sample : {};
  const { id = key, relationships } = value;
  const own = Object.entries({ type, id, attributes, relationships }).filter(([, it]) => it !== undefined);
  return buildShown(schemas, Object.fromEntries(own) as JsonObject, schema);
}

function buildShown(schemas: Schemas, value: JsonObject, schema: Pointer): Json | undefined {
  const { model, document } = schemas;
  const declared = listNamesOfProperties(document, schema);
  const known = declared.length === 0 ? setMember(value, [UPLOAD], undefined) : pickMembers(value, declared);
  const visible = dropExcluded(schemas, schema, known);
  const picked = isObject(visible) ? visible : {};
  if (isValid(schemas, schema, picked)) return picked;
  const { corrected, sample } = completeObject(schemas, model.at([schema]), picked);
  if (!isObject(sample)) return isValid(schemas, schema, sample) ? sample : undefined;
  if (isValid(schemas, schema, corrected)) return corrected;
  // Conditions between properties: takes over what keeps the sample valid.
  let base: JsonObject = sample;
  for (const [name, it] of Object.entries(picked)) {
    const next = { ...base, [name]: it };
    if (isValid(schemas, schema, next)) base = next;
  }
  return base;
}

/** The members with some names. Schemas of one spec can write a name differently, such as `ID` and `Id`. */
function pickMembers(value: JsonObject, names: readonly string[]): JsonObject {
  const byPlain = new Map(Object.keys(value).map((name) => [toPlainName(name), name]));
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const own = Object.hasOwn(value, name) ? name : byPlain.get(toPlainName(name));
      const member = own === undefined ? undefined : value[own];
      return member === undefined ? [] : [[name, member]];
    }),
  );
}

/** An object with samples of what responses require beside, and with members as they have them; what they can omit is not invented. */
function completeObject(schemas: Schemas, merged: MergedSchema, known: JsonObject) {
  const { node, sample, allowed, completed } = chooseBranches(schemas, merged, known);
  const samples = isObject(sample) ? sample : {};
  const missing = [...node.constraints.required.keys()].filter((it) => !Object.hasOwn(allowed, it) && it in samples);
  const filled = missing.map((name): [string, Json | undefined] => {
    const child = schemas.model.child(node, name);
    return [name, isValidFor(schemas, child, null) ? null : getInitialValue(schemas, child, name, samples[name])];
  });
  const members = Object.entries({ ...allowed, ...Object.fromEntries(filled) })
    .map(([name, it]) => [name, correct(schemas, schemas.model.child(node, name), it, samples[name])] as const)
    .filter(([, it]) => it !== undefined);
  return { sample, completed, corrected: Object.fromEntries(members) as JsonObject };
}

/** A value as a schema allows it; the sample if there is no other way. */
function correct(schemas: Schemas, node: MergedSchema | null, value: Json | undefined, sample: Json | undefined) {
  if (node === null || isValidFor(schemas, node, value)) return value;
  const listForms = (): readonly (Json | undefined)[] => {
    if (typeof value === "string") return [toOtherTime(value)];
    if (Array.isArray(value)) {
      const [first] = Array.isArray(sample) ? sample : [];
      return [value.map((it: Json, index) => correct(schemas, schemas.model.item(node, index), it, first) ?? it)];
    }
    if (!isObject(value)) return [];
    const { corrected, completed } = completeObject(schemas, node, value);
    return [corrected, completed];
  };
  return listForms().find((it) => it !== undefined && isValidFor(schemas, node, it)) ?? sample;
}

/** The midnight of a date, or the date of a time: requests and responses can have the other one. */
function toOtherTime(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text.replace(/^(\d{4}-\d\d-\d\d)[T ].*$/i, "$1");
}
