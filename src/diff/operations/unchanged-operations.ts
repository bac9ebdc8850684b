import {
  type Document,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  listOperations,
  type Operation,
  type Pointer,
  parsePointerFragment,
  valueAt,
} from "../../document/index.js";
import { isEqual } from "../../schema/values/exact-number.js";
import type { Pair } from "../comparison.js";

/**
 * Creates a test whether an operation has the same text in both specs, and so has everything that it references. The comparison of
 * such an operation reports nothing, so it can be left out. False also means that this is not known.
 */
export function createUnchangedTest(documents: Pair<Document>): (pair: Pair<Operation>) => boolean {
  const [old, next] = [documents.old.root, documents.new.root];
  const hasSameOperations = listOperationIds(documents.old) === listOperationIds(documents.new);
  if (!SHARED_PARTS.every((part) => isSameAt({ old, new: next }, part))) return () => false;
  const targets = new Map<Pointer, readonly Pointer[] | "changed">();
  const unchanged = new Set<Pointer>();
  const getTargets = (pointer: Pointer): readonly Pointer[] | "changed" => {
    const known = targets.get(pointer);
    if (known !== undefined) return known;
    const found = isSameAt({ old, new: next }, pointer)
      ? listTargets(valueAt(old, pointer), hasSameOperations)
      : "changed";
    targets.set(pointer, found);
    return found;
  };
  /** Follows the references, which may lead in circles, and remembers what was reached if nothing of it changed. */
  const isUnchanged = (start: readonly Pointer[]): boolean => {
    const reached = new Set(start);
    for (const pointer of reached) {
      const found = getTargets(pointer);
      if (found === "changed") return false;
      for (const target of found) if (!unchanged.has(target)) reached.add(target);
    }
    for (const pointer of reached) unchanged.add(pointer);
    return true;
  };
  return (pair) => {
    const { old: before, new: after } = pair;
    const item = joinPointer("", before.kind === "webhook" ? "webhooks" : "paths", before.path);
    if (before.pointer !== after.pointer || !before.pointer.startsWith(`${item}/`)) return false;
    return isUnchanged([before.pointer, ...ITEM_PARTS.map((part) => `${item}/${part}`)]);
  };
}

/** The operations that links can name. */
function listOperationIds(document: Document): string {
  return listOperations(document)
    .map(({ id, pointer }) => `${id} ${pointer}`)
    .join("\n");
}

/** What applies to operations without a reference. */
const SHARED_PARTS: readonly Pointer[] = [
  ...["/openapi", "/swagger", "/servers", "/security", "/jsonSchemaDialect", "/$self"],
  ...["/host", "/basePath", "/schemes", "/consumes", "/produces", "/securityDefinitions"],
  "/components/securitySchemes",
];

const ITEM_PARTS = ["$ref", "parameters", "servers"];

function isSameAt({ old, new: next }: Pair<Json>, pointer: Pointer): boolean {
  const [before, after] = [valueAt(old, pointer), valueAt(next, pointer)];
  return before === undefined || after === undefined ? before === after : isEqual(before, after);
}

/** The targets of the references in a value; "changed" if it depends on more than these, such as an anchor. */
function listTargets(value: Json | undefined, hasSameOperations: boolean): readonly Pointer[] | "changed" {
  const targets = new Set<Pointer>();
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const item = rest.pop();
    if (Array.isArray(item)) for (const it of item) rest.push(it);
    if (!isObject(item)) continue;
    if (dependsOnMore(item, hasSameOperations)) return "changed";
    const target = readTarget(item);
    if (target !== undefined) targets.add(target);
    for (const member of Object.values(item)) if (typeof member === "object") rest.push(member);
  }
  return [...targets];
}

function dependsOnMore(item: JsonObject, hasSameOperations: boolean): boolean {
  if (OTHER_DEPENDENCIES.some((keyword) => item[keyword] !== undefined)) return true;
  if (typeof item.$ref === "string" && readTarget(item) === undefined) return true;
  return !hasSameOperations && item.operationId !== undefined && item.responses === undefined;
}

function readTarget({ $ref }: JsonObject): Pointer | undefined {
  return typeof $ref === "string" && $ref.startsWith("#") ? parsePointerFragment($ref.slice(1)) : undefined;
}

const OTHER_DEPENDENCIES = ["$dynamicRef", "$recursiveRef", "$anchor", "$id", "operationRef"];
