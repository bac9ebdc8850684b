import {
  type Document,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Operation,
  parsePointer,
  setMember,
} from "../../document/index.js";
import { listNamesOfProperties } from "../../resources/properties.js";
import { isEqual } from "../../schema/index.js";
import { Refusal } from "../context/request-context.js";
import { applyPatch, readPatch } from "../orders/update-order.js";
import type { RequestValues } from "../requests/request-validation.js";
import { countParameters, getPlace, joinKey, readShape, splitKey, toSingular } from "./path-shape.js";
import { showRecord } from "./record-body.js";
import { isGivenId } from "./record-ids.js";
import type { StoredRecord } from "./record-store.js";
import {
  addRecord,
  createValue,
  findRecord,
  findWholeRecord,
  isMadeByServer,
  listMemberRecords,
  markSeeded,
} from "./records.js";
import type { Resource } from "./resource.js";
import { listRequestSchemas } from "./resource-location.js";
import { formatTime, getMember, getNode, isTimeOfChange } from "./sample-values.js";
import type { SpecEngine, Turn } from "./turn.js";

export function replaceRecord(turn: Turn, former: StoredRecord, sent: JsonObject): StoredRecord {
  return storeChange(turn, { former, value: keepServerMembers(turn, former, sent) });
}

function keepServerMembers({ engine, resource, play }: Turn, { value }: StoredRecord, sent: JsonObject): JsonObject {
  const uncarried = listUncarried(engine.schemas.document, play.operation, value);
  const kept = Object.entries(value).filter(([name]) => {
    const isSent = resource.sent.has(name) && Object.hasOwn(sent, name);
    const isMade = isMadeByServer(resource, getNode(engine.schemas, resource.schema, [name], value), name);
    return !isSent && (isMade || uncarried.includes(name));
  });
  // The object with the id has what the server makes beside what was sent.
  const merged = kept.map(([name, it]) => [name, isObject(it) && isObject(sent[name]) ? { ...it, ...sent[name] } : it]);
  return setFormerIdentity(resource, value, { ...createValue(engine, resource, sent), ...Object.fromEntries(merged) });
}

type ChangedRecord = { readonly former: StoredRecord; readonly value: JsonObject };

export function storeChange({ engine, resource }: Turn, { former, value }: ChangedRecord): StoredRecord {
  const { schemas } = engine;
  const names = resource.properties.filter(
    (name) => isTimeOfChange(name) && (!resource.sent.has(name) || value[name] === former.value[name]),
  );
  const times = names.flatMap((name): [string, Json][] => {
    const time = formatTime(schemas, getNode(schemas, resource.schema, [name], value), value[name], engine.now);
    return time === undefined ? [] : [[name, time]];
  });
  const changed = { ...value, ...Object.fromEntries(times) };
  const record = engine.store.put(former.place, former.key, changed);
  engine.changes.push({ kind: "change", resource, record, former });
  return record;
}

export function addCreation({ engine, resource }: Turn, record: StoredRecord): StoredRecord {
  engine.changes.push({ kind: "create", resource, record });
  return record;
}

/** The record of the list of all with the id of a member, such as that of `/users` for `/projects/{id}/users`. */
export function findNamesake(engine: SpecEngine, { name }: Resource, id: string): StoredRecord | undefined {
  const all = [...engine.plan.resources.values()].find(
    (it) => it.collection && countParameters(it.shape) === 1 && toSingular(it.name) === toSingular(name),
  );
  return all && findRecord(engine, all, [id]);
}

export function removeRecord({ engine, resource }: Turn, record: StoredRecord): void {
  engine.store.remove(record.place, record.key);
  engine.changes.push({ kind: "delete", resource, record });
}

/** Applies a JSON Merge Patch (RFC 7396) or a JSON Patch (RFC 6902). */
export function applyChange(value: JsonObject, patch: Json, isJsonPatch: boolean): JsonObject {
  const changed = isJsonPatch ? applyJsonPatch(value, patch) : mergePatch(value, patch);
  if (!isObject(changed)) throw new Refusal(400, "INVALID_PATCH", "the patch leaves no object");
  return changed;
}

/** A changed value with the ids that it had; a single record has its id, unless another one is sent. */
export function setFormerIdentity(
  { identity = [], leading, collection }: Resource,
  former: JsonObject,
  value: JsonObject,
): JsonObject {
  const own = collection === undefined && value.id === undefined ? ["id"] : identity;
  return [own, ...leading].reduce((it, at) => {
    const own = at.length === 0 ? undefined : getMember(former, at);
    return own === undefined ? it : (setMember(it, at, own) as JsonObject);
  }, value);
}

/** The properties of a record that the body of an operation cannot carry; none if it has the properties of something else. */
function listUncarried(document: Document, operation: Operation, record: JsonObject): readonly string[] {
  const carried = listRequestSchemas(operation).flatMap((it) => listNamesOfProperties(document, it));
  const names = Object.keys(record);
  return names.some((it) => carried.includes(it)) ? names.filter((it) => !carried.includes(it)) : [];
}

export function isJsonPatch({ contentType = "" }: RequestValues): boolean {
  return /json-patch/i.test(contentType);
}

/** Query parameters with the names of properties, for updates without a body. */
export function readMatchingQuery({ properties, identity }: Resource, { body, parameters }: RequestValues): JsonObject {
  const names = body === undefined ? properties : [];
  return Object.fromEntries(
    Object.entries(parameters).filter(([name]) => names.includes(name) && name !== identity?.[0]),
  );
}

export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const base = isObject(target) ? target : {};
  const removed = Object.keys(patch).filter((name) => patch[name] === null);
  const kept = Object.entries(base).filter(([name]) => !removed.includes(name));
  const set = Object.entries(patch).flatMap(([name, it]): [string, Json][] =>
    it === null ? [] : [[name, mergePatch(base[name], it)]],
  );
  return Object.fromEntries([...kept, ...set]);
}

function applyJsonPatch(value: Json, patch: Json): Json {
  if (!Array.isArray(patch))
    throw new Refusal(400, "INVALID_PATCH", "a JSON Patch document must be an array of operations");
  return patch.reduce<Json>((changed, operation: Json) => applyOne(changed, operation), value);
}

/** `move`, `copy` and `test` are the other operations with the value that `from` or `path` has. */
function applyOne(value: Json, operation: Json): Json {
  const { op, path, from, value: given } = isObject(operation) ? operation : {};
  if (op === "test") {
    const found = typeof path === "string" ? getMember(value, parsePointer(path)) : undefined;
    if (isEqual(found, given)) return value;
    throw new Refusal([409, 422, 400], "PATCH_FAILED", `the value at ${String(path)} is another one`);
  }
  if (op !== "move" && op !== "copy") return applyPatch(value, readPatch([operation]));
  const moved = typeof from === "string" ? getMember(value, parsePointer(from)) : undefined;
  if (moved === undefined) throw new Refusal(400, "PATCH_FAILED", `there is no value at ${String(from)}`);
  const rest = op === "move" ? applyPatch(value, readPatch([{ op: "remove", path: from ?? "" }])) : value;
  return applyPatch(rest, readPatch([{ op: "add", path: path ?? joinPointer(""), value: moved }]));
}

/** After a request, records and the members of other records that have them say the same. */
export function updateParts(engine: SpecEngine): void {
  for (const { kind, resource, record, former } of [...engine.changes]) {
    if (kind !== "delete") splitIntoParts(engine, resource, { record, former });
    joinIntoWhole(engine, resource, record);
  }
}

type Written = { readonly record: StoredRecord; readonly former?: StoredRecord | undefined };

/** The records below another one are those that its member has now. */
function splitIntoParts(engine: SpecEngine, owner: Resource, { record, former }: Written): void {
  for (const resource of engine.plan.resources.values()) {
    const { part } = resource;
    if (part === undefined || part.owner !== owner.shape) continue;
    const [now, before] = [record, former].map((it) => it?.value[part.member] ?? null);
    if (isEqual(now, before)) continue;
    const path = readShape(owner.collection ?? owner.shape, record.place);
    const values = owner.collection === undefined ? path : [...path, ...splitKey(record.key)];
    const place = getPlace(resource, values);
    markSeeded(engine, resource, values);
    for (const { key } of engine.store.list(place)) engine.store.remove(place, key);
    for (const sent of listMemberRecords(engine, resource, values)) {
      const id = getMember(sent, resource.identity ?? ["id"]);
      const key = isGivenId(id) ? { key: joinKey([String(id)]) } : {};
      splitIntoParts(engine, resource, { record: addRecord(engine, resource, { sent, values, ...key }) });
    }
    joinIntoWhole(engine, resource, { place });
  }
}

/** The member of a record has the records below it. */
function joinIntoWhole(engine: SpecEngine, resource: Resource, { place }: Pick<StoredRecord, "place">): void {
  const whole = findWholeRecord(engine, resource, readShape(resource.collection ?? resource.shape, place));
  if (whole === undefined) return;
  const { owner, part, record } = whole;
  const shown = engine.store.list(place).flatMap((it) => showRecord(engine, it, part.schema) ?? []);
  const value: Json | undefined = resource.collection === undefined ? shown[0] : shown;
  const { [part.member]: _, ...others } = record.value;
  const joined = value === undefined ? others : { ...others, [part.member]: value };
  joinIntoWhole(engine, owner, engine.store.put(record.place, record.key, joined));
}
