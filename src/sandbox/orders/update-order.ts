import { isObject, type Json, type JsonObject } from "../../document/index.js";
import { describeViolation, reduceToClosestBranch, type Schemas } from "../../schema/index.js";
import { formatTimestamp, parseTimestamp } from "../context/domain-clock.js";
import { createErrorResponse, type OperationHandler, type ServiceResponse } from "../context/request-context.js";
import { allocateSequence, findCurrentOrder, listOrderEvents, saveOrder } from "./order-versions.js";
import type { OrderWriteResult } from "./record-order.js";

/** PATCH /businesses/{businessId}/orders/{orderId}: applies a JSON Patch document and returns the order. */
export const updateOrder: OperationHandler = async (call, queries, app) => {
  const { body, now } = call;
  const businessId = String(call.parameters.businessId);
  const orderId = String(call.parameters.orderId);
  const sequence = await allocateSequence(queries, businessId, 1);
  const former = sequence === undefined ? undefined : await findCurrentOrder(queries, businessId, orderId);
  if (sequence === undefined || former === undefined)
    return createErrorResponse(404, "UNKNOWN_ORDER", "the business has no order with this id");
  const result = buildUpdatedOrder(former.order, {
    patch: body,
    now,
    describeRefusedField: (order) => describeRefusedField(app.schemas, order),
  });
  if ("status" in result) return result;
  const { order, events } = result;
  return saveOrder(queries, app, {
    ...{ businessId, orderId, former, order, events, sequence, now },
    transactions: undefined,
  });
};

const ORDER_SCHEMA = "/components/schemas/Order";

/** Describes the first violation of the spec by an order, without its values. */
function describeRefusedField(schemas: Schemas, order: JsonObject): string | undefined {
  const [violation] = reduceToClosestBranch(schemas, "response", schemas.validate(ORDER_SCHEMA, "response", order));
  return violation && `at ${violation.instance || "its root"}: expected ${describeViolation(violation).expected}`;
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
 * @returns an error response when the patch is invalid, is not allowed, cannot be applied, or results in an invalid
 * order
 */
export function buildUpdatedOrder(
  former: JsonObject,
  { patch, now, describeRefusedField }: UpdateOrderCommand,
): OrderWriteResult | ServiceResponse {
  const reading = readPatch(patch ?? null);
  if (reading.kind === "refused") return createErrorResponse(400, "INVALID_PATCH", reading.reason);
  const index = reading.operations.findIndex((operation) => !isPatchAllowed(operation));
  if (index !== -1)
    return createErrorResponse(
      400,
      "PATCH_NOT_ALLOWED",
      `operation ${index}: only /amounts and its members can be changed, and /items and /discounts with "replace"`,
    );
  const patched = applyPatch(former, reading.operations);
  if (patched.kind === "refused") return createErrorResponse(400, "PATCH_FAILED", patched.reason);
  const written = Math.max(now, parseTimestamp(String(former.updatedAt)) ?? now);
  // No allowed operation replaces the whole order.
  const order = { ...(patched.document as JsonObject), updatedAt: formatTimestamp(written) };
  const violation = describeRefusedField(order);
  if (violation !== undefined)
    return createErrorResponse(400, "INVALID_ORDER", `the patched order is invalid: ${violation}`);
  if (JSON.stringify(order).length > MAX_ORDER_LENGTH)
    return createErrorResponse(
      400,
      "ORDER_TOO_LARGE",
      `the patched order is longer than ${MAX_ORDER_LENGTH} characters`,
    );
  return { order, events: listOrderEvents(former, order) };
}

function isPatchAllowed({ op, path }: PatchOperation): boolean {
  if (path[0] === "amounts") return true;
  return op === "replace" && path.length === 1 && (path[0] === "items" || path[0] === "discounts");
}

type PatchReading =
  | { readonly kind: "operations"; readonly operations: readonly PatchOperation[] }
  | { readonly kind: "refused"; readonly reason: string };

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

/** A JSON Patch operation; only those that the service supports (seed, convention 3). */
export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: readonly string[]; readonly value: Json }
  | { readonly op: "remove"; readonly path: readonly string[] };

type PatchResult =
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
