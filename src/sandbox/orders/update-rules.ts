import type { Json, JsonObject } from "../../document/index.js";
import { createErrorResponse, type ServiceResponse } from "../context/request-context.js";
import { formatTimestamp, parseTimestamp } from "../context/timestamps.js";
import { applyPatch, type PatchOperation } from "./apply-patch.js";
import { listOrderEvents } from "./order-events.js";
import { readPatch } from "./read-patch.js";
import type { OrderWriteResult } from "./record-rules.js";

export type UpdateOrderCommand = {
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
