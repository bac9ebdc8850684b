import { isObject, type Json, type JsonObject, joinPointer, parsePointer, setMember } from "../../document/index.js";
import { formatTimestamp, parseTimestamp } from "../context/domain-clock.js";
import { Refusal } from "../context/request-context.js";
import { findViolation } from "../requests/request-validation.js";
import { createOrderWrite, listOrderEvents } from "./order-versions.js";
import type { OrderWriteResult } from "./record-order.js";

/** PATCH /businesses/{businessId}/orders/{orderId}: applies a JSON Patch document and returns the order. */
export const updateOrder = createOrderWrite({
  countVersions: () => 1,
  refuseUnknown: createUnknownOrder,
  build: async ({ body, now }, former, { app }) => {
    if (former === undefined) throw createUnknownOrder();
    const updated = buildUpdatedOrder(former, {
      patch: body,
      now,
      describeRefusedField: (order) => {
        const violation = findViolation(app.schemas, "Order", "response", order);
        return violation && `at ${violation.at || "its root"}: expected ${violation.expected}`;
      },
    });
    return { ...updated, transactions: undefined };
  },
});

function createUnknownOrder(): Refusal {
  return new Refusal(404, "UNKNOWN_ORDER", "the business has no order with this id");
}

type UpdateOrderCommand = {
  readonly patch: Json | undefined;
  readonly now: number;
  /** Describes the first violation of the spec by an order; returns undefined when it is valid. */
  readonly describeRefusedField: (order: JsonObject) => string | undefined;
};

/** Updates cannot make an order larger than a recorded order can be. */
export const MAX_ORDER_LENGTH = 1_048_576;

/**
 * Builds the order after an update (seed, PATCH order). Order-level amounts accept all operations, `/items` and
 * `/discounts` only `replace`; nothing else can change. Either all operations apply or none. `updatedAt` becomes the
 * time of the write and never moves backward.
 *
 * @throws Refusal when the patch is invalid, is not allowed, cannot be applied, or results in an invalid order
 */
export function buildUpdatedOrder(
  former: JsonObject,
  { patch, now, describeRefusedField }: UpdateOrderCommand,
): OrderWriteResult {
  const operations = readPatch(patch ?? null);
  const index = operations.findIndex((operation) => !isPatchAllowed(operation));
  if (index !== -1)
    throw new Refusal(
      400,
      "PATCH_NOT_ALLOWED",
      `operation ${index}: only /amounts and its members can be changed, and /items and /discounts with "replace"`,
    );
  const patched = applyPatch(former, operations);
  const written = Math.max(now, parseTimestamp(String(former.updatedAt)) ?? now);
  // No allowed operation replaces the whole order.
  const order = { ...(patched as JsonObject), updatedAt: formatTimestamp(written) };
  const violation = describeRefusedField(order);
  if (violation !== undefined) throw new Refusal(400, "INVALID_ORDER", `the patched order is invalid: ${violation}`);
  if (JSON.stringify(order).length > MAX_ORDER_LENGTH)
    throw new Refusal(400, "ORDER_TOO_LARGE", `the patched order is longer than ${MAX_ORDER_LENGTH} characters`);
  return { order, events: listOrderEvents(former, order) };
}

function isPatchAllowed({ op, path }: PatchOperation): boolean {
  if (path[0] === "amounts") return true;
  return op === "replace" && path.length === 1 && (path[0] === "items" || path[0] === "discounts");
}

/** Generous for an order, and bounds the cost of a patch. */
const PATCH_LIMITS = { operations: 100, pathLength: 512, tokens: 32 } as const;

/** Names that lead to prototype pollution in programs that assign them carelessly. */
const FORBIDDEN_NAMES = new Set(["__proto__", "constructor", "prototype"]);

const SUPPORTED_OPERATIONS = ["add", "remove", "replace"];

/**
 * Parses a JSON Patch document: an array of 1 to 100 operations `add`, `remove` and `replace`. Stricter than RFC 6902:
 * refuses unknown members of an operation, because they indicate a mistake.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6902#section-3
 */
export function readPatch(document: Json): readonly PatchOperation[] {
  if (!Array.isArray(document)) throw createInvalidPatch("a JSON Patch document must be an array of operations");
  if (document.length === 0) throw createInvalidPatch("the patch has no operations; expected at least one");
  if (document.length > PATCH_LIMITS.operations)
    throw createInvalidPatch(
      `the patch has ${document.length} operations; expected at most ${PATCH_LIMITS.operations}`,
    );
  return document.map((item, index) => readOperation(item as Json, index));
}

function readOperation(item: Json, index: number): PatchOperation {
  const refuse = (reason: string): Refusal => createInvalidPatch(`operation ${index}: ${reason}`);
  if (!isObject(item)) throw refuse("an operation must be an object");
  const { op, path: pointer } = item;
  if (typeof op !== "string" || !SUPPORTED_OPERATIONS.includes(op))
    throw refuse(`unsupported operation ${formatValue(op)}; expected ${SUPPORTED_OPERATIONS.join(", ")}`);
  const unknown = Object.keys(item).find((name) => !listMembers(op).includes(name));
  if (unknown !== undefined)
    throw refuse(`unknown member ${formatValue(unknown)} of "${op}"; expected ${listMembers(op).join(", ")}`);
  const path = readPath(pointer, refuse);
  if (op === "remove") return { op, path };
  if (item.value === undefined) throw refuse(`"${op}" requires a value`);
  const [forbidden] = listForbiddenNames(item.value);
  if (forbidden !== undefined)
    throw refuse(`the value has a member named ${formatValue(forbidden)}, which is not allowed`);
  return { op: op === "add" ? "add" : "replace", path, value: item.value };
}

function listMembers(op: string): readonly string[] {
  return op === "remove" ? ["op", "path"] : ["op", "path", "value"];
}

/** Returns the tokens of a JSON Pointer (RFC 6901, section 3). */
function readPath(pointer: Json | undefined, refuse: (reason: string) => Refusal): readonly string[] {
  if (typeof pointer !== "string")
    throw refuse("the path is not a string; expected a JSON Pointer such as /amounts/netTotal");
  if (pointer.length > PATCH_LIMITS.pathLength)
    throw refuse(`the path has ${pointer.length} characters; expected at most ${PATCH_LIMITS.pathLength}`);
  if (pointer !== "" && !pointer.startsWith("/")) throw refuse("the path must start with a slash");
  if (/~(?![01])/.test(pointer)) throw refuse("the path has a ~ that is not followed by 0 or 1");
  const tokens = parsePointer(pointer);
  if (tokens.length > PATCH_LIMITS.tokens)
    throw refuse(`the path has ${tokens.length} segments; expected at most ${PATCH_LIMITS.tokens}`);
  const forbidden = tokens.find((token) => FORBIDDEN_NAMES.has(token));
  if (forbidden !== undefined) throw refuse(`the path contains ${formatValue(forbidden)}, which is not allowed`);
  return tokens;
}

/** The forbidden member names at any depth of a value. */
function listForbiddenNames(value: Json): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = isObject(value) ? Object.keys(value).filter((name) => FORBIDDEN_NAMES.has(name)) : [];
  return [...own, ...Object.values(value).flatMap((it: Json) => listForbiddenNames(it))];
}

function formatValue(value: Json | undefined): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 60);
}

function createInvalidPatch(reason: string): Refusal {
  return new Refusal(400, "INVALID_PATCH", reason);
}

/** A JSON Patch operation; only those that the service supports (seed, convention 3). */
export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: readonly string[]; readonly value: Json }
  | { readonly op: "remove"; readonly path: readonly string[] };

/**
 * Applies operations in order: all of them or, when one fails, none. Does not modify `document`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6902#section-4
 */
export function applyPatch(document: Json, operations: readonly PatchOperation[]): Json {
  return operations.reduce((patched, operation, index) => {
    const refuse = (reason: string): Refusal => new Refusal(400, "PATCH_FAILED", `operation ${index}: ${reason}`);
    return applyAt(patched, { operation, depth: 0, refuse });
  }, document);
}

/** A position on the path of an operation. */
type Step = {
  readonly operation: PatchOperation;
  readonly depth: number;
  readonly refuse: (reason: string) => Refusal;
};

/** Copies the values on the path and shares the others. */
function applyAt(target: Json, step: Step): Json {
  const { operation, depth, refuse } = step;
  const token = operation.path[depth];
  if (token === undefined) {
    if (operation.op === "remove") throw refuse("cannot remove the whole document");
    return operation.value;
  }
  if (Array.isArray(target)) return applyToArray(target, step, token);
  if (!isObject(target)) throw refuse(`${formatPatchLocation(operation, depth)} is neither an object nor an array`);
  const isLast = depth === operation.path.length - 1;
  if (!Object.hasOwn(target, token) && !(isLast && operation.op === "add"))
    throw refuse(
      `${formatPatchLocation(operation, depth + 1)} does not exist${isLast ? '; use "add" to create it' : ""}`,
    );
  if (!isLast) return setMember(target, [token], applyAt(target[token] as Json, { ...step, depth: depth + 1 }));
  return setMember(target, [token], operation.op === "remove" ? undefined : operation.value);
}

function applyToArray(target: readonly Json[], step: Step, token: string): Json {
  const { operation, depth, refuse } = step;
  const isLast = depth === operation.path.length - 1;
  const isInsertion = isLast && operation.op === "add";
  const index = parseIndex(target, token, isInsertion);
  if (index === undefined) {
    const range = `an index from 0 to ${target.length - (isInsertion ? 0 : 1)}${isInsertion ? ' or "-"' : ""}`;
    const expected = target.length === 0 && !isInsertion ? "the array is empty" : `expected ${range}`;
    throw refuse(`${formatPatchLocation(operation, depth + 1)} is not an item of the array: ${expected}`);
  }
  if (!isLast) return target.with(index, applyAt(target[index] as Json, { ...step, depth: depth + 1 }));
  if (operation.op === "add") return target.toSpliced(index, 0, operation.value);
  return operation.op === "remove" ? target.toSpliced(index, 1) : target.with(index, operation.value);
}

/** RFC 6901, section 4: digits without leading zeros; `-` is the position after the last item and allows only `add`. */
function parseIndex(target: readonly Json[], token: string, isInsertion: boolean): number | undefined {
  if (token === "-") return isInsertion ? target.length : undefined;
  if (!/^(0|[1-9]\d*)$/.test(token)) return undefined;
  const index = Number(token);
  return index < target.length || (isInsertion && index === target.length) ? index : undefined;
}

function formatPatchLocation({ path }: PatchOperation, depth = path.length): string {
  return JSON.stringify(joinPointer("", ...path.slice(0, depth)).slice(0, 120));
}
