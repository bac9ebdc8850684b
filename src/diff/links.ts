import {
  asObject,
  asString,
  children,
  type Document,
  fragmentPointer,
  joinPointer,
  listOperations,
  type Operation,
  type Pointer,
  type Resolved,
} from "../document/index.js";
import { isSame } from "../probe/same-value.js";
import type { Comparison, Pair, Part } from "./comparison.js";
import type { Sided } from "./containment/sided.js";
import { pathPlaces, placeOf } from "./pair-operations.js";

/** Compares the links of an answer. No exchange shows one, so none breaks a client by itself: it is a promise that a value leads on. */
export function compareLinks(comparison: Comparison, part: Part, pair: Pair<{ readonly pointer: Pointer }>): void {
  const [was, is] = [linksOf(comparison.old, pair.old.pointer), linksOf(comparison.new, pair.new.pointer)];
  const touch = (name: string): Part => ({ ...part, part: `${part.part} link ${name}` });
  for (const [name, link] of was) {
    const now = is.get(name);
    const places = { old: link.pointer, new: now?.pointer ?? pair.new.pointer };
    if (now === undefined)
      comparison.tell({
        code: "response.link.removed",
        message: `the link ${name} is gone`,
        ...places,
        touch: touch(name),
      });
    else {
      const [before, after] = [meaningOf(comparison.old, link), meaningOf(comparison.new, now)];
      const differing = WORDS.filter((word) => !isSame(before[word], after[word]));
      if (differing.length > 0)
        comparison.tell({
          code: "response.link.changed",
          message: `the link ${name} has another ${differing.join(" and ")}: ${shown(differing, before)} is ${shown(differing, after)} now`,
          ...places,
          touch: touch(name),
        });
    }
  }
  for (const [name, link] of is)
    if (!was.has(name))
      comparison.tell({
        code: "response.link.added",
        message: `the link ${name} is new`,
        old: pair.old.pointer,
        new: link.pointer,
        touch: touch(name),
      });
}

function linksOf({ document }: Sided, pointer: Pointer): ReadonlyMap<string, Resolved> {
  return new Map(
    children(document, joinPointer(pointer, "links"))
      .filter(({ key }) => !key.startsWith("x-"))
      .map((link) => [link.key, link]),
  );
}

const WORDS = ["operation", "parameters", "requestBody", "server"] as const;

type Meaning = Readonly<Record<(typeof WORDS)[number], unknown>>;

/** What a link says, whatever its operation and the parameters of its path are called. */
function meaningOf({ document }: Sided, { value }: Resolved): Meaning {
  const { operationId, operationRef, parameters, requestBody, server } = value;
  const place = asString(operationRef)?.startsWith("#") ? fragmentPointer(String(operationRef).slice(1)) : undefined;
  const target = operationsOf(document).find(({ id, pointer }) => pointer === place || id === operationId);
  return {
    operation: target === undefined ? (operationId ?? operationRef) : placeOf(target),
    parameters: placed(asObject(parameters) ?? {}, target),
    requestBody,
    server: asObject(server)?.url,
  };
}

const listed = new WeakMap<Document, readonly Operation[]>();

function operationsOf(document: Document): readonly Operation[] {
  const operations = listed.get(document) ?? listOperations(document);
  listed.set(document, operations);
  return operations;
}

function placed(parameters: Readonly<Record<string, unknown>>, target: Operation | undefined): unknown {
  const places = target === undefined ? new Map<string, string>() : pathPlaces(target);
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [places.get(name.replace(/^path\./, "")) ?? name, value]),
  );
}

function shown(words: readonly (typeof WORDS)[number][], meaning: Meaning): string {
  return words.map((word) => (word === "operation" ? String(meaning[word]) : JSON.stringify(meaning[word]))).join(", ");
}
