import { type Document, isObject, type Operation, valueAt } from "../document/index.js";
import words from "./destructive-words.json" with { type: "json" };

/** Words that need no object, and words that need one. */
const ACTIONS = [...words.ending, ...words.erasing];
const VERBS = [...words.deleting, ...words.stopping];

/** An operation that may end the service or delete all of its data, and the words that show it. */
export type DestructiveOperation = { readonly operation: Operation; readonly words: string };

/**
 * Finds operations that look destructive to the service itself, by the words of `destructive-words.json` in their path,
 * operationId and summary. An operation on one resource is not destructive: its path has a parameter.
 */
export function findDestructiveOperations(
  document: Document,
  operations: readonly Operation[],
): DestructiveOperation[] {
  return operations.flatMap((operation) => {
    if (operation.kind !== "path" || operation.path.includes("{")) return [];
    const definition = valueAt(document.root, operation.pointer);
    const summary = isObject(definition) && typeof definition.summary === "string" ? definition.summary : "";
    const found = findDestructiveWords(operation, summary);
    return found === undefined ? [] : [{ operation, words: found }];
  });
}

function findDestructiveWords({ id, path, method }: Operation, summary: string): string | undefined {
  const segments = path.split("/").map(splitWords);
  const [last = ""] = segments.slice(-1);
  const name = splitWords(id);
  if (words.unlessAbout.some((word) => containsWords(`${segments.join(" ")} ${name}`, word))) return undefined;
  const action = ACTIONS.find((it) => last === it);
  if (action !== undefined) return action;
  // A safe method changes nothing, unless its path says so.
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return undefined;
  if (ACTIONS.includes(name)) return name;
  const texts = [last, name, splitWords(summary)];
  return [...ACTIONS, ...VERBS]
    .flatMap((verb) => words.objects.map((object) => `${verb} ${object}`))
    .find((phrase) => texts.some((text) => containsWords(withoutArticles(text), phrase)));
}

function splitWords(text: string): string {
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
