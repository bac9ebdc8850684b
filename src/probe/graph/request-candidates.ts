import { isObject, type Json, type Operation, setMember } from "../../document/index.js";
import { isEqual } from "../../document/values/exact-number.js";
import { splitWords } from "../../resources/index.js";
import { UUID_PATTERN } from "../deterministic-uuid.js";
import { type CaseRequest, putBody, readWrittenBody, updateBody } from "../requests/probe-case.js";
import type { KnownValues, ResourcePath } from "./known-values.js";
import { parseWords, readPathShape, readReferenceName } from "./path-shape.js";

export type CandidateOptions = {
  readonly known: KnownValues;
  /** Creates an unused id; the same name always gives the same id. */
  readonly createId: (name: string) => string;
  /** Whether a request is valid by the spec. */
  readonly isValid: (operation: Operation, request: CaseRequest) => boolean;
};

/** Several known values are used, because the first one may be deleted, foreign or in a state that excludes the request. */
const MAX_PATHS = 4;

/** Yields an example with known values, and for writes also with new ids. */
export function* buildCandidates(
  operation: Operation,
  example: CaseRequest,
  options: CandidateOptions,
): Iterable<CaseRequest> {
  const { known, createId } = options;
  const paths = listPaths(operation, example, options);
  const { last, isItem } = readPathShape(operation.path);
  if (operation.method === "PUT" && isItem && last !== undefined && known.getGiven(last.name).length === 0)
    for (const path of paths.slice(0, 1)) {
      const newPath = { ...path, [last.name]: createId(operation.id) };
      yield alignIdentifiers({ ...example, path: newPath }, { ...known.given, ...newPath }, createId);
    }
  for (const path of [...paths, ...listRootPaths(operation, paths)]) {
    const names = { ...known.given, ...path };
    const request = { ...example, path };
    yield alignIdentifiers(request, names, undefined);
    if (example.body === undefined) continue;
    yield alignIdentifiers(fillReferences(request, known), names, undefined);
    yield alignIdentifiers(request, names, createId);
    const later = putTimesInOrder(request);
    if (!isEqual(later, request)) yield later;
    if (operation.method !== "POST") continue;
    yield makeFreshBody(fillReferences(request, known), createId(`fresh ${operation.id}`), (it) =>
      options.isValid(operation, it),
    );
    yield* fillOwnId(operation, request, known);
  }
}

/** A path of files may have to be a folder, and the root always is one. Only what reads and creates gets it. */
function listRootPaths({ method, path }: Operation, [known]: readonly CaseRequest["path"][]): CaseRequest["path"][] {
  const { name } = readPathShape(path).last ?? {};
  const isFolder = name !== undefined && FOLDER_WORDS.has(splitWords(name).at(-1) ?? "");
  return isFolder && (method === "GET" || method === "POST") ? [{ ...known, [name]: "/" }] : [];
}

const FOLDER_WORDS = new Set(["path", "folder", "directory", "dir"]);

function listPaths(
  operation: Operation,
  example: CaseRequest,
  { known, isValid }: CandidateOptions,
): readonly CaseRequest["path"][] {
  const [first, latest, ...others] = known.listPathValues(operation).slice(0, MAX_PATHS);
  // What is deleted was created for that, so it is the latest. Other operations still need the first one.
  const ordered = operation.method === "DELETE" ? [latest, first, ...others] : [first, latest, ...others];
  const found = ordered.filter((it) => it !== undefined);
  const paths = found
    .map((path) => convertPath(example.path, path))
    .filter((path) => isValid(operation, { ...example, path }));
  // A value of the user for one parameter is combined with the examples of the others.
  const given = Object.entries(example.path).map(([name, value]) => [
    name,
    convertToExampleType(value, known.getGiven(name)[0] ?? value),
  ]);
  return paths.length > 0 ? paths : [Object.fromEntries(given)];
}

function convertPath(example: CaseRequest["path"], path: ResourcePath): CaseRequest["path"] {
  return Object.fromEntries(
    Object.keys({ ...example, ...path }).map((name) => [name, convertToExampleType(example[name], path[name])]),
  );
}

/** Values of the user and of URLs are text; convert numbers, and numbers where the spec has text. */
function convertToExampleType(example: unknown, known: unknown): unknown {
  if (typeof example === "string" && typeof known === "number") return String(known);
  return typeof example === "number" && typeof known === "string" && known !== "" && Number.isFinite(Number(known))
    ? Number(known)
    : (known ?? example);
}

/** Puts known values into the properties that refer to other resources, such as `teamId`. */
function fillReferences(request: CaseRequest, known: KnownValues): CaseRequest {
  return changeProperties(request, (name, it) => {
    const reference = readReferenceName(name);
    if (reference === undefined) return undefined;
    const [first] = Array.isArray(it) ? it : [it];
    const found = known.findReferences(name, reference).find((other) => typeof other === typeof first);
    if (found === undefined) return it;
    return Array.isArray(it) ? [found] : found;
  });
}

/** Changes properties of the body at any depth. `change` returns undefined for one that stays, except for what is inside of it. */
function changeProperties(request: CaseRequest, change: (name: string, value: Json) => Json | undefined): CaseRequest {
  const changeInside = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(changeInside);
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, it]) => [name, change(name, it) ?? changeInside(it)] as const);
    return Object.fromEntries(entries);
  };
  return updateBody(request, changeInside);
}

/** A POST may refer to an existing resource by the plain `id` of its body. */
function* fillOwnId(operation: Operation, request: CaseRequest, known: KnownValues): Iterable<CaseRequest> {
  const value = readWrittenBody(request);
  if (!isObject(value)) return;
  const id = known.suggest(operation, "id").find((it) => typeof it === typeof value.id);
  if (id !== undefined) yield putBody(request, { ...value, id });
}

const END_WORDS = parseWords("end ends until to expire expires expiry expiration");

/** Puts the ends of periods into the future, after their starts. */
function putTimesInOrder(request: CaseRequest): CaseRequest {
  return changeProperties(request, (name, it) => {
    const isTime = typeof it === "string" && /^\d{4}-\d\d-\d\d/.test(it);
    return isTime && splitWords(name).some((word) => END_WORDS.has(word)) ? `2096${it.slice(4)}` : undefined;
  });
}

/** Aligns the body with the path: properties named like path parameters, and the id. A part of the resource may name it too. */
export function alignIdentifiers(
  request: CaseRequest,
  names: Readonly<Record<string, unknown>>,
  createId: CandidateOptions["createId"] | undefined,
): CaseRequest {
  const id = Object.values(request.path).at(-1) as Json | undefined;
  const body = readWrittenBody(request);
  const own = isObject(body) && UUID_PATTERN.test(String(body.id)) ? body.id : undefined;
  const aligned = changeProperties(request, (name, it) => {
    if (Object.hasOwn(names, name) && typeof it === typeof names[name]) return names[name] as Json;
    if (typeof it !== "string") return undefined;
    if (it === own && id !== undefined) return id;
    // References between objects of the example must stay consistent.
    const isNew = createId !== undefined && UUID_PATTERN.test(it) && /^(parentI|i)d$|^href$/.test(name);
    return isNew ? createId(it) : undefined;
  });
  return updateBody(aligned, (value) =>
    isObject(value) && value.id !== undefined && id !== undefined ? { ...value, id } : value,
  );
}

/** A domain name, which may end with a dot. A label in front keeps it in its zone. */
const HOST_PATTERN = /^([a-z\d-]+\.)+[a-z]{2,}\.?$/i;
/** Properties that often have to be unique. */
const UNIQUE_WORDS = parseWords("id uuid guid key slug name title code email username login path url");

/**
 * Replaces the identifying texts of a body, because a service may accept each of them once. `isValid` keeps the body
 * within its schema.
 *
 * @param id A UUID.
 */
export function makeFreshBody(
  request: CaseRequest,
  id: string,
  isValid: (request: CaseRequest) => boolean,
): CaseRequest {
  let fresh = request;
  for (const change of listVariants(readWrittenBody(request), id)) {
    const next = updateBody(fresh, change);
    if (isValid(next)) fresh = next;
  }
  return fresh;
}

/** One change for each identifying text, of the body itself and of one object inside it. */
function* listVariants(value: Json, id: string, path: readonly string[] = []): Iterable<(whole: Json) => Json> {
  if (!isObject(value)) return;
  for (const [name, it] of Object.entries(value)) {
    if (isObject(it) && path.length === 0) yield* listVariants(it, id, [name]);
    if (typeof it !== "string" || !UNIQUE_WORDS.has(splitWords(name).at(-1) ?? "")) continue;
    yield (whole) => setMember(whole, [...path, name], vary(it, id));
  }
}

function vary(text: string, id: string): string {
  if (UUID_PATTERN.test(text)) return id;
  const tag = id.slice(0, 8);
  const [local = "", domain] = text.split("@");
  if (domain !== undefined) return `${local}-${tag}@${domain}`;
  if (HOST_PATTERN.test(text)) return `${tag}.${text}`;
  return /^https?:\/\//.test(text) ? `${text.replace(/\/$/, "")}/${tag}` : `${text}-${tag}`;
}
