import { isObject, type Json, type JsonObject } from "../../document/index.js";
import type { PatchOperation } from "./apply-patch.js";

export type PatchReading =
  | { readonly kind: "operations"; readonly operations: readonly PatchOperation[] }
  | { readonly kind: "refused"; readonly reason: string };

/** What is generous for an order and bounds what a patch costs. */
export const PATCH_LIMITS = { operations: 100, pathLength: 512, tokens: 32 } as const;

/** Names that reach out of an object into what all objects share, in programs that assign them carelessly. */
const FORBIDDEN_NAMES = new Set(["__proto__", "constructor", "prototype"]);

const SUPPORTED_OPERATIONS = ["add", "remove", "replace"];

/**
 * Reads a JSON Patch document: an array of 1 to 100 operations, of which `add`, `remove` and `replace` are supported.
 * Stricter than RFC 6902 where a mistake would pass unseen: members that an operation does not have are refused.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6902#section-3
 */
export function readPatch(document: Json): PatchReading {
  if (!Array.isArray(document)) return createReadRefusal("a JSON Patch document is an array of operations");
  if (document.length === 0) return createReadRefusal("the patch has no operation; at least one is needed");
  if (document.length > PATCH_LIMITS.operations)
    return createReadRefusal(
      `the patch has ${document.length} operations; at most ${PATCH_LIMITS.operations} are accepted`,
    );
  const operations: PatchOperation[] = [];
  for (const [index, item] of document.entries()) {
    const operation = readOperation(item as Json);
    if (typeof operation === "string") return createReadRefusal(`operation ${index}: ${operation}`);
    operations.push(operation);
  }
  return { kind: "operations", operations };
}

/** The operation, or what is wrong with it. */
function readOperation(item: Json): PatchOperation | string {
  if (!isObject(item)) return "an operation is an object";
  const { op, path: pointer } = item;
  if (typeof op !== "string" || !SUPPORTED_OPERATIONS.includes(op))
    return `${formatValue(op)} is no supported operation; ${SUPPORTED_OPERATIONS.join(", ")} are`;
  const unknown = Object.keys(item).find((name) => !listMembers(op).includes(name));
  if (unknown !== undefined)
    return `${formatValue(unknown)} is no member of "${op}"; it has ${listMembers(op).join(", ")}`;
  const path = readPath(pointer);
  if (typeof path === "string") return path;
  if (op === "remove") return { op, path };
  if (item.value === undefined) return `"${op}" needs a value`;
  const forbidden = findForbiddenName(item.value);
  if (forbidden !== undefined) return `the value has a member named ${formatValue(forbidden)}, which is not accepted`;
  return { op: op === "add" ? "add" : "replace", path, value: item.value };
}

function listMembers(op: string): readonly string[] {
  return op === "remove" ? ["op", "path"] : ["op", "path", "value"];
}

/** The tokens of a JSON Pointer (RFC 6901, section 3), or what is wrong with it. */
function readPath(pointer: Json | undefined): readonly string[] | string {
  if (typeof pointer !== "string") return "the path is no string; a JSON Pointer such as /amounts/netTotal is expected";
  if (pointer.length > PATCH_LIMITS.pathLength)
    return `the path has ${pointer.length} characters; at most ${PATCH_LIMITS.pathLength} are accepted`;
  if (pointer !== "" && !pointer.startsWith("/")) return "the path does not begin with a slash";
  if (/~(?![01])/.test(pointer)) return "the path has a ~ that is followed by neither 0 nor 1";
  const tokens = pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (tokens.length > PATCH_LIMITS.tokens)
    return `the path has ${tokens.length} parts; at most ${PATCH_LIMITS.tokens} are accepted`;
  const forbidden = tokens.find((token) => FORBIDDEN_NAMES.has(token));
  return forbidden === undefined ? tokens : `the path leads through ${formatValue(forbidden)}, which is not accepted`;
}

/** The first name at any depth of a value that is not accepted. */
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
