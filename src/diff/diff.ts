import { type Document, isObject, listOperations, type Operation, valueAt } from "../document/index.js";
import { isSame } from "../probe/same-value.js";
import { coerce } from "../schema/index.js";
import { compareAccess } from "./access.js";
import { compareAnswers } from "./answers.js";
import { compareRequestBodies } from "./bodies.js";
import { compareCallbacks } from "./callbacks.js";
import { type Comparison, createComparison, type Pair } from "./comparison.js";
import { collect, type DiffFinding, type Draft } from "./finding.js";
import { pairOperations } from "./pair-operations.js";
import { compareParameters } from "./parameters.js";

/** What the step from one description to another is, in the words of semantic versioning. */
export type Bump = "major" | "minor" | "patch" | "none";

export type Difference = {
  readonly findings: readonly DiffFinding[];
  readonly bump: Bump;
  readonly operations: { readonly old: number; readonly new: number; readonly compared: number };
};

export type DiffOptions = {
  /** The operations that are compared; all of them without it. */
  readonly only?: (operation: Operation) => boolean;
};

/**
 * Compares two descriptions: what clients of the old one may send has to be accepted by the new one, and what the new one may
 * answer has to be understood by them.
 *
 * A difference of schemas is only called breaking when a value shows it that the one side accepts and the other refuses.
 */
export function diff(documents: Pair<Document>, { only = () => true }: DiffOptions = {}): Difference {
  const drafts: Draft[] = [];
  const comparison = createComparison(documents, (draft) => drafts.push(draft));
  const operations = { old: listOperations(documents.old), new: listOperations(documents.new) };
  const paired = pairOperations(operations, (operation, texts) => isTaken(comparison, operation, texts));
  const pairs = paired.pairs.filter((pair) => only(pair.old) || only(pair.new));
  const [removed, added] = [paired.removed.filter(only), paired.added.filter(only)];
  for (const operation of removed) tellLone(comparison, operation, "removed");
  for (const operation of added) tellLone(comparison, operation, "added");
  for (const pair of pairs) {
    compareOperations(comparison, pair);
    compareCallbacks(comparison, pair, compareOperations);
  }
  const findings = collect(drafts, documents);
  return {
    findings,
    bump: bumpOf(findings, documents),
    operations: { old: operations.old.length, new: operations.new.length, compared: pairs.length },
  };
}

/** Whether the parameters of a path template accept the texts that stand in their places. */
function isTaken({ new: { judge } }: Comparison, operation: Operation, texts: ReadonlyMap<string, string>): boolean {
  return operation.parameters.every(({ in: place, name, schema }) => {
    const text = place === "path" ? texts.get(name) : undefined;
    if (text === undefined || schema === undefined) return true;
    return judge.isValid(schema, "request", coerce(judge, schema, text));
  });
}

function compareOperations(comparison: Comparison, pair: Pair<Operation>): void {
  tellMarks(comparison, pair);
  compareAccess(comparison, pair);
  compareParameters(comparison, pair);
  compareRequestBodies(comparison, pair);
  compareAnswers(comparison, pair);
}

function tellLone({ tell }: Comparison, operation: Operation, verb: "removed" | "added"): void {
  const isWebhook = operation.kind === "webhook";
  const what = isWebhook ? `the webhook ${operation.path}` : `${operation.method} ${operation.path}`;
  const touch = { operation: operation.id, part: isWebhook ? "webhook" : "operation" };
  if (verb === "added") {
    tell({
      code: isWebhook ? "webhook.added" : "operation.added",
      message: `${what} is new`,
      new: operation.pointer,
      touch,
    });
    return;
  }
  const message = isWebhook ? `${what} is gone` : `${what} is gone; still there, deprecated, would be compatible`;
  tell({ code: isWebhook ? "webhook.removed" : "operation.removed", message, old: operation.pointer, touch });
}

function tellMarks({ old: was, new: is, tell }: Comparison, { old, new: next }: Pair<Operation>): void {
  const touch = { operation: next.id, part: "operation" };
  const isDeprecated = (root: Comparison["old"]["document"]["root"], { pointer }: Operation): boolean => {
    const value = valueAt(root, pointer);
    return isObject(value) && value.deprecated === true;
  };
  const places = { old: old.pointer, new: next.pointer };
  if (!isDeprecated(was.document.root, old) && isDeprecated(is.document.root, next))
    tell({ code: "operation.deprecated", message: `${next.method} ${next.path} is deprecated`, ...places, touch });
  if (named(old) && old.id !== next.id)
    tell({ code: "operation.renamed", message: `the operationId was ${old.id} and is ${next.id}`, ...places, touch });
}

/** An operation without an operationId goes by its method and path, which may be written otherwise. */
function named({ id, method, path }: Operation): boolean {
  return id !== `${method} ${path}`;
}

function bumpOf(findings: readonly DiffFinding[], { old, new: next }: Pair<Document>): Bump {
  if (findings.some(({ level }) => level === "error")) return "major";
  if (findings.length > 0) return "minor";
  return isSame(old.root, next.root) ? "none" : "patch";
}
