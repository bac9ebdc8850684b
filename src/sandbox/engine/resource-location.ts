import {
  type Document,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  listOperations,
  memoizeByPair,
  type Operation,
  type Parameter,
  type Pointer,
  parsePointer,
  resolvePointer,
} from "../../document/index.js";
import {
  findIdentityName,
  getListFacts,
  ID_WORDS,
  inferList,
  isIdName,
  type ListFacts,
  splitWords,
} from "../../resources/index.js";
import { ARRAY_NAME, ENVELOPE_NAME, RESOURCE_OBJECT_NAMES } from "../../resources/infer-keywords.js";
import { toPlainName } from "../../resources/page-names.js";
import { listChildren, listNamesOfProperties, listPageSchemas } from "../../resources/properties.js";
import { getSelections, listItemSchemas } from "../../resources/selections.js";
import { getSchemas, getSchemaTypes } from "../../schema/index.js";
import { getLastSegment, getResourceName, isItemShape, parseTemplateShape, toSingular } from "./path-shape.js";
import type { Resource } from "./resource.js";

/** Where a message holds a resource: in the whole body, or in a member of it such as `data`. */
export type ResourceLocation = {
  /** The names of members from the body to the resource. */
  readonly path: readonly string[];
  /** The schema of the resource. */
  readonly schema: Pointer;
};

/** What is known about a resource before its location is: the name in its path, and the properties that its lists show. */
type KnownResource = { readonly name: string; readonly properties: readonly string[] };

/**
 * Finds the resource in a body: the object whose properties are those of the resource. Undefined if the body has no object
 * with properties.
 */
export function findResourceLocation(document: Document, schema: Pointer, { name, properties }: KnownResource) {
  const wanted = new Set(properties.map(toPlainName));
  const locations = listObjects(document, schema, []);
  // A body with an id is the resource, although a member such as `location` may be like it.
  const isIdentified = listNamesOfRecord(document, schema).some((it) => isIdName(it) && wanted.has(toPlainName(it)));
  let best: { readonly at: ResourceLocation | undefined; readonly score: number } = { at: undefined, score: -1 };
  for (const at of locations) {
    const names = listNamesOfRecord(document, at.schema);
    const shared = names.filter((it) => wanted.has(toPlainName(it))).length;
    const named = scoreName(at, name, listNamesOfProperties(document, schema).length === 1);
    if (isIdentified && named === 0) continue;
    // Without a list to compare with, a member is the resource only if its name says so.
    const score = wanted.size > 1 ? shared + shared / names.length + Math.min(1, named) / (shared > 0 ? 1 : 10) : named;
    if (score > best.score) best = { at, score };
  }
  return best.at;
}

/** The names of the properties of a record: those of its attributes, if it is a resource object of JSON:API. */
export function listNamesOfRecord(document: Document, schema: Pointer | undefined): readonly string[] {
  return schema === undefined ? [] : listNamesOfProperties(document, findAttributes(document, schema) ?? schema);
}

/** The schema of the attributes of a resource object of JSON:API; undefined for other objects. */
export function findAttributes(document: Document, schema: Pointer): Pointer | undefined {
  const names = listNamesOfProperties(document, schema);
  if (!names.includes("type") || !names.every((it) => RESOURCE_OBJECT_NAMES.includes(it))) return undefined;
  return listChildren(document, schema, "attributes").find((it) => listNamesOfProperties(document, it).length > 0);
}

/** A resource object of JSON:API as a record: its id, attributes and relationships. */
export function readResourceObject({ attributes, type: _, links: __, ...members }: JsonObject): JsonObject {
  return { ...members, ...(isObject(attributes) ? attributes : {}) };
}

/** The body and the objects in it, down to that of `data.pet`. */
export function listObjects(document: Document, schema: Pointer, path: readonly string[]): readonly ResourceLocation[] {
  const names = listNamesOfProperties(document, schema);
  if (names.length === 0) return [];
  const isEnvelope = path.length === 0 || (path.length === 1 && isEnvelopeName(path[0] ?? ""));
  const inner = names
    .slice(0, isEnvelope ? MAX_MEMBERS : 0)
    .flatMap((name) =>
      listChildren(document, schema, name).flatMap((child) => listObjects(document, child, [...path, name])),
    );
  return [{ path, schema }, ...inner];
}

/** How much the name of a member says that it is the resource; the body itself is preferred to members of other names. */
function scoreName({ path }: ResourceLocation, name: string, isOnlyMember: boolean): number {
  const member = path.at(-1);
  if (member === undefined) return 0.5;
  if (toSingular(member) === toSingular(name)) return 2;
  return path.length === 1 && (isEnvelopeName(member) || isOnlyMember) ? 1 : 0;
}

function isEnvelopeName(name: string): boolean {
  return ENVELOPE_NAME.test(name) || EVENT_ENVELOPE_NAME.test(name);
}

const EVENT_ENVELOPE_NAME = /^(payload|event|object|content)$/i;

const MAX_MEMBERS = 30;

/** The properties of the resource that identify it: named by the path parameter, as the spec states or as names suggest. */
export function findIdentity(
  document: Document,
  { reader, creator, remover, schema, isAttributes, ...path }: IdentitySource,
): readonly string[] | undefined {
  const { shape, collection = "", name: parameter, parameter: declared } = path;
  const isInPath = declared !== undefined;
  if (schema === "") return isInPath ? ["id"] : undefined;
  const stated =
    reader === undefined
      ? []
      : getSelections(document, reader).filter((it) => it.parameter?.in === "path" && it.parameter.name === parameter);
  const [property] = stated.flatMap(({ properties }) => properties);
  const names = listNamesOfProperties(document, schema);
  if (isAttributes) return [names.find((it) => toPlainName(it) === toPlainName(parameter)) ?? "id"];
  const place = property === undefined ? [] : parsePointer(property);
  // What a spec states is a place in the body, whose envelope is not part of the record.
  const start = place.findIndex((it) => names.includes(it));
  if (place.length > 0) return place.slice(Math.max(start, 0));
  const returned = findReturnedId(document, creator, parameter);
  const isOther = (name: string): boolean => splitWords(name).at(-1) !== splitWords(returned ?? "").at(-1);
  if (returned !== undefined && names.every(isOther)) return [returned];
  // The last of two ids is of what is below a record of that list: `/pets/{name}/{visit}`.
  const noun = toSingular(isItemShape(collection) ? parameter : getResourceName(shape));
  const scalars = names.filter((name) => isScalar(document, schema, name));
  // The parameter and the property that it names can have one example.
  const inferred = findIdentityName(scalars, parameter, noun);
  const [example] = [declared?.pointer, declared?.schema].flatMap(
    (it) => resolvePointer(document, it)?.value.example ?? [],
  );
  const hasExample = (name: string): boolean =>
    listChildren(document, schema, name).some((it) => resolvePointer(document, it)?.value.example === example);
  const shown = example === undefined || isIdName(parameter) ? undefined : scalars.find(hasExample);
  const isNamed = inferred !== undefined && toPlainName(inferred) === toPlainName(parameter);
  const own = isNamed ? inferred : (shown ?? inferred);
  if (own !== undefined) return [own];
  // The name of a parameter that no path has is only assumed. The body of a deletion names what it deletes.
  const selectors = isInPath ? [] : listRequestSchemas(remover);
  const selecting = selectors.flatMap((it) => listNamesOfProperties(document, it));
  const found = isInPath ? findNamedBy(parameter, noun, scalars) : selecting.find((it) => scalars.includes(it));
  return found === undefined ? findIdentityInside(document, schema, parameter, noun) : [found];
}

/** The property that a parameter names in another way than usual ids, such as `name` or `code` of `petCode`. */
function findNamedBy(parameter: string, noun: string, scalars: readonly string[]): string | undefined {
  const plain = toPlainName(parameter);
  const isNamed = noun !== "" && (plain.includes(noun) || (plain.length > 2 && noun.startsWith(plain)));
  const rest = isNamed ? plain.replace(noun, "") : "";
  const wanted = [rest, `${noun}${plain}`, isNamed && /^(name|id)?$/.test(rest) ? "name" : ""].filter(
    (it) => it !== "",
  );
  return (
    wanted.flatMap((it) => scalars.find((name) => toPlainName(name) === it) ?? [])[0] ??
    scalars.find((name) => toPlainName(name).length > 2 && plain.endsWith(toPlainName(name))) ??
    // What ends with an id is that of another service or record: `skype_ID` at `/leads/{id}`.
    scalars.find((name) => [plain, rest].some((it) => it.length > 1 && !isIdName(it) && toPlainName(name).endsWith(it)))
  );
}

/** Whether bodies and queries name a record by a property that says whose id it is: `post_id` for the `id` of a post. */
export function isIdOf({ name, identity = ["id"], idNames }: Resource, property: string): boolean {
  const id = identity.at(-1) ?? "";
  return [id, toSingular(name) + id, ...idNames].some((it) => toPlainName(it) === toPlainName(property));
}

/** The only property that a creation returns, if it is the id by which paths name the record. */
export function findReturnedId(document: Document, creator: Operation | undefined, parameter: string) {
  const created = getResponseSchema(creator);
  const [returned = "", ...others] = created === undefined ? [] : listNamesOfProperties(document, created);
  const isNamedByPath = splitWords(parameter).includes(splitWords(returned).at(-1) ?? "");
  return others.length === 0 && isIdName(returned) && isNamedByPath ? returned : undefined;
}

/** The id in an envelope, which items of lists can have too, or in an object that the path names: `tour` of `/tours/{tourId}`, beside its rounds. */
export function findIdentityInside(document: Document, schema: Pointer, parameter: string, noun: string) {
  const names = listNamesOfProperties(document, schema);
  const isEnvelope = (name: string): boolean => names.length === 1 || ENVELOPE_NAME.test(name);
  const isNamed = (name: string): boolean =>
    toSingular(name) === noun || (name.length > 2 && toPlainName(parameter).startsWith(toPlainName(name)));
  const objects = [...names.filter(isNamed), ...names.filter(isEnvelope)];
  return objects.flatMap((name) =>
    listChildren(document, schema, name).flatMap((it) => {
      const scalars = listNamesOfProperties(document, it).filter((inner) => isScalar(document, it, inner));
      const id = findIdentityName(scalars, parameter, noun);
      return id === undefined ? [] : [[name, id]];
    }),
  )[0];
}

/** The property that a segment of a path names, its schemas, and those of its items. */
export function findMember(document: Document, schema: Pointer, segment: string) {
  const name = listNamesOfProperties(document, schema).find((it) => toPlainName(it) === toPlainName(segment));
  if (name === undefined) return undefined;
  const schemas = listChildren(document, schema, name);
  return { name, schemas, items: schemas.flatMap((it) => listChildren(document, it, "*")) };
}

/** The member of a record with which the records below it are the same. Records of any kind can be texts there. */
export function describePart(
  document: Document,
  { collection, shape, schema, properties }: Resource,
  owner: Resource | undefined,
) {
  const found = owner && findMember(document, owner.schema, getLastSegment(collection ?? shape));
  const isText = (it: Pointer): boolean => !/object|array/.test([...getSchemaTypes(getSchemas(document), it)].join());
  const isKnown = (it: Pointer): boolean =>
    schema === "" ? isText(it) : listNamesOfProperties(document, it).length > 0 && isSameKind(document, it, properties);
  const own = (collection === undefined ? found?.schemas : found?.items)?.find(isKnown);
  return owner && found && own ? { owner: owner.shape, member: found.name, schema: own } : undefined;
}

export function listChoices(document: Document, parameter: Parameter | undefined): readonly Json[] {
  const { in: place, schema } = parameter ?? {};
  const isInPath = place === "path" && schema !== undefined;
  return isInPath ? (getSchemas(document).model.at([schema]).constraints.enumValues ?? []) : [];
}

/** The location of a value of a path in a record: a property of its name, or what identifies an object of its name. */
export function findPart(document: Document, schema: Pointer, parameter: Parameter | undefined): readonly string[] {
  const { name, schemas: children } = findMember(document, schema, parameter?.name ?? "") ?? {};
  if (name === undefined || isScalar(document, schema, name)) return name === undefined ? [] : [name];
  const schemas = getSchemas(document);
  const types = getSchemaTypes(schemas, parameter?.schema);
  const fits = (it: Pointer): boolean => [...getSchemaTypes(schemas, it)].some((type) => types.has(type));
  const parts = (children ?? []).flatMap((child) =>
    ID_WORDS.filter((word) => listChildren(document, child, word).some(fits)),
  );
  return [name, ...parts.slice(0, 1)];
}

type IdentitySource = {
  readonly reader: Operation | undefined;
  readonly creator: Operation | undefined;
  readonly remover: Operation | undefined;
  readonly schema: Pointer;
  /** Whether the schema is that of attributes, beside which the id is. */
  readonly isAttributes: boolean;
  readonly shape: string;
  readonly collection: string | undefined;
  /** The name of the parameter, also if no path has it. */
  readonly name: string;
  readonly parameter: Parameter | undefined;
};

function isScalar(document: Document, schema: Pointer, name: string): boolean {
  const types = listChildren(document, schema, name).flatMap((it) => [...getSchemaTypes(getSchemas(document), it)]);
  return types.some((it) => it === "string" || it === "integer" || it === "number");
}

export function isSameKind(document: Document, schema: Pointer, names: readonly string[]): boolean {
  const own = listNamesOfRecord(document, schema).map(toPlainName);
  const known = new Set(names.map(toPlainName));
  return own.length === 0 || own.filter((it) => known.has(it)).length * 2 >= Math.min(own.length, known.size);
}

/** The schema of the first successful JSON response. */
export function getResponseSchema(operation: Operation | undefined): Pointer | undefined {
  return operation === undefined ? undefined : listPageSchemas(operation)[0];
}

/** The list that a GET can return, because its successful responses say nothing about their bodies, or only around them. */
export function findOpenList(document: Document, { responses }: Operation): ReturnType<typeof findList> {
  const successes = responses.filter(({ status }) => status.startsWith("2"));
  const schemas = successes.flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? []));
  const isSilent = successes.every(({ hasContent }) => !hasContent);
  const [items] = isSilent ? [""] : schemas.flatMap((it) => findOpenPlace(document, it, "array") ?? []);
  return items === undefined ? undefined : { facts: { keyword: "a body of any kind" }, items, schema: "" };
}

/**
 * Where a body can have any value of a type: the whole body, or a member such as `data`, whose schemas say no more than that type;
 * undefined if nowhere.
 */
export function findOpenPlace(document: Document, schema: Pointer, type: "object" | "array"): Pointer | undefined {
  const isOpen = (it: Pointer): boolean =>
    Object.entries(resolvePointer(document, it)?.value ?? { $ref: "" }).every(
      ([keyword, value]) => keyword === "title" || keyword === "description" || value === type || value === true,
    );
  if (isOpen(schema)) return "";
  const names = listNamesOfProperties(document, schema);
  const [name, ...others] = names.filter((it) => !BESIDE_NAME.test(it));
  const isEnvelope = name !== undefined && others.length === 0 && ENVELOPE_NAME.test(name);
  return isEnvelope && listChildren(document, schema, name).every(isOpen) ? joinPointer("", name) : undefined;
}

/** Whether a spec says nothing of the records in some bodies, or only that they are objects. */
export function isOpenRecord(document: Document, bodies: readonly Pointer[]): boolean {
  return bodies.length === 0 || bodies.some((it) => findOpenPlace(document, it, "object") !== undefined);
}

/** Whether a record is there for each id. `isMade`: whether something lists or creates records. */
export function hasAnyId(
  document: Document,
  methods: ReadonlyMap<string, Operation>,
  parameter: Parameter | undefined,
  isMade: boolean,
) {
  const reader = methods.get("GET");
  if (reader === undefined) return !isMade && !methods.has("PUT") && !methods.has("POST");
  return listChoices(document, parameter).length > 0 || !isMade;
}

/** Names of what an envelope says beside its content. */
export const BESIDE_NAME = /^((status|error)_?)?(code|status|success|ok|message|msg|errors?|meta|timestamp)$/i;

/** The property that a field of a form is for: `tags` of `tags[]`. */
export function toMemberName(field: string): string {
  return field.replace(/\[\]$/, "");
}

export function listRequestSchemas(operation: Operation | undefined): readonly Pointer[] {
  return (operation?.requestBody?.content ?? []).flatMap(({ range, schema }) =>
    schema !== undefined && /json|form/.test(range) ? [schema] : [],
  );
}

/** The array of a page that holds resources, if it is nested, one of several, or in an `allOf`. */
export function findItems(document: Document, schema: Pointer, { name, properties }: KnownResource) {
  const wanted = new Set(properties.map(toPlainName));
  const arrays = listArrays(document, schema, []).filter(
    ({ items }) => wanted.size > 0 || ARRAY_NAME.test(items) || toSingular(items) === toSingular(name),
  );
  const scored = arrays.map((it) => {
    const names = listNamesOfRecord(document, it.schema);
    return { it, score: names.filter((name) => wanted.has(toPlainName(name))).length };
  });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best === undefined || (wanted.size > 0 && best.score === 0) ? undefined : best.it;
}

/** The array of records in the body of a request: the whole body, or a member beside which nothing is of a record. */
export function findSentList(document: Document, operation: Operation | undefined, known: KnownResource) {
  const [body] = listRequestSchemas(operation);
  const names = body === undefined ? known.properties : listNamesOfProperties(document, body);
  if (body === undefined || names.some((it) => known.properties.includes(it))) return undefined;
  const list = findItems(document, body, known);
  const isOwn = list !== undefined && parsePointer(list.items).length < 2;
  return isOwn && isSameKind(document, list.schema, known.properties) ? list : undefined;
}

/** Where a GET returns texts or numbers, which are no records, and nothing but a page of them; undefined for other responses. */
export function findTexts(document: Document, reader: Operation) {
  const [name = "", ...others] = listNamesOfProperties(document, getResponseSchema(reader) ?? "");
  const only = name !== "" && others.length === 0 ? joinPointer("", name) : undefined;
  const { items } = getListFacts(document, reader) ?? inferList(document, reader) ?? { items: only };
  const found = items === undefined ? [] : listItemSchemas(document, reader, { items });
  const types = found.flatMap((it) => [...getSchemaTypes(getSchemas(document), it)]);
  return types.length === 0 || types.includes("object") ? undefined : { items: String(items) };
}

function listArrays(document: Document, schema: Pointer, path: readonly string[]) {
  const items = listChildren(document, schema, "*");
  const own = items.map((it) => ({ items: joinPointer("", ...path), schema: it }));
  if (path.length === 2 || own.length > 0) return own;
  return listNamesOfProperties(document, schema).flatMap((name): { items: Pointer; schema: Pointer }[] =>
    listChildren(document, schema, name)
      .slice(0, 2)
      .flatMap((child) => listArrays(document, child, [...path, name])),
  );
}

/** The list that a GET returns by its own statements and names. They are read once. */
export const findOwnList = memoizeByPair((document: Document, operation: Operation) => {
  const list = findList(document, operation, []);
  // What can be added at a path of its own is a member of one record: the `items` of `/cart/items`.
  const path = list?.items && list.facts.keyword === undefined ? operation.path + list.items : undefined;
  return listOperations(document).some((it) => it.method === "POST" && it.path === path) ? undefined : list;
});

/** The list that a GET returns: as the spec states, as names suggest, or the array that has the properties of the resource. */
export function findList(document: Document, operation: Operation, properties: readonly string[]) {
  const stated = getListFacts(document, operation);
  const inferred = stated === undefined ? inferList(document, operation) : undefined;
  const facts: Partial<ListFacts> = stated ?? (inferred as Partial<ListFacts> | undefined) ?? {};
  const items = facts.items === undefined ? [] : listItemSchemas(document, operation, inferred);
  // Of `allOf`, one schema can be that of any page, with items of any kind.
  const count = (it: Pointer): number => listNamesOfProperties(document, it).length;
  const [schema] = items.toSorted((a, b) => count(b) - count(a));
  const types = getSchemaTypes(getSchemas(document), schema);
  // Texts are no records.
  if (types.size > 0 && !types.has("object")) return undefined;
  if (facts.items !== undefined && schema !== undefined) return { facts, items: facts.items, schema };
  const page = getResponseSchema(operation);
  if (page === undefined || operation.method !== "GET") return undefined;
  const name = getResourceName(parseTemplateShape(operation.path).shape);
  const found = findItems(document, page, { name, properties });
  return found === undefined ? undefined : { facts, ...found };
}
