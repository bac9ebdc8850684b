import { listExpressions, type Operation, replaceParameterNames, singularize } from "../../document/index.js";
import { REFERENCE_WORDS } from "../../resources/identity.js";
import { toPlainName } from "../../resources/page-names.js";

/** A path template without the names of its parameters, so that `/pets/{id}` and `/pets/{petId}` are the same resource. */
export type PathShape = {
  /** Such as `/users/{}/pets`, also of `/users('{id}')/pets`; without a trailing slash, `/json`, and an extension such as `.json`. */
  readonly shape: string;
  /** The names of its parameters, in order. */
  readonly names: readonly string[];
  /** The verb that follows a parameter, as in `/things/{id}:cancel`. */
  readonly verb: string | undefined;
};

export function parseTemplateShape(template: string): PathShape {
  const [path = ""] = template.split(/[?#]/);
  const plain = path
    .replace(/\.(json|xml)$|\/json$/, "")
    .replace(/\/+$/, "")
    .replaceAll(/\('?(\{[^{}]+\})'?\)/g, "/$1");
  const [, before = plain, verb] = /^(.*\}):(\w+)$/.exec(plain) ?? [];
  return { shape: replaceParameterNames(before), names: listExpressions(before), verb };
}

/**
 * Reads paths such as `/pets.create` or `/pets/update/{id}`, of specs whose paths name operations, like those of records: `POST /pets`.
 * What a verb after a dot says of an unknown kind is an action: `POST /pets/{id}:archive`. Other operations are as they are, and so are
 * nouns with one known verb.
 */
export function toResourceOperations(operations: readonly Operation[]): readonly Operation[] {
  // What has such a name and is replaced is a record: `PUT /user/info`.
  const isWrite = (it: Operation): boolean => /^(PUT|PATCH)$/.test(it.method) && readVerb(it)?.known[0] === "GET";
  const written = new Set(operations.filter(isWrite).map(({ path }) => path));
  const read = (it: Operation): ReturnType<typeof readVerb> => (written.has(it.path) ? undefined : readVerb(it));
  const nouns = operations.flatMap((it) => {
    const { noun = "", verb = "" } = read(it) ?? {};
    return OPERATION_VERBS.has(verb) ? [noun] : [];
  });
  // What is read at its own path, and only updated, is a single record: `GET /profile` and `PUT /profile/update`.
  const isSingle = (it: string): boolean =>
    operations.some(({ method, path }) => method === "GET" && path === it) &&
    operations.every(({ path }) => !path.startsWith(`${it}/`) || /\/(update|edit)$/.test(path));
  const isNoun = (it: string): boolean => nouns.indexOf(it) !== nouns.lastIndexOf(it) && !/\/(api|v\d+)$/.test(it);
  return operations.map((operation) => {
    const { noun = "", known, id } = read(operation) ?? {};
    if (known === undefined) return operation;
    if (isSingle(noun)) return { ...operation, method: "PUT", path: noun };
    return isNoun(noun) ? toResourceOperation(operation, noun, known, id) : operation;
  });
}

/** The verb at the end of a path. A GET changes nothing, unless it deletes and returns nothing. */
function readVerb({ path, method, responses }: Operation) {
  const [, noun = "", separator, verb = "", id] = VERB_PATH.exec(path) ?? [];
  const action = separator === "." ? (["POST", `/{id}:${verb}`] as const) : undefined;
  const known = OPERATION_VERBS.get(verb) ?? action;
  const isRead = known?.[0] === "GET" || (known?.[0] === "DELETE" && responses.some(({ status }) => status === "204"));
  return known === undefined || (method === "GET" && !isRead) ? undefined : { noun, verb, known, id };
}

/** A noun, a dot or a slash, a verb, and perhaps the id of a record. */
const VERB_PATH = /^(.*\/[\w-]+)([./])(\w+)(\/\{[^{}]+\})?\/?$/;

/** What reads or deletes one record can have its id in the query, and what reads without one is a list. */
function toResourceOperation(operation: Operation, noun: string, [method, rest]: KnownVerb, id?: string): Operation {
  if (rest === "") return id === undefined ? { ...operation, method, path: noun } : operation;
  const [selector, ...others] = operation.parameters.filter((it) => it.in === "query");
  const own = operation.method === "PUT" && method === "PATCH" ? "PUT" : method;
  const isList = method === "GET" && selector === undefined && operation.requestBody === undefined;
  const named = selector && others.length === 0 ? rest.replace("{id}", `{${selector.name}}`) : rest;
  return { ...operation, method: own, path: noun + (id ?? (isList ? "" : named)) };
}

type KnownVerb = readonly [method: Operation["method"], id: string];

const OPERATION_VERBS = new Map<string, KnownVerb>([
  ...["create", "add", "new"].map((it) => [it, ["POST", ""]] as const),
  ...["list", "all", "viewall"].map((it) => [it, ["GET", ""]] as const),
  ...["info", "get", "show", "retrieve"].map((it) => [it, ["GET", "/{id}"]] as const),
  ...["update", "edit"].map((it) => [it, ["PATCH", "/{id}"]] as const),
  ...["delete", "remove"].map((it) => [it, ["DELETE", "/{id}"]] as const),
]);

export function getParentShape(shape: string): string {
  return shape.slice(0, shape.lastIndexOf("/"));
}

export function getLastSegment(shape: string): string {
  return shape.slice(shape.lastIndexOf("/") + 1);
}

/** The last segment that is no parameter: the name of a resource. Without one, it is at `/`. */
export function getResourceName(shape: string): string {
  return shape.split("/").findLast((it) => it !== "" && !it.includes("{}")) ?? "/";
}

export function isItemShape(shape: string): boolean {
  return shape.endsWith("/{}");
}

/** Sets the values of parameters, in order: the place of a record or a list in the store. */
export function fillShape(shape: string, values: readonly string[]): string {
  let index = 0;
  return shape.replaceAll("{}", () => encodeURIComponent(values[index++] ?? ""));
}

/** The values of the parameters in a place that a shape was filled for. */
export function readShape(shape: string, place: string): readonly string[] {
  const segments = place.split("/");
  return shape.split("/").flatMap((it, at) => (it === "{}" ? [decodeURIComponent(segments[at] ?? "")] : []));
}

/** Whether a place in the store is that of a shape whose first parameters have some values. */
export function isPlaceOf(place: string, shape: string, values: readonly string[]): boolean {
  const segments = place.split("/");
  const known = values.map((it) => encodeURIComponent(it));
  const wanted = shape.split("/").map((it) => (it === "{}" ? (known.shift() ?? it) : it));
  return wanted.length === segments.length && wanted.every((it, index) => it === "{}" || it === segments[index]);
}

/** The paths of a resource: of a record, and of its list. */
type PathRecord = { readonly shape: string; readonly collection: string | undefined };

/** The place of the list of a resource, or of its only record, for the values of the path parameters. */
export function getPlace({ shape, collection }: PathRecord, values: readonly string[]): string {
  return fillShape(collection ?? shape, values);
}

/** The id in the values of a path; empty for a single record. */
export function getRecordKey({ shape, collection }: PathRecord, values: readonly string[]): string {
  const own = collection === undefined ? [] : values.slice(countParameters(collection), countParameters(shape));
  return joinKey(own);
}

/** The key of a record: the values of its id, several for `/repos/{owner}/{name}`. A line break in a value is escaped. */
export function joinKey(values: readonly string[]): string {
  return values.map((it) => it.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")).join("\n");
}

export function splitKey(key: string): readonly string[] {
  return key.split("\n").map((it) => it.replaceAll(/\\(.)/g, (_, escaped) => (escaped === "n" ? "\n" : escaped)));
}

export function formatKey(key: string): string {
  return splitKey(key).map(encodeURIComponent).join("/");
}

/** A path: its shape, and the values of its parameters, in order. */
export type FilledPath = { readonly shape: string; readonly values: readonly string[] };

/** The records that a path is below, by the singular of their names: `user` and `7` of `/users/7/pets`. */
export function listOwnerIds({
  shape,
  values,
}: FilledPath): readonly { readonly owner: string; readonly id: string }[] {
  const segments = shape.split("/");
  let parameters = 0;
  return segments.flatMap((segment, index) => {
    const id = values[parameters];
    parameters += countParameters(segment);
    const owner = toSingular(segments.slice(0, index).findLast((it) => it !== "{}") ?? "");
    const isLast = segment === "{}" && segments[index + 1] !== "{}";
    return isLast && owner !== "" && id !== undefined ? [{ owner, id }] : [];
  });
}

/** Whether a property names an owner: `userId`, `user_key`, `userNumber` or `user`. */
export function isOwnerName(property: string, owner: string): boolean {
  const plain = toPlainName(property);
  const rest = plain.slice(owner.length);
  // `/tags/slug/{slug}` is below no record.
  const isOwner = owner !== "" && plain.startsWith(owner) && !REFERENCE_WORDS.includes(owner);
  return isOwner && (rest.length <= 4 || /^(handle|identifier|login|number|prefix|symbol)$/.test(rest));
}

export function countParameters(shape: string): number {
  return shape.split("{}").length - 1;
}

/** A name in lower case without separators, in the singular: `pet_categories` and `PetCategory` are the same. */
export function toSingular(name: string): string {
  return singularize(toPlainName(name));
}

/** A path that lists records of another one, whatever the path is of: `/search/pets`, `/pets/search`. */
export const SEARCH_PATH = /\/_?search(\/|$)/i;

/** The last segment of a path that creates what is beside it: `/pets/create`. */
export const CREATION_VERB = /^(create|add|new|upload)$/i;

export function isStatedCreation(operation: Operation | undefined): boolean {
  const isRemoval = /\/(delete|remove)$/i.test(operation?.path ?? "");
  return !isRemoval && operation?.responses.some(({ status }) => status === "201") === true;
}
