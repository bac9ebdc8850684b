import { isObject, type Json, type JsonObject, type Pointer, parsePointer, setMember } from "../../document/index.js";
import { isIdName } from "../../resources/identity.js";
import { getSchemaTypes } from "../../schema/index.js";
import { Refusal, type ServiceResponse } from "../context/request-context.js";
import { readActionMembers, repeatSent } from "./action-effects.js";
import type { ResponseContent } from "./build-response.js";
import { buildDeclaredResponse, UnplayableError } from "./build-response.js";
import {
  addCreation,
  applyChange,
  findNamesake,
  isJsonPatch,
  readMatchingQuery,
  removeRecord,
  replaceRecord,
  setFormerIdentity,
  storeChange,
  updateParts,
} from "./change-record.js";
import { createRecordEtag, explainFailedCondition } from "./conditional-requests.js";
import { describePage, selectPage } from "./list-pages.js";
import {
  countParameters,
  fillShape,
  getPlace,
  getRecordKey,
  isStatedCreation,
  parseTemplateShape,
  splitKey,
} from "./path-shape.js";
import {
  addDefaults,
  assertShowable,
  buildRecordBody,
  isTextSchema,
  readSent,
  showRecord,
  UPLOAD,
} from "./record-body.js";
import { assertNamed, getRecordUrl, isGivenId, listLeading } from "./record-ids.js";
import type { StoredRecord } from "./record-store.js";
import {
  addRecord,
  createConflict,
  findRecord,
  listParentResources,
  listRecords,
  type RecordPlace,
  takeInitial,
} from "./records.js";
import type { Play, PlayKind, Resource } from "./resource.js";
import { findItems, findSentList, isIdOf, isSameKind } from "./resource-location.js";
import { formatOperation } from "./resource-plan.js";
import { getMember, getNode } from "./sample-values.js";
import { findCounts, listUnknownSelectors, readSelectors, selectRecords } from "./select-records.js";
import type { PlayedRequest, SpecEngine, Turn } from "./turn.js";

/** Does what an operation does, and makes its response. @throws Refusal if the records do not allow it */
export function runOperation(engine: SpecEngine, play: Play, request: PlayedRequest): ServiceResponse {
  const { operation, resource, kind } = play;
  const owner = assertOwners(engine, play, request);
  // Lists of texts are empty if others are at the start.
  const build = (schema: Pointer): Json | undefined =>
    !engine.store.hasInitialData() && getSchemaTypes(engine.schemas, schema).has("array") ? [] : undefined;
  const shown = { accept: request.accept, file: owner?.value[UPLOAD], build };
  if (resource === undefined || kind === "example")
    return buildDeclaredResponse(engine.schemas, operation, { ...shown, statuses: [200, 201, 202, 204] });
  const turn = { engine, play, resource, request };
  if (!/^(create|set|list|count|clear)$/.test(kind) && operation.method !== "GET") assertConditions(turn);
  const items = readSentList(turn);
  if (kind === "set" && items) for (const it of listRecords(engine, resource, getListAt(turn))) removeRecord(turn, it);
  const content = items ? playEach(turn, items, PLAYS[kind]) : PLAYS[kind](turn);
  updateParts(engine);
  return buildDeclaredResponse(engine.schemas, operation, {
    ...content,
    accept: request.accept,
    file: content.file ?? shown.file,
  });
}

const PLAYS: Readonly<Record<Exclude<PlayKind, "example">, (turn: Turn) => ResponseContent>> = {
  create: playCreate,
  add: playReplace,
  set: playCreate,
  list: playList,
  count: playList,
  read: (turn) => ({ ...showResult(turn, getRecord(turn), [200]), isExact: true }),
  replace: playReplace,
  change: playChange,
  delete: playDelete,
  clear: playClear,
  link: playLink,
  unlink: playLink,
  act: playAction,
};

function playCreate(turn: Turn): ResponseContent {
  const { engine, play, resource, request } = turn;
  const body = readSent(turn, request.body);
  const { identity, schema } = resource;
  const isOwn = identity !== undefined && getNode(engine.schemas, schema, identity, body)?.readOnly === undefined;
  const given = isOwn ? getMember(body, identity) : undefined;
  // The id as paths call it names a member of the list: `user_id` of `/projects/{id}/users`.
  const ids = resource.idNames.filter((it) => isIdName(it) && it !== identity?.[0]);
  const named = ids.map((it) => body[it]).find(isGivenId);
  const id = [named, given].find(isGivenId);
  assertNamed(resource, given);
  const { view, values: owners } = getListAt(turn);
  const path = view ?? { shape: resource.collection ?? "", values: owners };
  const values = [...owners, ...listLeading(engine.schemas, resource, body, path), String(id)];
  const former = id === undefined ? undefined : findRecord(engine, resource, values);
  const isTaken = !takeInitial(engine, resource, values) && former !== undefined;
  const isReplaced = isTaken && play.operation.method === "PUT";
  if (isTaken && !isReplaced) throw createConflict(resource, id);
  listRecords(engine, resource, getListAt(turn));
  const known = named === undefined ? undefined : findNamesake(engine, resource, String(named));
  const sent = { ...known?.value, ...addDefaults(turn, body) };
  const key = named === undefined ? {} : { key: getRecordKey(resource, values) };
  const record = isReplaced
    ? replaceRecord(turn, former, sent)
    : addCreation(turn, addRecord(engine, resource, { sent, ...key, ...getListAt(turn) }));
  const at = { url: request.url, operation: play.operation, resource };
  return {
    statuses: [201, 200, 202, 204],
    build: (schema, around) => {
      // A text without spaces is the id, others are messages.
      const isId = isTextSchema(engine.schemas, schema) && !/\s/.test(String(around));
      return isId ? showRecord(engine, record, schema) : buildRecordBody({ engine, resource, record }, schema, around);
    },
    headers: { location: getRecordUrl(engine.plan, at, record), etag: createRecordEtag(record) },
  };
}

/** The records in a body that has several, which are created or changed one by one. */
function readSentList({ engine, play, resource, request }: Turn): readonly Json[] | undefined {
  if (!/^(create|set|replace|change)$/.test(play.kind) || isJsonPatch(request)) return undefined;
  if (Array.isArray(request.body)) return request.body;
  const isOne = parseTemplateShape(play.operation.path).shape === resource.shape;
  const list = isOne ? undefined : findSentList(engine.schemas.document, play.operation, resource);
  const items = list && getMember(request.body, parsePointer(list.items));
  return Array.isArray(items) ? items : undefined;
}

/** Does the same with each item of a body, and shows all records that result in the list of the response. */
function playEach(turn: Turn, items: readonly Json[], play: (turn: Turn) => ResponseContent): ResponseContent {
  const { engine, resource, request } = turn;
  const { document } = engine.schemas;
  const contents = items.filter(isObject).map((body) => play({ ...turn, request: { ...request, body } }));
  return {
    statuses: [201, 200, 202, 204],
    ...contents[0],
    build: (schema, around) => {
      const bodies = contents.map(({ build }) => build?.(schema, around) ?? around ?? {});
      const [first = around] = bodies;
      const isOther = Array.isArray(around) || !isSameKind(document, schema, resource.properties);
      const list = isOther ? findItems(document, schema, resource) : undefined;
      const path = parsePointer(list?.items ?? "");
      const shown = bodies.flatMap((it) => getMember(it, path) ?? []);
      return list === undefined ? first : setMember(first, path, shown);
    },
  };
}

function playList(turn: Turn): ResponseContent {
  const { engine, play, resource, request } = turn;
  const { schemas } = engine;
  const { query: operation = play.operation, list = { items: "" }, itemSchema = "" } = play;
  const query = readSelectors(request);
  const records = selectRecords(schemas.document, play, {
    records: listRecords(engine, resource, getListAt(turn)),
    values: query,
  });
  const input = { schemas, operation, facts: list, query, records, url: request.url };
  const page = selectPage(input);
  return {
    statuses: [200, 201],
    isExact: true,
    build: (schema, around) => {
      if (play.kind === "count")
        return findCounts(schemas.document, schema).reduce((body, at) => setMember(body, at, page.total), around);
      // The schema of items can be a dynamic reference, whose target only the whole body shows.
      const items = page.records.map(
        (it) => showRecord(engine, it, itemSchema) ?? showRecord(engine, it, resource.schema) ?? {},
      );
      // A response can allow fewer items than there are.
      const { maxItems } = getNode(schemas, schema, parsePointer(list.items))?.constraints ?? {};
      const shown = items.slice(0, maxItems?.value);
      if (list.items === "") return shown;
      const body = setMember(around, parsePointer(list.items), shown);
      return describePage(schemas, schema, body, { ...input, page });
    },
    headers: { link: page.links.next && `<${page.links.next.url}>; rel="next"`, "x-total-count": String(page.total) },
  };
}

function playReplace(turn: Turn): ResponseContent {
  const { engine, resource, play } = turn;
  const sent = addDefaults(turn, readSent(turn, turn.request.body));
  const values = getRecordValues(turn, sent);
  const found = findRecord(engine, resource, values);
  const isAdded = play.kind === "add";
  const former = isAdded && takeInitial(engine, resource, values) ? undefined : found;
  if (isAdded && former !== undefined) throw createConflict(resource, values.at(-1));
  const canCreate = isAdded || isStatedCreation(play.operation) || resource.creator === undefined;
  if (former === undefined && !canCreate) throw createNotFound(engine, resource, values);
  if (former !== undefined) assertShowable(turn, sent);
  const added = { sent, values, ...(resource.collection && { key: getRecordKey(resource, values) }) };
  const record =
    former === undefined ? addCreation(turn, addRecord(engine, resource, added)) : replaceRecord(turn, former, sent);
  if (former !== undefined) return { ...showResult(turn, record, [200, 204, 202, 201]), isExact: true };
  const shown = showResult(turn, record, [201, 200, 204]);
  return { ...shown, headers: { ...shown.headers, location: turn.request.url } };
}

function playChange(turn: Turn): ResponseContent {
  const { resource, request } = turn;
  const sent = readSent(turn, turn.request.body);
  const former = getRecord(turn);
  const patch = isJsonPatch(request) ? request.body : { ...readMatchingQuery(resource, request), ...sent };
  const changed = applyChange(former.value, patch ?? {}, isJsonPatch(request));
  const value = setFormerIdentity(resource, former.value, changed);
  if (isObject(patch)) assertShowable(turn, patch);
  const record = storeChange(turn, { former, value });
  return { ...showResult(turn, record, [200, 204, 202, 201]), isExact: true };
}

function playDelete(turn: Turn): ResponseContent {
  const record = getRecord(turn);
  removeRecord(turn, record);
  const { headers: _, ...shown } = showResult(turn, record, [204, 200, 202]);
  return shown;
}

function playClear(turn: Turn): ResponseContent {
  const { engine, play, resource, request } = turn;
  const { document } = engine.schemas;
  const values = readSelectors(request);
  const selectors = listUnknownSelectors(document, play);
  const named = selectors.flatMap(({ name }) => values[name] ?? []).map(String);
  if (resource.collection === undefined) return clearTexts(turn, named);
  const unknown = selectors.find(({ name }) => Object.hasOwn(values, name));
  if (unknown !== undefined)
    throw new UnplayableError(
      `${formatOperation(play.operation)}: nothing says which records "${unknown.name}" selects`,
    );
  const records = selectRecords(document, play, { records: listRecords(engine, resource, getListAt(turn)), values });
  const isShown = [...engine.plan.plays.values()].some((it) => it.kind === "unlink" && it.view === play.view);
  for (const it of records) isShown ? takeOut(turn, it) : removeRecord(turn, it);
  return { statuses: [204, 200, 202] };
}

/** Takes texts out of the list that a single record has; all of them if none is named. */
function clearTexts(turn: Turn, named: readonly string[]): ResponseContent {
  const former = getRecord(turn);
  const whole = parsePointer(turn.play.list?.items ?? "");
  // The record can be in a member of the body.
  const path = [whole, whole.slice(1)].find((it) => Array.isArray(getMember(former.value, it))) ?? whole;
  const isLeft = (it: Json): boolean => named.length > 0 && !named.includes(String(it));
  const left = [getMember(former.value, path) ?? []].flat().filter(isLeft);
  const value = setMember(former.value, path, left) as JsonObject;
  return showResult(turn, storeChange(turn, { former, value }), [204, 200, 202]);
}

/** Adds a record to a list that shows records of another one, or takes it out. */
function playLink(turn: Turn): ResponseContent {
  const { play, request, engine } = turn;
  const record = getRecord(turn);
  if (play.kind === "unlink") takeOut(turn, record);
  else engine.store.put(fillShape(play.view ?? "", request.pathValues), record.key, { order: record.order });
  return showResult(turn, record, [204, 200, 201]);
}

function takeOut({ play, request, engine: { store } }: Turn, { place, view, key, value }: StoredRecord): void {
  const list = fillShape(play.view ?? "", request.pathValues);
  store.remove(list, key);
  if (view === list) store.put(place, key, value, null);
}

function playAction(turn: Turn): ResponseContent {
  const { engine, play, resource } = turn;
  const former = getRecord(turn);
  const changed = readActionMembers(engine.schemas, { ...play, resource }, turn.request.body, former.value);
  const record =
    Object.keys(changed).length === 0 ? former : storeChange(turn, { former, value: { ...former.value, ...changed } });
  const shown = showResult(turn, record, [200, 202, 201, 204]);
  const sent = readSent(turn, turn.request.body);
  return {
    ...shown,
    build: (schema, around) =>
      repeatSent(engine.schemas, schema, sent, { shown: shown.build?.(schema, around), around }),
  };
}

/** A response that shows a record, with its ETag. */
function showResult(turn: Turn, record: StoredRecord, statuses: readonly number[]): ResponseContent {
  const build: ResponseContent["build"] = (...body) => buildRecordBody({ ...turn, record }, ...body);
  return { statuses, build, headers: { etag: createRecordEtag(record) }, file: record.value[UPLOAD] };
}

/** @throws Refusal if the record that a request names is not the version that it asks for */
function assertConditions(turn: Turn): void {
  const { ifMatch, ifNoneMatch } = turn.request.conditions;
  if (ifMatch === undefined && ifNoneMatch === undefined) return;
  const record = findRecord(turn.engine, turn.resource, getRecordValues(turn, readSent(turn, turn.request.body)));
  const message = explainFailedCondition(turn.request.conditions, record && createRecordEtag(record));
  if (message !== undefined) throw new Refusal([412, 409], "PRECONDITION_FAILED", message);
}

/** Where a list is: the values of its path, and the place of the view if it has only the records below another one. */
function getListAt(turn: Turn): RecordPlace {
  const { play, request } = turn;
  const view = play.view === undefined ? undefined : { shape: play.view, values: request.pathValues };
  return { values: getOwnerValues(turn), view };
}

function getOwnerValues({ resource, request }: Turn): readonly string[] {
  return request.pathValues.slice(0, countParameters(resource.collection ?? resource.shape));
}

/** The values of the path of a record; its id is in the body if the path is that of the list. */
function getRecordValues(turn: Turn, sent: JsonObject): readonly string[] {
  const { engine, play, resource, request } = turn;
  const { named } = play;
  if (named !== undefined) {
    const records = listRecords(engine, resource, { values: getOwnerValues(turn) });
    const wanted = request.pathValues.at(-1) ?? "";
    const found = records.find(({ value }) => String(value[named]) === wanted);
    return [...getOwnerValues(turn), ...(found === undefined ? [wanted] : splitKey(found.key))];
  }
  const count = countParameters(resource.shape);
  const owners = getOwnerValues(turn);
  if (request.pathValues.length >= count) return [...owners, ...request.pathValues.slice(owners.length - count)];
  const places = [request.body ?? null, sent, { ...request.parameters } as JsonObject].filter(isObject);
  const ids = places.flatMap((it) => [
    getMember(it, resource.identity ?? []),
    ...Object.keys(it).flatMap((name) => (isIdOf(resource, name) ? it[name] : [])),
  ]);
  const id = ids.find(isGivenId);
  const message = `the request names no record of ${resource.name}: it has no ${resource.identity?.join("/") ?? "id"}`;
  if (id === undefined) throw new Refusal([400, 422, 404], "MISSING_ID", message);
  return [...owners, String(id)];
}

function getRecord(turn: Turn): StoredRecord {
  const { engine, resource, request } = turn;
  const values = getRecordValues(turn, readSent(turn, request.body)).slice(0, countParameters(resource.shape));
  const found = findRecord(engine, resource, values);
  if (found === undefined) throw createNotFound(engine, resource, values);
  return found;
}

function createNotFound({ store }: SpecEngine, resource: Resource, values: readonly string[]): Refusal {
  const { name, creator, itemSchema } = resource;
  const format = (key: string): string => JSON.stringify(splitKey(key).join("/"));
  // Nothing else shows which records there are.
  const known = (creator ?? itemSchema) ? [] : store.list(getPlace(resource, values)).map(({ key }) => format(key));
  const others = known.length === 0 ? "" : `, only ${known.join(", ")}`;
  const message =
    resource.collection === undefined
      ? `${name} does not exist`
      : `${name} has no record ${format(getRecordKey(resource, values))}${others}`;
  return new Refusal([404, 410, 400], "NOT_FOUND", message);
}

/** The records that a path is below must exist. Returns the last one. */
function assertOwners(engine: SpecEngine, { operation }: Play, { pathValues }: PlayedRequest) {
  const { shape } = parseTemplateShape(operation.path);
  const owners = listParentResources(engine.plan, shape).map((owner) => {
    const values = pathValues.slice(0, countParameters(owner.shape));
    const found = findRecord(engine, owner, values);
    if (found === undefined) throw createNotFound(engine, owner, values);
    return found;
  });
  return owners.at(-1);
}
