import type { Json, Operation } from "../../document/index.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import { readResponseJson } from "../session/probe-exchange.js";
import { type ReferenceName, splitWords } from "./name-words.js";
import { listNamedTexts } from "./named-texts.js";
import { isLinkTarget, type LinkedValues, readOpenApiLinks } from "./openapi-links.js";
import { createTemplateMatcher, type PathStep, readPathShape } from "./path-shape.js";
import { findItemId, type LearnedValue, listNamedValues, listResources, listResponseUrls } from "./response-values.js";
import { computeNameScore, listOwners, MIN_NAME_SCORE } from "./value-owners.js";

export type ResourcePath = Readonly<Record<string, Json>>;

/** Values that the service knows: given by the user, or learned from responses. */
export type KnownValues = {
  /** Values for all path parameters of an operation, which belong together, the best first. */
  readonly listPathValues: (operation: Pick<Operation, "id" | "pointer" | "path">) => readonly ResourcePath[];
  /** Values for a parameter or property that refers to a resource, the best first. */
  readonly findReferences: (name: string, reference: ReferenceName) => readonly Json[];
  /** Values for a property or parameter of an operation's own resource: usual texts for its name, then learned ones. */
  readonly suggest: (operation: Pick<Operation, "path">, name: string) => readonly Json[];
  /** Values that the user gave for a name. */
  readonly getGiven: (name: string) => readonly string[];
  /** The first value that the user gave for each name. */
  readonly given: Readonly<Record<string, string>>;
  /** Learns values from an accepted exchange. */
  readonly learn: (result: ProbeExchange) => void;
  /** Forgets a resource that was deleted, and everything below it. */
  readonly forget: (operation: Pick<Operation, "path">, path: ResourcePath) => void;
};

/** Enough for every phase. The first values are kept, so that runs are reproducible. */
const MAX_VALUES = 20;
const MAX_PATH_VALUES = 6;
const MAX_PARENTS = 2;
const MAX_REFERENCES = 3;
const MAX_LINKS = 200;

export function createKnownValues(
  parameters: Readonly<Record<string, readonly string[]>>,
  operations: readonly Pick<Operation, "path">[] = [],
): KnownValues {
  // A map, because a parameter may be named like a property of Object.prototype.
  const given = new Map(Object.entries(parameters));
  const store: ValueStore = { operations, given, paths: new Map(), named: new Map(), linked: [] };
  const readUrl = createTemplateMatcher(operations.map(({ path }) => path));
  const getGiven = (name: string): readonly string[] => given.get(name) ?? [];
  return {
    given: Object.fromEntries([...given].flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]]))),
    getGiven,
    findReferences: (name, reference) => findReferences(store, name, reference),
    suggest: ({ path }, name) => {
      const { key, resource } = readPathShape(path);
      // The ids of a collection's own items are taken.
      if (name === "id" && findItemStep(operations, key) !== undefined) return [];
      const reference = { resource, property: splitWords(name).join(" ") };
      return [...listNamedTexts(name), ...findReferences(store, name, reference).slice(0, MAX_REFERENCES)];
    },
    listPathValues: (operation) => listPathValues(store, operation),
    learn: (result) => {
      if (result.operation.method !== "DELETE") learnPaths(store, result);
      for (const url of listResponseUrls(result))
        for (const { key, values } of readUrl(url)) addValue(store.paths, key, values);
      learnNames(store, result);
      if (store.linked.length < MAX_LINKS) store.linked.push(...readOpenApiLinks(result));
    },
    forget: ({ path }, values) => {
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
};

function listPathValues(
  store: ValueStore,
  operation: Pick<Operation, "id" | "pointer" | "path">,
): readonly ResourcePath[] {
  const { steps } = readPathShape(operation.path);
  const tuples = listTuples(store, steps).map((values) => toPathValues(steps, values));
  const byLink = store.linked
    .filter(({ target }) => isLinkTarget(target, operation))
    .map(({ values }): ResourcePath => ({ ...tuples[0], ...values }))
    .filter((values) => steps.every(({ name }) => values[name] !== undefined && !store.given.has(name)))
    .map((values) => Object.fromEntries(steps.map(({ name }) => [name, values[name] as Json])));
  return removeDuplicates([...byLink, ...tuples]);
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
  return removeDuplicates([...seen, ...combined]).slice(0, MAX_PATH_VALUES);
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
function learnPaths({ operations, paths }: ValueStore, result: ProbeExchange): void {
  const { operation, request } = result;
  const shape = readPathShape(operation.path);
  const used = shape.steps.map(({ name }) => request.path[name] as Json);
  const step = findItemStep(operations, shape.key);
  const ids = step === undefined ? [] : listResources(result).flatMap((item) => findItemId(item, step) ?? []);
  if (step !== undefined) for (const id of ids) addValue(paths, step.key, [...used, id]);
  for (const [at, { key }] of shape.steps.entries()) addValue(paths, key, used.slice(0, at + 1));
}

function learnNames({ named }: ValueStore, result: ProbeExchange): void {
  const body = readResponseJson(result);
  const inBody = listOwners(result).flatMap((owner) => [...listNamedValues(body, owner)]);
  const { resource } = readPathShape(result.operation.path);
  const inHeaders = result.exchange.response.headers.map(([name, value]) => ({ resource, name, value }));
  for (const it of [...inBody, ...inHeaders]) addValue(named, `${it.resource}\n${splitWords(it.name).join(" ")}`, it);
}

/** The parameter of the items of a collection, if an operation of the spec has one. */
function findItemStep(operations: readonly Pick<Operation, "path">[], collection: string): PathStep | undefined {
  return operations
    .flatMap(({ path }) => readPathShape(path).steps)
    .find((step) => step.collection === collection && step.key === `${collection}/{}`);
}

function toPathValues(steps: readonly PathStep[], values: readonly Json[]): ResourcePath {
  return Object.fromEntries(steps.map(({ name }, at) => [name, values[at] as Json]));
}

function addValue<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key) ?? [];
  const text = JSON.stringify(value);
  map.set(key, known);
  if (known.some((it) => JSON.stringify(it) === text)) return;
  // The last place is for the latest value, which an operation that destroys should take.
  if (known.length >= MAX_VALUES) known.pop();
  known.push(value);
}

function removeDuplicates<Value>(values: readonly Value[]): Value[] {
  const seen = new Set<string>();
  return values.filter((it) => {
    const text = JSON.stringify(it);
    return !seen.has(text) && seen.add(text);
  });
}
