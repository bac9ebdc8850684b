import { isObject, type Json, type JsonObject } from "../../document/index.js";
import type { PatchOperation } from "./apply-patch.js";

export type PatchReading =
  | { readonly kind: "operations"; readonly operations: readonly PatchOperation[] }
  | { readonly kind: "refused"; readonly reason: string };

/** Generous for an order, and bounds the cost of a patch. */
export const PATCH_LIMITS = { operations: 100, pathLength: 512, tokens: 32 } as const;

/** Names that lead to prototype pollution in programs that assign them carelessly. */
const FORBIDDEN_NAMES = new Set(["__proto__", "constructor", "prototype"]);

const SUPPORTED_OPERATIONS = ["add", "remove", "replace"];

/**
 * Parses a JSON Patch document: an array of 1 to 100 operations `add`, `remove` and `replace`. Stricter than RFC 6902:
 * refuses unknown members of an operation, because they indicate a mistake.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6902#section-3
 */
export function readPatch(document: Json): PatchReading {
  if (!Array.isArray(document)) return createReadRefusal("a JSON Patch document must be an array of operations");
  if (document.length === 0) return createReadRefusal("the patch has no operations; expected at least one");
  if (document.length > PATCH_LIMITS.operations)
    return createReadRefusal(
      `the patch has ${document.length} operations; expected at most ${PATCH_LIMITS.operations}`,
    );
  const operations: PatchOperation[] = [];
  for (const [index, item] of document.entries()) {
    const operation = readOperation(item as Json);
    if (typeof operation === "string") return createReadRefusal(`operation ${index}: ${operation}`);
    operations.push(operation);
  }
  return { kind: "operations", operations };
}

/** Returns the operation, or the reason why it is invalid. */
function readOperation(item: Json): PatchOperation | string {
  if (!isObject(item)) return "an operation must be an object";
  const { op, path: pointer } = item;
  if (typeof op !== "string" || !SUPPORTED_OPERATIONS.includes(op))
    return `unsupported operation ${formatValue(op)}; expected ${SUPPORTED_OPERATIONS.join(", ")}`;
  const unknown = Object.keys(item).find((name) => !listMembers(op).includes(name));
  if (unknown !== undefined)
    return `unknown member ${formatValue(unknown)} of "${op}"; expected ${listMembers(op).join(", ")}`;
  const path = readPath(pointer);
  if (typeof path === "string") return path;
  if (op === "remove") return { op, path };
  if (item.value === undefined) return `"${op}" requires a value`;
  const forbidden = findForbiddenName(item.value);
  if (forbidden !== undefined) return `the value has a member named ${formatValue(forbidden)}, which is not allowed`;
  return { op: op === "add" ? "add" : "replace", path, value: item.value };
}

function listMembers(op: string): readonly string[] {
  return op === "remove" ? ["op", "path"] : ["op", "path", "value"];
}

/** Returns the tokens of a JSON Pointer (RFC 6901, section 3), or the reason why it is invalid. */
function readPath(pointer: Json | undefined): readonly string[] | string {
  if (typeof pointer !== "string") return "the path is not a string; expected a JSON Pointer such as /amounts/netTotal";
  if (pointer.length > PATCH_LIMITS.pathLength)
    return `the path has ${pointer.length} characters; expected at most ${PATCH_LIMITS.pathLength}`;
  if (pointer !== "" && !pointer.startsWith("/")) return "the path must start with a slash";
  if (/~(?![01])/.test(pointer)) return "the path has a ~ that is not followed by 0 or 1";
  const tokens = pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (tokens.length > PATCH_LIMITS.tokens)
    return `the path has ${tokens.length} segments; expected at most ${PATCH_LIMITS.tokens}`;
  const forbidden = tokens.find((token) => FORBIDDEN_NAMES.has(token));
  return forbidden === undefined ? tokens : `the path contains ${formatValue(forbidden)}, which is not allowed`;
}

/** Returns the first forbidden member name at any depth of a value. */
function findForbiddenName(value: Json): string | undefined {
  if (Array.isArray(value)) return findFirstForbidden(value);
  if (!isObject(value)) return undefined;
  return (
    Object.keys(value).find((name) => FORBIDDEN_NAMES.has(name)) ??
    findFirstForbidden(Object.values(value as JsonObject))
  );
}

function findFirstForbidden(values: readonly Json[]): string | undefined {
  for (const value of values) {
    const found = findForbiddenName(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function formatValue(value: Json | undefined): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 60);
}

function createReadRefusal(reason: string): PatchReading {
  return { kind: "refused", reason };
}
