import {
  type Document,
  type Json,
  joinPointer,
  listOperations,
  type Operation,
  type Pointer,
  parsePointerFragment,
  valueAt,
} from "../../document/index.js";
import { hasExactNumber } from "../../schema/values/exact-number.js";
import type { Pair } from "../comparison.js";

/**
 * Creates a test whether an operation has the same text in both specs, and so has everything that it references. The comparison of
 * such an operation reports nothing, so it can be left out. False also means that this is not known.
 */
export function createUnchangedTest(documents: Pair<Document>): (pair: Pair<Operation>) => boolean {
  const roots = { old: documents.old.root, new: documents.new.root };
  const hasSameOperations = listOperationIds(documents.old) === listOperationIds(documents.new);
  if (SHARED_PARTS.some((part) => readText(roots.old, part) !== readText(roots.new, part))) return () => false;
  const targets = new Map<Pointer, readonly Pointer[] | "changed">();
  const unchanged = new Set<Pointer>();
  const getTargets = (pointer: Pointer): readonly Pointer[] | "changed" => {
    const known = targets.get(pointer);
    if (known !== undefined) return known;
    const text = readText(roots.new, pointer);
    const isSame = text === readText(roots.old, pointer);
    const dependsOnMore = OTHER_DEPENDENCIES.test(text) || (!hasSameOperations && text.includes('"links":'));
    const found = isSame && !dependsOnMore ? listTargets(text) : "changed";
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

/** JSON has no text for exact numbers, so what contains one equals nothing. */
function readText(root: Json, pointer: Pointer): string {
  const value = valueAt(root, pointer);
  return hasExactNumber(value) ? String(Symbol()) : (JSON.stringify(value) ?? "");
}

/** The targets of the references in a text. */
function listTargets(text: string): readonly Pointer[] {
  const fragments = [...text.matchAll(/"\$ref":("#[^"]*")/g)].map(([, target = ""]) =>
    String(JSON.parse(target)).slice(1),
  );
  return fragments.flatMap((fragment) => parsePointerFragment(fragment) ?? []);
}

/** What a value depends on besides the targets of local references. */
const OTHER_DEPENDENCIES = /"(?:\$dynamicRef|\$recursiveRef|\$anchor|\$id|operationRef)":|"\$ref":(?!"#["/])/;
