import { pickResponse } from "../../check/router/documented-parts.js";
import {
  asString,
  dropDuplicates,
  getOrCreate,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  lastToken,
  type Operation,
  type ResponseDefinition,
  resolveChildren,
  resolvePointer,
} from "../../document/index.js";
import { ID_WORDS, splitWords } from "../../resources/index.js";
import { evaluateMessageExpression } from "../arazzo/runtime-expression.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import {
  createTemplateMatcher,
  fillPath,
  isSameResource,
  type PathStep,
  parseWords,
  type ReferenceName,
  readPathShape,
} from "./path-shape.js";
import {
  findChosenId,
  findItemId,
  type LearnedValue,
  listIdentifyingNames,
  listNamedValues,
  listResources,
  listResponseUrls,
} from "./response-values.js";

export type ResourcePath = Readonly<Record<string, Json>>;

/** Values that the service knows: given by the user, or learned from responses. */
export type KnownValues = ReturnType<typeof createKnownValues>;

/** Enough for every phase. The first values are kept, so that runs are reproducible. */
const MAX_VALUES = 20;
const MAX_PATH_VALUES = 6;
const MAX_PARENTS = 2;
const MAX_REFERENCES = 3;
const MAX_LINKS = 200;

export function createKnownValues(
  parameters: Readonly<Record<string, readonly string[]>>,
  operations: readonly Pick<Operation, "path">[] = [],
) {
  // A map, because a parameter may be named like a property of Object.prototype.
  const given = new Map(Object.entries(parameters));
  const store: ValueStore = {
    operations,
    given,
    paths: new Map(),
    named: new Map(),
    linked: [],
    identities: new Map(),
  };
  const readUrl = createTemplateMatcher(operations.map(({ path }) => path));
  const firstGiven: Readonly<Record<string, string>> = Object.fromEntries(
    [...given].flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]])),
  );
  return {
    /** The first value that the user gave for each name. */
    given: firstGiven,
    getGiven: (name: string): readonly string[] => given.get(name) ?? [],
    /** Values for a parameter or property that refers to a resource, the best first. */
    findReferences: (name: string, reference: ReferenceName): readonly Json[] => findReferences(store, name, reference),
    /** Values for a property or parameter of an operation's own resource: usual texts for its name, then learned ones. */
    suggest: ({ path }: Pick<Operation, "path">, name: string): readonly Json[] => {
      const { key, resource } = readPathShape(path);
      // The ids of a collection's own items are taken.
      if (name === "id" && findItemStep(operations, key) !== undefined) return [];
      const reference = { resource, property: splitWords(name).join(" ") };
      return [...listNamedTexts(name), ...findReferences(store, name, reference).slice(0, MAX_REFERENCES)];
    },
    /** Values for all path parameters of an operation, which belong together, the best first. */
    listPathValues: (operation: LinkedOperation): readonly ResourcePath[] => listPathValues(store, operation),
    /** The property that identifies the resources of a step, if another one than usual does. */
    getIdentity: ({ key }: PathStep): string | undefined => store.identities.get(key)?.name,
    /** Learns from a 404 to the read of a listed resource that another of its properties identifies it. */
    learnRejection: (result: ProbeExchange): void => learnRejection(store, result),
    learn: (result: ProbeExchange): void => {
      if (result.operation.method !== "DELETE") learnPaths(store, result);
      for (const url of listResponseUrls(result))
        for (const { key, values } of readUrl(url)) addValue(store.paths, key, values);
      learnNames(store, result);
      if (store.linked.length < MAX_LINKS) store.linked.push(...readOpenApiLinks(result));
    },
    /** Forgets a resource that was deleted, and everything below it. */
    forget: ({ path }: Pick<Operation, "path">, values: ResourcePath): void => {
      const { key, steps } = readPathShape(path);
      const gone = steps.map(({ name }) => String(values[name]));
      const isLeft = (tuple: readonly Json[]): boolean => gone.some((it, at) => it !== String(tuple[at]));
      for (const [other, tuples] of store.paths)
        if (other === key || other.startsWith(`${key}/`)) store.paths.set(other, tuples.filter(isLeft));
    },
  };
}

type ValueStore = {
  readonly operations: readonly Pick<Operation, "path">[];
  readonly given: ReadonlyMap<string, readonly string[]>;
  /** Values of all parameters up to a step, by the key of the step. */
  readonly paths: Map<string, (readonly Json[])[]>;
  readonly named: Map<string, LearnedValue[]>;
  readonly linked: LinkedValues[];
  /** What identifies the resources of a list, by the key of their step. */
  readonly identities: Map<string, Identity>;
};

type Identity = {
  /** Undefined for the usual property. */
  readonly name: string | undefined;
  readonly tried: readonly string[];
  readonly items: readonly JsonObject[];
  /** The path values of the list. */
  readonly used: readonly Json[];
  /** Whether a read of a resource was accepted. */
  readonly isConfirmed: boolean;
};

type LinkedOperation = Pick<Operation, "id" | "pointer" | "path">;

function listPathValues(store: ValueStore, operation: LinkedOperation): readonly ResourcePath[] {
  const { steps } = readPathShape(operation.path);
  const tuples = listTuples(store, steps).map((values) => fillPath(operation.path, values));
  const byLink = store.linked
    .filter(({ target }) => isLinkTarget(target, operation))
    .map(({ values }): ResourcePath => ({ ...tuples[0], ...values }))
    .filter((values) => steps.every(({ name }) => values[name] !== undefined && !store.given.has(name)))
    .map((values) => Object.fromEntries(steps.map(({ name }) => [name, values[name] as Json])));
  return dropDuplicates([...byLink, ...tuples]);
}

/** Lists the values of all parameters of a path, innermost resources that were seen first. */
function listTuples(store: ValueStore, steps: readonly PathStep[]): readonly (readonly Json[])[] {
  const step = steps.at(-1);
  if (step === undefined) return [[]];
  const isGiven = (values: readonly Json[]): boolean =>
    steps.every(({ name }, at) => store.given.get(name)?.includes(String(values[at])) ?? true);
  const known = (store.paths.get(step.key) ?? []).filter((it) => it.length === steps.length && isGiven(it));
  const [first, ...others] = known;
  const seen = first === undefined ? [] : [first, ...others.slice(-1), ...others.slice(0, -1)];
  const parents = listTuples(store, steps.slice(0, -1)).slice(0, MAX_PARENTS);
  const values =
    store.given.get(step.name) ?? findReferences(store, step.name, step.reference).slice(0, MAX_REFERENCES);
  const combined = parents.flatMap((parent) => values.map((value) => [...parent, value]));
  return dropDuplicates([...seen, ...combined]).slice(0, MAX_PATH_VALUES);
}

function findReferences({ named }: ValueStore, name: string, reference: ReferenceName): readonly Json[] {
  const raw = splitWords(name).join(" ");
  return [...named.values()]
    .map((values) => ({ values, score: values[0] === undefined ? 0 : computeNameScore(values[0], raw, reference) }))
    .filter(({ score }) => score >= MIN_NAME_SCORE)
    .sort((a, b) => b.score - a.score)
    .flatMap(({ values }) => values.map(({ value }) => value));
}

/** Learns the ids of the resources in a response, and of those in the path of its request. */
function learnPaths(store: ValueStore, result: ProbeExchange): void {
  const { operations, paths, identities } = store;
  const { operation, request } = result;
  const shape = readPathShape(operation.path);
  const used = shape.steps.map(({ name }) => request.path[name] as Json);
  const step = findItemStep(operations, shape.key);
  if (step !== undefined) {
    const own = { getIdentity: () => identities.get(step.key)?.name };
    const ids = listResources(result, step).flatMap((item) => findItemId(item, step, own) ?? []);
    const chosen = ids.length > 0 ? ids : [findChosenId(result, step, own)].filter((it) => it !== undefined);
    for (const id of chosen) addValue(paths, step.key, [...used, id]);
    const items = result.list?.filter(isObject) ?? [];
    if (items.length > 0 && !identities.has(step.key))
      identities.set(step.key, { name: undefined, tried: [], items, used, isConfirmed: false });
  }
  for (const [at, { key }] of shape.steps.entries()) addValue(paths, key, used.slice(0, at + 1));
  const known = identities.get(shape.key);
  if (known !== undefined && operation.method === "GET") identities.set(shape.key, { ...known, isConfirmed: true });
}

function learnRejection({ given, paths, identities }: ValueStore, result: ProbeExchange): void {
  const { operation, request, status } = result;
  const { key, last: step } = readPathShape(operation.path);
  const known = identities.get(key);
  if (operation.method !== "GET" || status !== 404 || step === undefined || known === undefined) return;
  const idOf = (item: JsonObject, name: string | undefined) => findItemId(item, step, { getIdentity: () => name });
  const item = known.items.find((it) => String(idOf(it, known.name)) === String(request.path[step.name]));
  const isDecided = known.isConfirmed || (known.name === undefined && known.tried.length > 0);
  if (item === undefined || isDecided || given.has(step.name)) return;
  const tried = [...known.tried, ...Object.keys(item).filter((name) => item[name] === idOf(item, known.name))];
  const left = listIdentifyingNames(item).filter((it) => !tried.includes(it));
  const [name] = ID_WORDS.flatMap((word) => left.filter((it) => splitWords(it).join(" ") === word));
  identities.set(key, { ...known, name, tried });
  for (const other of paths.keys()) if (other === key || other.startsWith(`${key}/`)) paths.delete(other);
  for (const it of known.items) addValue(paths, key, [...known.used, idOf(it, name) as Json]);
}

function learnNames({ named }: ValueStore, result: ProbeExchange): void {
  const body = result.body;
  const inBody = listOwners(result).flatMap((owner) => [...listNamedValues(body, owner)]);
  const { resource } = readPathShape(result.operation.path);
  // `Date` is the time of a response, and no value of the API.
  const declared = new Set(
    result.operation.responses.flatMap(({ headers }) => headers.map((it) => it.name.toLowerCase())),
  );
  const inHeaders = result.exchange.response.headers.flatMap(([name, value]) =>
    declared.has(name.toLowerCase()) ? [{ resource, name, value }] : [],
  );
  for (const it of [...inBody, ...inHeaders]) addValue(named, `${it.resource}\n${splitWords(it.name).join(" ")}`, it);
}

/** The parameter of the items of a collection, if an operation of the spec has one. */
function findItemStep(operations: readonly Pick<Operation, "path">[], collection: string): PathStep | undefined {
  return operations
    .flatMap(({ path }) => readPathShape(path).steps)
    .find((step) => step.collection === collection && step.key === `${collection}/{}`);
}

function addValue<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = getOrCreate(map, key, () => []);
  const text = JSON.stringify(value);
  if (known.some((it) => JSON.stringify(it) === text)) return;
  // The last place is for the latest value, which an operation that destroys should take.
  if (known.length >= MAX_VALUES) known.pop();
  known.push(value);
}

/** Values for the parameters of another operation, as a link of the spec says. */
type LinkedValues = {
  /** An operationId, or the pointer of an operation in this document. */
  readonly target: string;
  readonly values: Readonly<Record<string, Json>>;
};

/**
 * Evaluates the links of a response. A parameter name may begin with its place, such as `path.id`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#link-object
 */
export function readOpenApiLinks(result: ProbeExchange): readonly LinkedValues[] {
  const { document, operation } = result;
  const response = pickResponse(operation.responses, result.status);
  if (response === undefined) return [];
  return resolveChildren(document, joinPointer(response.pointer, "links")).flatMap(({ value: link }) => {
    const target = asString(link.operationId) ?? asString(link.operationRef)?.replace(/^#/, "");
    if (target === undefined || !isObject(link.parameters)) return [];
    const values = Object.entries(link.parameters).flatMap(([parameter, expression]): [string, Json][] => {
      const value = evaluateLinkExpression(expression, result);
      return value === undefined ? [] : [[parameter.replace(/^(path|query|header|cookie)\./, ""), value]];
    });
    return values.length === 0 ? [] : [{ target, values: Object.fromEntries(values) }];
  });
}

/** A constant, or the text or number of a runtime expression. */
function evaluateLinkExpression(expression: Json, result: ProbeExchange): Json | undefined {
  if (typeof expression !== "string" || !expression.startsWith("$")) return expression;
  const value = evaluateMessageExpression(expression, result);
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

/** Whether a link leads to this operation. */
export function isLinkTarget(target: string, operation: { readonly id: string; readonly pointer: string }): boolean {
  return target === operation.id || target === operation.pointer || lastToken(target) === operation.id;
}

/** The resources that the values of a response may belong to: by its path, and by the name of its schema. */
export function listOwners({ document, operation, exchange }: ProbeExchange): readonly string[] {
  const isOwn = ({ status }: ResponseDefinition): boolean => status === String(exchange.response.status);
  const schema = operation.responses.find(isOwn)?.content[0]?.schema;
  const target = resolvePointer(document, schema);
  const items =
    target?.value.items === undefined ? target : resolvePointer(document, joinPointer(target.pointer, "items"));
  const name = /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(items?.pointer ?? "")?.[1] ?? "";
  const words = splitWords(name);
  const end = words.findIndex((word) => SCHEMA_SUFFIXES.has(word));
  const ofSchema = words.slice(0, end <= 0 ? undefined : end).join(" ");
  return [...new Set([readPathShape(operation.path).resource, ofSchema])].filter((it) => it !== "");
}

const SCHEMA_SUFFIXES = parseWords(
  "response dto public read out view detail result list page schema model with create created",
);

/** A name without a resource, such as `n`, matches only the same name. */
const MIN_NAME_SCORE = 1;

/** How well a learned value fits a name: 10 for the same compound name, 0 for another resource. */
export function computeNameScore({ resource, name }: LearnedValue, raw: string, reference: ReferenceName): number {
  const words = splitWords(name).join(" ");
  if (words === raw && raw.includes(" ")) return 10;
  if (` ${words}`.endsWith(` ${reference.resource} ${reference.property}`)) return 9.5;
  if (isSameResource(resource, reference.resource)) {
    if (words === reference.property) return 9;
    const rank = ID_WORDS.indexOf(words);
    if (rank !== -1) return 8 - rank / 10;
  }
  if (words === reference.resource && !ID_WORDS.includes(words)) return 5;
  return words === raw && !ID_WORDS.includes(raw) ? MIN_NAME_SCORE : 0;
}

/** Texts that a name suggests, the most common one first. None of them makes a service call another host. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  algorithm: ["hmac-sha256", "sha256", "RS256"],
  country: ["DE", "DEU"],
  currency: ["EUR"],
  domain: ["example.com", "example.com."],
  email: ["a@example.com"],
  host: ["example.com"],
  hostname: ["example.com"],
  ip: ["192.0.2.1"],
  language: ["en", "en-US"],
  locale: ["en-US", "en_US"],
  mimetype: ["text/plain"],
  timezone: ["Europe/Berlin"],
};

/** Lists usual texts for a parameter or property by the last word of its name; none for most names. */
export function listNamedTexts(name: string): readonly string[] {
  const last = splitWords(name).at(-1) ?? "";
  return Object.hasOwn(TEXTS, last) ? (TEXTS[last] ?? []) : [];
}
