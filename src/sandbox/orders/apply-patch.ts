import { isObject, type Json, type JsonObject } from "../../document/index.js";

/** A JSON Patch operation; only those that the service supports (seed, convention 3). */
export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: readonly string[]; readonly value: Json }
  | { readonly op: "remove"; readonly path: readonly string[] };

export type PatchResult =
  | { readonly kind: "patched"; readonly document: Json }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Applies operations in order: all of them or, when one fails, none. Does not modify `document`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6902#section-4
 */
export function applyPatch(document: Json, operations: readonly PatchOperation[]): PatchResult {
  let patched = document;
  for (const [index, operation] of operations.entries()) {
    const step = applyAt(patched, operation, 0);
    if (step.kind === "refused") return { kind: "refused", reason: `operation ${index}: ${step.reason}` };
    patched = step.document;
  }
  return { kind: "patched", document: patched };
}

/** Copies the values on the path and shares the others. */
function applyAt(target: Json, operation: PatchOperation, depth: number): PatchResult {
  const token = operation.path[depth];
  if (token === undefined) {
    return operation.op === "remove"
      ? createPatchRefusal("cannot remove the whole document")
      : createPatched(operation.value);
  }
  const isLast = depth === operation.path.length - 1;
  if (Array.isArray(target)) return applyToArray(target, operation, { token, depth, isLast });
  if (!isObject(target))
    return createPatchRefusal(`${formatPatchLocation(operation, depth)} is neither an object nor an array`);
  if (isLast) return applyToMember(target, operation, token);
  if (!Object.hasOwn(target, token))
    return createPatchRefusal(`${formatPatchLocation(operation, depth + 1)} does not exist`);
  const inner = applyAt(target[token] as Json, operation, depth + 1);
  return inner.kind === "refused" ? inner : createPatched(setMember(target, token, inner.document));
}

function applyToMember(target: JsonObject, operation: PatchOperation, name: string): PatchResult {
  if (operation.op !== "add" && !Object.hasOwn(target, name))
    return createPatchRefusal(`${formatPatchLocation(operation)} does not exist; use "add" to create it`);
  return createPatched(
    operation.op === "remove" ? removeMember(target, name) : setMember(target, name, operation.value),
  );
}

type Step = { readonly token: string; readonly depth: number; readonly isLast: boolean };

function applyToArray(target: readonly Json[], operation: PatchOperation, { token, depth, isLast }: Step): PatchResult {
  const isInsertion = isLast && operation.op === "add";
  const index = parseIndex(target, token, isInsertion);
  if (index === undefined) {
    const range = `an index from 0 to ${target.length - (isInsertion ? 0 : 1)}${isInsertion ? ' or "-"' : ""}`;
    const expected = target.length === 0 && !isInsertion ? "the array is empty" : `expected ${range}`;
    return createPatchRefusal(`${formatPatchLocation(operation, depth + 1)} is not an item of the array: ${expected}`);
  }
  if (!isLast) {
    const inner = applyAt(target[index] as Json, operation, depth + 1);
    return inner.kind === "refused" ? inner : createPatched(target.with(index, inner.document));
  }
  if (operation.op === "add") return createPatched(target.toSpliced(index, 0, operation.value));
  return createPatched(operation.op === "remove" ? target.toSpliced(index, 1) : target.with(index, operation.value));
}

/** RFC 6901, section 4: digits without leading zeros; `-` is the position after the last item and allows only `add`. */
function parseIndex(target: readonly Json[], token: string, isInsertion: boolean): number | undefined {
  if (token === "-") return isInsertion ? target.length : undefined;
  if (!/^(0|[1-9]\d*)$/.test(token)) return undefined;
  const index = Number(token);
  return index < target.length || (isInsertion && index === target.length) ? index : undefined;
}

/** An existing member keeps its position. `fromEntries` makes even `__proto__` an ordinary property. */
function setMember(target: JsonObject, name: string, value: Json): JsonObject {
  return Object.fromEntries([...Object.entries(target), [name, value]]);
}

function removeMember(target: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(target).filter(([it]) => it !== name));
}

function formatPatchLocation({ path }: PatchOperation, depth = path.length): string {
  const tokens = path.slice(0, depth).map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  return JSON.stringify(tokens.join("").slice(0, 120));
}

function createPatched(document: Json): PatchResult {
  return { kind: "patched", document };
}

function createPatchRefusal(reason: string): PatchResult {
  return { kind: "refused", reason };
}
