import { isObject, type Json, type JsonObject } from "../../document/index.js";
import { createErrorResponse, type ServiceResponse } from "../context/request-context.js";
import { formatTimestamp, parseTimestamp } from "../context/timestamps.js";
import { applyPatch, type PatchOperation } from "./apply-patch.js";
import { listOrderEvents } from "./order-events.js";
import { readPatch } from "./read-patch.js";
import type { OrderWriteResult } from "./record-rules.js";

export type UpdateOrderCommand = {
  readonly patch: Json | undefined;
  readonly now: number;
  /** What the contract has against an order, in words; undefined when it is valid. */
  readonly describeRefusedField: (order: JsonObject) => string | undefined;
};

/** An order grows no larger by updates than one that is recorded at once. */
export const MAX_ORDER_LENGTH = 1_048_576;

/**
 * What an order is after an update (seed, PATCH order): order-level amounts take every operation, `/items` and `/discounts`
 * are replaced. All operations apply or none does. `updatedAt` becomes the time of the write and never goes back; nothing
 * else of the order can be changed, its id, business and `createdAt` least of all.
 *
 * @returns a refusal when the patch is none, touches anything else, does not apply, or leaves no valid order
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
      `operation ${index}: updates are allowed to /amounts and what is in it, and "replace" of /items and /discounts`,
    );
  const patched = applyPatch(former, reading.operations);
  if (patched.kind === "refused") return createErrorResponse(400, "PATCH_FAILED", patched.reason);
  if (!isObject(patched.document)) return createErrorResponse(400, "PATCH_FAILED", "the patch leaves no order");
  const written = Math.max(now, parseTimestamp(String(former.updatedAt)) ?? now);
  const order = { ...patched.document, updatedAt: formatTimestamp(written) };
  const problem = describeRefusedField(order);
  if (problem !== undefined)
    return createErrorResponse(400, "INVALID_ORDER", `the patch leaves an order that is not valid: ${problem}`);
  if (JSON.stringify(order).length > MAX_ORDER_LENGTH)
    return createErrorResponse(
      400,
      "ORDER_TOO_LARGE",
      `the patch leaves an order of more than ${MAX_ORDER_LENGTH} characters`,
    );
  return { order, events: listOrderEvents(former, order) };
}

function isPatchAllowed({ op, path }: PatchOperation): boolean {
  if (path[0] === "amounts") return true;
  return op === "replace" && path.length === 1 && (path[0] === "items" || path[0] === "discounts");
}
