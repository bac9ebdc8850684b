import {
  isObject,
  type Json,
  type JsonObject,
  memoizeByPair,
  type Operation,
  type Parameter,
  setMember,
} from "../../document/index.js";
import { isNumber, parseNumber } from "../../document/values/exact-number.js";
import { isIdName, splitWords } from "../../resources/identity.js";
import { toPlainName } from "../../resources/page-names.js";
import { listPathValues } from "../../samples/path-values.js";
import type { MergedSchema, Schemas } from "../../schema/index.js";
import { deriveBytes, deriveUuid } from "../context/derived-ids.js";
import { Refusal } from "../context/request-context.js";
import { getReferences } from "./describe-resource.js";
import {
  type FilledPath,
  formatKey,
  isOwnerName,
  joinKey,
  listOwnerIds,
  parseTemplateShape,
  readShape,
  splitKey,
  toSingular,
} from "./path-shape.js";
import type { RecordStore, StoredRecord } from "./record-store.js";
import type { Resource, ResourcePlan } from "./resource.js";
import {
  createUniqueValue,
  createVariantText,
  getMember,
  getNode,
  hasKeyword,
  isUnique,
  isValid,
  isValidFor,
  makeSample,
  type Source,
} from "./sample-values.js";
import type { SpecEngine } from "./turn.js";

/** A record that needs an id, the place of its list, and the values before the last one of its id. */
type NewId = {
  readonly sent: JsonObject;
  readonly place: string;
  readonly leading: readonly string[];
  readonly isFirst: boolean;
};

/**
 * The id that a client sent, or a new one; as in the record, and as in paths. The first record has the id of the examples.
 *
 * @throws Refusal if other records have all ids that are found
 */
export function chooseId(
  { schemas, store, seed }: SpecEngine,
  resource: Resource,
  { sent, place, leading, isFirst }: NewId,
): { readonly key: string; readonly value: Json } {
  const { identity = [], shape, parameter, schema, itemSchema = schema } = resource;
  const nodes = [schema, itemSchema].map((it) => getNode(schemas, it, identity, sent));
  const given = identity.length === 0 ? undefined : getMember(sent, identity);
  if (isGivenId(given) && nodes[0]?.readOnly === undefined && isValidInPath(schemas, parameter, given))
    return { key: String(given), value: given };
  const examples = listExampleIds(schemas, resource);
  const samples = [
    ...examples,
    ...(identity.length === 0
      ? ["text"]
      : [itemSchema, schema].map((it) => getMember(makeSample(schemas, it), identity))),
  ];
  // Texts with a format such as `uint64` are numbers, as are those that paths have as numbers.
  const inPath = parameter?.schema === undefined ? null : schemas.model.at([parameter.schema]);
  const isCounted =
    (inPath?.constraints.types?.includes("integer") && nodes[0]?.constraints.types?.includes("string")) ||
    [...nodes, inPath].some((node) => node?.constraints.formats.some(({ value }) => /^u?int\d*$/.test(value)));
  const isAllowed = (it: Json): boolean =>
    (identity.length === 0 || nodes.every((node) => isValidFor(schemas, node, it))) &&
    (isCounted ? [it, Number(it)] : [it]).some((form) => isValidInPath(schemas, parameter, form)) &&
    (!isCounted || /^\d+$/.test(String(it)));
  const isUsable = (it: Json): boolean =>
    isAllowed(it) && store.get(place, joinKey([...leading, String(it)])) === undefined;
  const listed = [inPath, nodes[0]].flatMap((node) => node?.constraints.enumValues ?? []);
  const named = listPathIds(schemas, resource, false);
  const first = isFirst ? [...examples, ...named].find(isUsable) : undefined;
  if (typeof first === "number" || (isCounted && first !== undefined)) store.takeNumber(shape, Number(first));
  if (first !== undefined) return { key: String(first), value: first };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const source = { seed, purpose: shape, index: store.takeNumber(shape) };
    const made = samples.flatMap((sample) =>
      listIdCandidates(source, { sample, isAllowed, isExample: sample !== undefined && examples.includes(sample) }),
    );
    const counted = isCounted ? [String(source.index), source.index] : [];
    const slugs = named.flatMap((it) => (/^[a-z]+(-[a-z]+)+$/.test(String(it)) ? `${String(it)}-${source.index}` : []));
    const found = [...listed, ...counted, ...slugs, ...made].find(isUsable);
    if (found !== undefined) return { key: String(found), value: found };
  }
  const message = `other records of ${resource.name} have all ids that the sandbox finds for the spec`;
  throw new Refusal([409, 422, 400], "CONFLICT", message);
}

/** A generated name would replace an empty one that is the id. An empty id asks for a generated one. */
export function assertNamed({ name, identity = [] }: Resource, given: Json | undefined): void {
  const property = identity.at(-1) ?? "id";
  const message = `"${property}" names the record in paths of ${name}, and must not be empty`;
  if (given === "" && !isIdName(property)) throw new Refusal([422, 400], "EMPTY_NAME", message);
}

type NewValue = { readonly sent: JsonObject; readonly value: JsonObject; readonly place: string };

/** Gives a record values of its own where the server makes them and no other record has them, such as sequence numbers. */
export function makeUnique(
  { schemas, store, seed, plan }: SpecEngine,
  resource: Resource,
  { sent, value, place }: NewValue,
): JsonObject {
  const namesOther = (name: string): boolean =>
    [...plan.resources.values()].some((it) => it.name !== resource.name && isOwnerName(name, toSingular(it.name)));
  const entries = Object.entries(value).map(([name, it]): [string, Json] => {
    const child = name === resource.identity?.[0] ? null : getNode(schemas, resource.schema, [name], value);
    if (child === null || !isUnique(child, name) || namesOther(name)) return [name, it];
    const purpose = `${resource.shape} ${name}`;
    const isGiven = Object.hasOwn(sent, name) || hasKeyword(child, "default");
    if (isGiven && typeof it === "number") store.takeNumber(purpose, it);
    if (isGiven) return [name, it];
    const known = new Set(store.list(place).map((other) => other.value[name]));
    for (let attempt = 0; ; attempt += 1) {
      const source = { seed, purpose, index: store.takeNumber(purpose) };
      const made = createUniqueValue({ schemas, child, name, value: it, source });
      if (attempt === 20 || !known.has(made)) return [name, made];
    }
  });
  return Object.fromEntries(entries);
}

/** Whether a value of a body is an id. Clients with default values send 0 or an empty text for an id that they do not know. */
export function isGivenId(value: Json | undefined): value is Json {
  return (isNumber(value) && value !== 0) || (typeof value === "string" && value !== "");
}

/** The values before the last one of an id of several: as they were sent, as the path has them, or as in the sample. */
export function listLeading(schemas: Schemas, { leading, schema }: Resource, sent: JsonObject, path: FilledPath) {
  const owners = listOwnerIds(path).map(({ id }) => id);
  return leading.map((at, index) => {
    const given = [at, at.slice(0, 1)]
      .map((it) => getMember(sent, it))
      .find((it) => typeof it === "string" || isNumber(it));
    return String(given ?? owners.at(index - leading.length) ?? getMember(makeSample(schemas, schema), at) ?? "");
  });
}

/** The record with a name in a path of any text, such as `{org}`, that an id such as a number identifies. */
export function findNamed(
  store: RecordStore,
  resource: Resource,
  { place, key }: { readonly place: string; readonly key: string },
): StoredRecord | undefined {
  const leading = key.slice(0, key.lastIndexOf("\n") + 1);
  const wanted = splitKey(key).at(-1);
  return store
    .list(place)
    .filter((it) => it.key.startsWith(leading))
    .find(({ value }) => Object.entries(value).some(([it, own]) => own === wanted && isNameOf(resource, it)));
}

/** The names that samples of the documentation have in paths that name a record by a property, or by any text if its id is a number. */
export function getSampleNames(schemas: Schemas, { plays }: ResourcePlan, resource: Resource): JsonObject {
  const { identity = [], schema, properties } = resource;
  const toNames = (members: readonly string[], ids: readonly Json[]): [string, Json][] => {
    const text = ids.find((it) => typeof it === "string");
    const member = members.find(
      (it) => text !== undefined && isValidFor(schemas, getNode(schemas, schema, [it]), text),
    );
    return text === undefined || member === undefined ? [] : [[member, text]];
  };
  const ids = listPathIds(schemas, resource);
  const isId = ids.some((it) => isValidFor(schemas, getNode(schemas, schema, identity), it));
  const names = properties.filter((it) => isNameOf(resource, it));
  const looked = [...plays.values()].flatMap(({ named, resource: own, operation }) => {
    if (named === undefined || own !== resource) return [];
    const { shape } = parseTemplateShape(operation.path);
    const known = listPathValues(schemas.document, shape.slice(0, shape.lastIndexOf("{}") + 2));
    const texts = known.map(({ value }) => value);
    return toNames([named], texts);
  });
  return Object.fromEntries([...(isId ? [] : toNames(names, ids)), ...looked]);
}

function isNameOf({ collection, name, parameter }: Resource, member: string): boolean {
  if (collection === undefined || parameter === undefined || isIdName(parameter.name)) return false;
  const plain = toPlainName(member);
  const isParameter = plain === toPlainName(parameter.name);
  return isParameter || ID_NAMES.includes(plain) || ID_NAMES.includes(plain.replace(toSingular(name), ""));
}

const ID_NAMES = ["name", "username", "login", "slug", "key", "code", "address", "host", "hostname", "domain", "email"];

type NewRecordUrl = { readonly url: string; readonly operation: Operation; readonly resource: Resource };

/** The URL of a new record: below its list, which can be at another path than that of the request. */
export function getRecordUrl({ plays }: ResourcePlan, at: NewRecordUrl, { key, place }: StoredRecord): string {
  const { origin, pathname } = new URL(at.url);
  const depth = parseTemplateShape(at.operation.path).shape.split("/").length;
  const base = pathname
    .replace(/\/$/, "")
    .split("/")
    .slice(0, 1 - depth);
  const path = `${place}/${formatKey(key)}`;
  const values = readShape(at.resource.shape, path).map(encodeURIComponent);
  const template = [...plays.keys()].find((it) => parseTemplateShape(it.path).shape === at.resource.shape)?.path;
  return `${origin}${base.join("/")}${template?.replaceAll(/\{[^{}]+\}/g, (name) => values.shift() ?? name) ?? path}`;
}

/** The values that samples of the documentation have in the place of the id: those of the spec, made ones, or both. */
function listPathIds({ document }: Schemas, { shape, parameter }: Resource, isStated?: boolean): readonly Json[] {
  const known = listPathValues(document, shape, parameter).filter((it) => it.isStated === (isStated ?? it.isStated));
  return known.flatMap(({ value }) => listForms(value));
}

/** An id as it is, and as a number or a text. */
function listForms(id: Json | undefined): readonly Json[] {
  const isNumber = typeof id === "string" && id.trim() !== "" && Number.isSafeInteger(Number(id));
  return id === undefined || id === "" ? [] : [id, isNumber ? Number(id) : String(id)];
}

/** The ids that the spec has as examples: in paths, then in the record. */
const listExampleIds = memoizeByPair((schemas: Schemas, resource: Resource): readonly Json[] => {
  const { schema, identity = [] } = resource;
  const node = getNode(schemas, schema, identity);
  const isStated = identity.length > 0 && node !== null && hasKeyword(node, "example", "examples");
  const own = isStated ? getMember(makeSample(schemas, schema), identity) : undefined;
  return [...listPathIds(schemas, resource, true), ...listForms(own)];
});

/** Gives the first of some records an id that paths have as an example or, if not `isStated`, in samples, unless one has it. */
export function setFirstId(schemas: Schemas, resource: Resource, records: readonly JsonObject[], isStated?: true) {
  const { identity = [], schema } = resource;
  const node = getNode(schemas, schema, identity);
  const id = listPathIds(schemas, resource, isStated).find((it) => isValidFor(schemas, node, it));
  const [first, ...others] = records;
  if (id === undefined || identity.length === 0 || first === undefined) return records;
  const isKnown = records.some((it) => String(getMember(it, identity)) === String(id));
  return isKnown ? records : [setMember(first, identity, id) as JsonObject, ...others];
}

/** A sample whose lists of records begin with those of the samples of paths. */
export function setPartIds(schemas: Schemas, { resources }: ResourcePlan, { shape }: Resource, sample: JsonObject) {
  const named = [...resources.values()].flatMap((it): [string, Json][] => {
    const { owner, member = "" } = it.part ?? {};
    const value = owner === shape ? sample[member] : undefined;
    return Array.isArray(value) && value.every(isObject) ? [[member, [...setFirstId(schemas, it, value)]]] : [];
  });
  return { ...sample, ...Object.fromEntries(named) };
}

/** A key of a path as a property has it: text or a number; undefined if its schema allows neither. */
export function readKeyValue(schemas: Schemas, node: MergedSchema | null, key: string): Json | undefined {
  const numbers = /^-?\d+(\.\d+)?$/.test(key) ? [parseNumber(key) as Json] : [];
  return [key, ...numbers].find((it) => isValidFor(schemas, node, it));
}

function isValidInPath(schemas: Schemas, parameter: Parameter | undefined, value: Json): boolean {
  const { schema } = parameter ?? {};
  return schema === undefined || [value, String(value)].some((it) => isValid(schemas, schema, it, "request"));
}

type IdModel = {
  readonly sample: Json | undefined;
  readonly isExample: boolean;
  readonly isAllowed: (id: string) => boolean;
};

/** Values for the id of a new record, the more fitting first. An example gives its form, such as that of `cus_9s6XKzk`. */
function listIdCandidates(source: Source, { sample, isExample, isAllowed }: IdModel): readonly Json[] {
  const { seed, purpose, index } = source;
  const hex = Buffer.from(deriveBytes(seed, "id", purpose, String(index))).toString("hex");
  const varied = typeof sample === "string" ? [createVariantText(sample, source, isAllowed)] : [];
  const isPlain = typeof sample === "string" && /^(text)+$/.test(sample);
  const isForm = isExample && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(sample));
  const texts = [hex.slice(0, 12), hex.slice(0, 24), String(index)];
  return [
    ...(typeof sample === "number" ? [index] : []),
    ...(isPlain ? texts : []),
    ...(isPlain || isForm ? varied : []),
    deriveUuid(seed, "id", purpose, String(index)),
    ...varied,
    ...texts,
    index,
    `id-${index}`,
  ];
}

/** Whether a property has the id of the record that another one shows: `category_id` beside `category`. */
export function isIdFor(property: string, name: string): boolean {
  return isIdName(property) && toPlainName(property) === toPlainName(name) + splitWords(property).at(-1);
}

/** Tests whether a property names an owner: a parent of the same kind too, and `author_id` if `author` has the schema of the owner. */
export function createOwnerTest({ schemas, plan }: SpecEngine, { name, schema }: Resource, owner: string) {
  const shown = getReferences(schemas, plan)(schema).find(({ target }) => toSingular(target.name) === owner);
  const names = owner === toSingular(name) ? [owner, "parent"] : [owner];
  return (property: string): boolean =>
    names.some((it) => isOwnerName(property, it)) || (shown !== undefined && isIdFor(property, shown.name));
}
