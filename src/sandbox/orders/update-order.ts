import type { JsonObject } from "../../document/index.js";
import { isObject, type Json } from "../../document/index.js";
import { describeViolation, reduceToClosestBranch, type Schemas } from "../../schema/index.js";
import type { AppContext } from "../context/app-context.js";
import {
  createErrorResponse,
  type OperationHandler,
  type RequestContext,
  type ServiceResponse,
} from "../context/request-context.js";
import { formatTimestamp, parseTimestamp } from "../context/timestamps.js";
import type { Queries } from "../store/database.js";
import { createAheadWarning } from "./ahead-warning.js";
import { applyPatch, type PatchOperation } from "./apply-patch.js";
import { listOrderEvents } from "./order-events.js";
import { allocateSequence, findCurrentOrder, writeOrder } from "./order-versions.js";
import { publishEvents } from "./publish-events.js";
import type { OrderWriteResult } from "./record-rules.js";

/** PATCH /businesses/{businessId}/orders/{orderId}: applies a JSON Patch document and returns the order. */
export const updateOrder: OperationHandler = {
  kind: "write",
  handle: (call, queries, app) => handleUpdate(call, queries, app),
};

async function handleUpdate(call: RequestContext, queries: Queries, app: AppContext): Promise<ServiceResponse> {
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
  await writeOrder(queries, { businessId, orderId, former, order, sequence, transactions: undefined, now });
  await publishEvents(queries, app, { businessId, order, events, sequence, now });
  return { status: 200, body: order, ...createAheadWarning(order, now) };
}

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
