import { isObject, type Json, type JsonObject, parsePointer, setMember } from "../../document/index.js";
import { listPageMedia } from "../../resources/properties.js";
import type { MergedSchema } from "../../schema/index.js";
import { Refusal } from "../context/request-context.js";
import { getReferences } from "./describe-resource.js";
import {
  countParameters,
  type FilledPath,
  fillShape,
  getPlace,
  getRecordKey,
  joinKey,
  listOwnerIds,
  splitKey,
  toSingular,
} from "./path-shape.js";
import {
  chooseId,
  createOwnerTest,
  findNamed,
  getSampleNames,
  isGivenId,
  isIdFor,
  listLeading,
  makeUnique,
  readKeyValue,
  setFirstId,
  setPartIds,
} from "./record-ids.js";
import type { StoredRecord } from "./record-store.js";
import type { Play, Resource, ResourcePlan } from "./resource.js";
import { findResourceLocation, getResponseSchema, readResourceObject } from "./resource-location.js";
import {
  chooseBranches,
  createVariant,
  formatTime,
  getDefault,
  getInitialValue,
  getMember,
  getNode,
  isEnd,
  isTimeOfChange,
  isTimeOfCreation,
  isUnique,
  listValidExamples,
  makeSampleInTurn,
} from "./sample-values.js";
import type { SpecEngine } from "./turn.js";

export function findRecord(engine: SpecEngine, resource: Resource, values: readonly string[]) {
  const place = getPlace(resource, values);
  seedPlace(engine, resource, values);
  const key = getRecordKey(resource, values);
  const isOpened = resource.isOpen && resource.collection !== undefined && engine.store.mark(`${place}/${key}`);
  if (isOpened && engine.store.get(place, key) === undefined) {
    const index = engine.store.takeNumber(`opened ${resource.shape}`) - 1;
    generateRecord(engine, resource, { values, index, key });
  }
  const found = engine.store.get(place, key) ?? findNamed(engine.store, resource, { place, key });
  return found ?? listNested(engine, resource, values).find((it) => it.key === key);
}

function listNested({ store }: SpecEngine, { nested, collection = "" }: Resource, values: readonly string[]) {
  return nested.flatMap((shape) => store.listWithin(shape, values.slice(0, countParameters(collection))));
}

/** The values of the path of a list. A view is the path of a list that has only the records below another one. */
export type RecordPlace = { readonly values: readonly string[]; readonly view?: FilledPath | undefined };

/** The records of a list; with a view, only those that were created below its path. */
export function listRecords(engine: SpecEngine, resource: Resource, { values, view }: RecordPlace) {
  seedPlace(engine, resource, values);
  const records = (): readonly StoredRecord[] => engine.store.list(getPlace(resource, values));
  if (view === undefined) {
    const keys = new Set(records().map(({ key }) => key));
    return [...records(), ...listNested(engine, resource, values).filter(({ key }) => !keys.has(key))];
  }
  const place = fillShape(view.shape, view.values);
  const isOfSameKind = listOwnerIds(view).at(-1)?.owner === toSingular(resource.name);
  if (engine.store.hasInitialData() && !isOfSameKind && !isBelowNew(engine, view) && engine.store.mark(place))
    generateRecords(engine, resource, { values, view });
  const isLinked = ({ key, order }: StoredRecord): boolean => engine.store.get(place, key)?.value.order === order;
  return records().filter((it) => it.view === place || isLinked(it) || isNamedBelow(engine, resource, view, it.value));
}

/** Whether a record names the one that a view is below: `userId` or `user` is the id in `/users/{userId}/pets`. */
function isNamedBelow(engine: SpecEngine, resource: Resource, view: FilledPath, value: JsonObject): boolean {
  const last = listOwnerIds(view).at(-1);
  const isOwner = createOwnerTest(engine, resource, last?.owner ?? "");
  return Object.entries(value).some(([member, it]) => {
    const ids = isObject(it) ? Object.values(it) : [it];
    return isOwner(member) && ids.some((id) => String(id) === last?.id);
  });
}

/** The record that has a record as a part, or the list of its path; undefined if none has it. */
export function findWholeRecord(engine: SpecEngine, { part }: Resource, values: readonly string[]) {
  const owner = engine.plan.resources.get(part?.owner ?? "");
  if (owner !== undefined && owner.collection === undefined) seedPlace(engine, owner, values);
  const record = owner && engine.store.get(getPlace(owner, values), getRecordKey(owner, values));
  return part === undefined || owner === undefined || record === undefined ? undefined : { owner, part, record };
}

/** The records in the member of the one that a path is below. */
export function listMemberRecords(
  engine: SpecEngine,
  resource: Resource,
  values: readonly string[],
): readonly JsonObject[] {
  const { record, part } = findWholeRecord(engine, resource, values) ?? {};
  const value = record?.value[part?.member ?? ""];
  const texts = [value ?? []].flat().filter((it) => resource.schema === "" && isGivenId(it));
  return [...asRecords(value), ...texts.map((id) => ({ id }))];
}

type NewRecord = RecordPlace & {
  readonly sent: JsonObject;
  readonly key?: string;
  /** Whether it is the first record of the initial data of a list. */
  readonly isFirst?: boolean;
};

/**
 * Makes the value of a new record: what the client sent, defaults, and what the server makes, such as times and read-only
 * properties. Properties that responses need and requests do not have are filled with samples.
 */
export function createValue(engine: SpecEngine, resource: Resource, sent: JsonObject): JsonObject {
  const { schemas } = engine;
  const { model } = schemas;
  const whole = model.at([resource.schema]);
  const { node, sample } = chooseBranches(schemas, whole, sent);
  const samples = isObject(sample) ? sample : {};
  const references = getReferences(schemas, engine.plan)(resource.schema).map(({ name }) => name);
  // A sample is none of the records whose ids clients send.
  const isOther = (name: string): boolean =>
    references.includes(name) && [...resource.sent].some((it) => isIdFor(it, name));
  const names = resource.properties.filter((it) => !isOther(it));
  const made = names.flatMap((name): [string, Json][] => {
    const child = model.child(node, name);
    if (Object.hasOwn(sent, name) || (child === null && node !== whole)) return [];
    const initial = getDefault(child);
    if (initial !== undefined) return [[name, initial]];
    const isMade = isMadeByServer(resource, child, name);
    const isRequired = node.constraints.required.has(name);
    const isKnownTime = isTimeOfChange(name) || isTimeOfCreation(name) || (isRequired && isTime(child));
    const isDated = isKnownTime && (isMade || (isRequired && isTimeOfCreation(name)));
    const time = isDated ? formatTime(schemas, child, samples[name], engine.now) : undefined;
    const isNeeded = isRequired || isSetAtStart(child, name, samples[name], isMade);
    const value = time ?? (isNeeded ? getInitialValue(schemas, child, name, samples[name]) : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(made), ...sent };
}

/** Whether the server makes a property; also times and unique values that clients can only change. */
export function isMadeByServer({ sent, sentFirst }: Resource, child: MergedSchema | null, name: string): boolean {
  if (!sent.has(name) || child?.readOnly !== undefined) return true;
  const isMarked = isTimeOfChange(name) || isTimeOfCreation(name) || (child !== null && isUnique(child, name));
  return isMarked && !sentFirst.has(name);
}

/** Whether a new record has a property: what the server makes, but for its end, such as the time of a deletion. A flag for that is false. */
function isSetAtStart(child: MergedSchema | null, name: string, sample: Json | undefined, isMade: boolean): boolean {
  return isEnd(name) ? typeof sample === "boolean" : isMade && !isTime(child);
}

function isTime(child: MergedSchema | null): boolean {
  return child?.constraints.formats.some(({ value }) => value === "date-time") === true;
}

/**
 * Adds a record with an id, and the ids of the records that its path belongs to.
 *
 * @throws Refusal if it needs an id, and there is no valid one that no other record has
 */
export function addRecord(
  engine: SpecEngine,
  resource: Resource,
  { sent, values, key, view, isFirst = false }: NewRecord,
): StoredRecord {
  const { schemas } = engine;
  const { identity = [], collection, schema } = resource;
  const [place, path] = [getPlace(resource, values), view ?? { shape: collection ?? resource.shape, values }];
  const value = makeUnique(engine, resource, { sent, value: createValue(engine, resource, sent), place });
  const parts = key === undefined ? undefined : splitKey(key);
  const leading = parts?.slice(0, -1) ?? listLeading(schemas, resource, sent, path);
  const last = parts?.at(-1);
  const id =
    last === undefined
      ? chooseId(engine, resource, { sent, place, leading, isFirst })
      : { key: last, value: readKeyValue(schemas, getNode(schemas, schema, identity, value), last) ?? last };
  const ids = resource.leading.map((at, index): [readonly string[], Json | undefined] => [
    ...([at, readKeyValue(schemas, getNode(schemas, schema, at, value), leading[index] ?? "")] as const),
  ]);
  const named = [...ids, [identity, id.value] as const].reduce<Json>(
    (it, [at, part]) => (at.length === 0 || part === undefined ? it : setMember(it, at, part)),
    value,
  );
  // The id under the names that others have for it: a creation can return `petId` of a record that calls it `id`.
  const aliases = resource.idNames.filter((it) => !resource.properties.includes(it)).map((it) => [it, id.value]);
  const stored = { ...addOwners(engine, resource, named as JsonObject, path), ...Object.fromEntries(aliases) };
  const own = collection === undefined ? "" : joinKey([...leading, id.key]);
  return engine.store.put(place, own, stored, view && fillShape(view.shape, view.values));
}

/** Sets the properties that name the records which a path is below: `userId` of a record at `/users/{userId}/pets`. */
function addOwners(engine: SpecEngine, resource: Resource, value: JsonObject, path: FilledPath): JsonObject {
  const { schemas } = engine;
  const names = resource.properties.filter((it) => it !== resource.identity?.[0]);
  const owned = listOwnerIds(path).flatMap(({ owner, id }): [string, Json][] => {
    const isOwner = createOwnerTest(engine, resource, owner);
    const fitting = names.flatMap((name): [string, Json][] => {
      const child = isOwner(name) ? getNode(schemas, resource.schema, [name], value) : null;
      const found = child === null ? undefined : readKeyValue(schemas, child, id);
      return found === undefined ? [] : [[name, found]];
    });
    return fitting.slice(0, 1);
  });
  return { ...value, ...Object.fromEntries(owned) };
}

/** The resources whose records a path is below, the outermost first. */
export function listParentResources({ resources }: ResourcePlan, shape: string): readonly Resource[] {
  return [...resources.values()]
    .filter(
      (it) =>
        it.collection !== undefined && (it.parameter ?? it.identity) !== undefined && shape.startsWith(`${it.shape}/`),
    )
    .sort((a, b) => a.shape.length - b.shape.length);
}

/** Fills a list when it is used first: with the valid examples of the spec, or with generated records. */
function seedPlace(engine: SpecEngine, resource: Resource, values: readonly string[]): void {
  const isSingle = resource.collection === undefined;
  const path = { shape: resource.collection ?? resource.shape, values };
  if (!isSingle && (!engine.store.hasInitialData() || isBelowNew(engine, path))) return;
  if (!markSeeded(engine, resource, values)) return;
  const members = listMemberRecords(engine, resource, values);
  const whole = findWholeRecord(engine, resource, values);
  const isEmpty = whole?.record.key === "" && Array.isArray(whole.record.value[whole.part.member]);
  const listExamples = () => setFirstId(engine.schemas, resource, listExampleRecords(engine, resource), true);
  const examples = members.length > 0 ? members : listExamples();
  // Without an example, the server makes all properties of a single record.
  const made = examples.length === 0 ? { ...resource, sent: new Set<string>() } : resource;
  if (isSingle) addRecord(engine, made, { sent: examples[0] ?? {}, values });
  else if (examples.length === 0 && !isEmpty) generateRecords(engine, resource, { values });
  else for (const example of examples) addExample(engine, resource, { example, values });
}

/** Marks that a list is filled, or a single record is added. Returns whether this is the first time. */
export function markSeeded({ store }: SpecEngine, resource: Resource, values: readonly string[]): boolean {
  // A single record can be at the path of a list.
  return store.mark(`${getPlace(resource, values)}${resource.collection === undefined ? "" : "/"}`);
}

/** Whether a path is below a record that a request has created, which has nothing below it. */
function isBelowNew({ plan, store }: SpecEngine, { shape, values }: FilledPath): boolean {
  return listParentResources(plan, shape).some((owner) => {
    const own = values.slice(0, countParameters(owner.shape));
    const initial = describeInitial(owner, own, getRecordKey(owner, own));
    const isThere = store.get(getPlace(owner, own), getRecordKey(owner, own)) !== undefined;
    return isThere && (!store.isMarked(initial) || store.isMarked(`taken ${initial}`));
  });
}

function addExample(
  engine: SpecEngine,
  resource: Resource,
  { example, values }: { readonly example: JsonObject; readonly values: readonly string[] },
): void {
  const { identity, collection = "" } = resource;
  const id = identity === undefined ? undefined : getMember(example, identity);
  const leading = listLeading(engine.schemas, resource, example, { shape: collection, values });
  if (typeof id === "number") engine.store.takeNumber(resource.shape, id);
  const isKey = typeof id === "string" || typeof id === "number";
  const key = isKey ? { key: joinKey([...leading, String(id)]) } : {};
  const isKnown = key.key !== undefined && engine.store.get(getPlace(resource, values), key.key) !== undefined;
  if (isKnown) return;
  addInitial(engine, resource, { sent: example, values, ...key });
}

/** Adds a record of the initial data, if there is an id for it that no other one has. */
function addInitial(engine: SpecEngine, resource: Resource, record: NewRecord): void {
  try {
    const { key } = addRecord(engine, resource, record);
    engine.store.mark(describeInitial(resource, record.values, key));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function describeInitial(resource: Resource, values: readonly string[], key: string): string {
  return `initial ${getPlace(resource, values)}/${key}`;
}

/** Whether a new record takes the place of one of the initial data: samples of a documentation create the record that they read. */
export function takeInitial({ store }: SpecEngine, resource: Resource, values: readonly string[]): boolean {
  const place = describeInitial(resource, values, getRecordKey(resource, values));
  return store.isMarked(place) && store.mark(`taken ${place}`);
}

const GENERATED_RECORDS = 3;

function generateRecords(engine: SpecEngine, resource: Resource, at: Omit<Generated, "index">): void {
  for (let index = 0; index < GENERATED_RECORDS; index += 1) generateRecord(engine, resource, { ...at, index });
}

type Generated = Omit<NewRecord, "sent"> & { readonly index: number };

function generateRecord(engine: SpecEngine, resource: Resource, { index, ...at }: Generated): void {
  const { schemas, seed } = engine;
  const { node, sample } = makeSampleInTurn(schemas, resource.schema, index);
  if (!isObject(sample)) return;
  const varied = createVariant(schemas, node, sample, {
    seed,
    purpose: at.view === undefined ? getPlace(resource, at.values) : fillShape(at.view.shape, at.view.values),
    index,
  });
  const named = index === 0 ? { ...varied, ...getSampleNames(schemas, engine.plan, resource) } : varied;
  const whole = index === 0 ? setPartIds(schemas, engine.plan, resource, named) : named;
  const sent = resource.identity === undefined ? whole : setMember(whole, resource.identity, undefined);
  addInitial(engine, resource, { sent: isObject(sent) ? sent : whole, ...at, isFirst: index === 0 });
}

/** The records in the examples of the spec: of lists, then of reads and writes. */
function listExampleRecords(engine: SpecEngine, resource: Resource): readonly JsonObject[] {
  const { schemas, plan } = engine;
  const plays = [...plan.plays.values()].filter((it) => it.resource === resource);
  const isWrapped = (it: JsonObject): boolean => "type" in it && isObject(it.attributes) && resource.isAttributes;
  const read = (play: Play): readonly JsonObject[] =>
    listPageMedia(play.operation)
      .flatMap((media) => listValidExamples(schemas, media, "response"))
      .flatMap((example) => {
        if (play.list !== undefined) return asRecords(getMember(example, parsePointer(play.list.items)));
        const body = getResponseSchema(play.operation);
        const at = findResourceLocation(schemas.document, body ?? "", resource);
        return at === undefined ? [] : asRecords(getMember(example, at.path));
      })
      .map((it) => (isWrapped(it) ? readResourceObject(it) : it));
  const listed = plays.filter(({ kind }) => kind === "list").flatMap(read);
  return listed.length > 0 ? listed : plays.filter(({ kind }) => !/^(delete|list|act)$/.test(kind)).flatMap(read);
}

function asRecords(value: Json | undefined): readonly JsonObject[] {
  return [value ?? []].flat().filter(isObject);
}

export function createConflict({ name }: Resource, id: Json | undefined): Refusal {
  return new Refusal([409, 422, 400], "CONFLICT", `${name} ${String(id)} exists`);
}
