import { type Document, isObject, type Operation, valueAt } from "../../document/index.js";
import { splitWords } from "../../resources/index.js";
import words from "../destructive-words.json" with { type: "json" };
import { isSafeMethod } from "../requests/probe-case.js";
import { readPathShape } from "./path-shape.js";

const DESTRUCTIVE_WORDS = new Set([...words.erasing, ...words.deleting, ...words.emptying]);

/** Whether an operation may delete more than one resource, such as `DELETE /things` and `POST /things/reset`. */
export function isMassDelete({ method, path }: Pick<Operation, "method" | "path">): boolean {
  const { isItem } = readPathShape(path);
  if (method === "DELETE") return !isItem;
  const last =
    path
      .split("/")
      .filter((segment) => segment !== "")
      .at(-1) ?? "";
  return method === "POST" && !isItem && splitWords(last).some((word) => DESTRUCTIVE_WORDS.has(word));
}

const SETTING_WORDS = new Set(["config", "configuration", "setting", "preference", "option"]);

/** Whether an operation changes settings of the whole service, such as `PATCH /config`; they may make it unreachable. */
export function isServiceSetting({ method, path }: Pick<Operation, "method" | "path">): boolean {
  const { steps, resource } = readPathShape(path);
  const last = resource.split(" ").at(-1) ?? "";
  return steps.length === 0 && !isSafeMethod(method) && method !== "DELETE" && SETTING_WORDS.has(last);
}

/**
 * Orders operations by what they need: paths with few parameters first, and among them lists, then what creates, then
 * what reads and changes. Actions follow, and last comes what deletes, the innermost resources first.
 */
export function sortByDependency<It extends Pick<Operation, "method" | "path">>(operations: readonly It[]): It[] {
  const collections = new Set(operations.flatMap(({ path }) => readPathShape(path).steps.map((it) => it.collection)));
  return [...operations].sort((a, b) => getSendOrder(a, collections) - getSendOrder(b, collections));
}

function getSendOrder({ method, path }: Pick<Operation, "method" | "path">, collections: ReadonlySet<string>): number {
  const { isItem, key, steps } = readPathShape(path);
  const count = steps.length;
  if (method === "DELETE") return 10_000 - count;
  if (isMassDelete({ method, path })) return 9000;
  if (method === "GET") return count * 10;
  if (isSafeMethod(method)) return count * 10 + 1;
  // A PUT of an item may create it, which needs only its parents.
  if (method === "PUT") return isItem ? count * 10 - 4 : count * 10 + 3;
  if (method === "POST" && collections.has(key)) return count * 10 + 2;
  return method === "POST" ? 5000 + count : count * 10 + 4;
}

export type ResourceOperations = {
  readonly key: string;
  readonly create: Operation | undefined;
  /** Creates the resource under an id that the request chooses. */
  readonly put: Operation | undefined;
  readonly list: Operation | undefined;
  readonly read: Operation | undefined;
  readonly changes: readonly Operation[];
  readonly remove: Operation | undefined;
};

export function groupByResource(operations: readonly Operation[]): readonly ResourceOperations[] {
  const items = operations.filter(({ path }) => readPathShape(path).isItem);
  const keys = [...new Set(items.map(({ path }) => readPathShape(path).key))];
  return keys.map((key) => {
    const collection = key.slice(0, key.lastIndexOf("/"));
    const find = (at: string, method: string): Operation | undefined =>
      operations.find((it) => it.method === method && readPathShape(it.path).key === at);
    return {
      key,
      create: find(collection, "POST"),
      put: find(key, "PUT"),
      list: find(collection, "GET"),
      read: find(key, "GET"),
      changes: ["PATCH", "PUT", "POST"].flatMap((method) => find(key, method) ?? []),
      remove: find(key, "DELETE"),
    };
  });
}

/** Words that need no object, and words that need one. */
const ACTIONS = [...words.ending, ...words.erasing];
const VERBS = [...words.deleting, ...words.stopping];

/**
 * Finds operations that look destructive to the service itself, by the words of `destructive-words.json` in their path,
 * operationId and summary. An operation on one resource is not destructive: its path has a parameter.
 */
export function findDestructiveOperations(document: Document, operations: readonly Operation[]) {
  return operations.flatMap((operation) => {
    if (operation.kind !== "path" || operation.path.includes("{")) return [];
    const definition = valueAt(document.root, operation.pointer);
    const summary = isObject(definition) && typeof definition.summary === "string" ? definition.summary : "";
    const found = findDestructiveWords(operation, summary);
    return found === undefined ? [] : [{ operation, words: found }];
  });
}

function findDestructiveWords({ id, path, method }: Operation, summary: string): string | undefined {
  const segments = path.split("/").map(joinWords);
  const [last = ""] = segments.slice(-1);
  const name = joinWords(id);
  if (words.unlessAbout.some((word) => containsWords(`${segments.join(" ")} ${name}`, word))) return undefined;
  const action = ACTIONS.find((it) => last === it);
  if (action !== undefined) return action;
  // A safe method changes nothing, unless its path says so.
  if (isSafeMethod(method)) return undefined;
  if (ACTIONS.includes(name)) return name;
  const texts = [last, name, joinWords(summary)];
  return [...ACTIONS, ...VERBS]
    .flatMap((verb) => words.objects.map((object) => `${verb} ${object}`))
    .find((phrase) => texts.some((text) => containsWords(withoutArticles(text), phrase)));
}

/** The words of a text in lower case, with a space between them. */
function joinWords(text: string): string {
  return text
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .replaceAll(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase();
}

function withoutArticles(text: string): string {
  return text.replaceAll(/\b(the|of|this|whole|entire) /g, "");
}

function containsWords(text: string, phrase: string): boolean {
  return ` ${text} `.includes(` ${phrase} `);
}
