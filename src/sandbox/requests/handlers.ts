import { isObject, type Json } from "../../document/index.js";
import { getSubscription, listPlans, listSubscriptions } from "../billing/index.js";
import type { OperationHandler } from "../context/request-context.js";
import { createErrorResponse, type RequestContext, type ServiceResponse } from "../context/request-context.js";
import type { DeliveryProfile } from "../delivery-urls/delivery-profile.js";
import { createHookHandler } from "../hooks/create-hook.js";
import {
  getOrder,
  listOrderHistories,
  listOrderShipments,
  listOrders,
  recordOrder,
  updateOrder,
} from "../orders/index.js";
import { createToken } from "../tokens/index.js";
import { listTransactions } from "../transactions/list-transactions.js";

/** The handlers of all operations, keyed by operationId. */
export function createHandlers(profile: DeliveryProfile): Readonly<Record<string, OperationHandler>> {
  const handlers = {
    createToken,
    listOrders,
    getOrder,
    listOrderShipments,
    listOrderHistories,
    recordOrder,
    updateOrder,
    listTransactions,
    listSubscriptions,
    getSubscription,
    listPlans,
    createHook: createHookHandler(profile),
  };
  return Object.fromEntries(Object.entries(handlers).map(([id, handler]) => [id, wrapRejectingUnstorable(handler)]));
}

/** Rejects requests with values that a database cannot store. */
function wrapRejectingUnstorable({ kind, handle }: OperationHandler): OperationHandler {
  return { kind, handle: async (call, queries, app) => rejectUnstorable(call) ?? handle(call, queries, app) };
}

/**
 * Rejects values that not every database can store or not every JSON parser reads the same way (RFC 7493, section 2):
 * NUL characters, lone surrogates, integers beyond 2^53-1.
 */
export function rejectUnstorable({ parameters, body }: RequestContext): ServiceResponse | undefined {
  const reason = checkJson(parameters) ?? (body === undefined ? undefined : checkJson(body));
  return reason === undefined ? undefined : createErrorResponse(400, "UNSTORABLE_VALUE", reason);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function checkJson(value: Json): string | undefined {
  if (typeof value === "string") return checkText(value);
  if (typeof value === "number") return checkNumber(value);
  // A parameter that a double cannot represent exactly is an object (schema/values/exact-number.ts).
  if (value instanceof Number) return checkNumber(Number.NaN);
  if (Array.isArray(value)) return checkEach(value);
  return isObject(value) ? (checkEach(Object.values(value)) ?? checkEach(Object.keys(value))) : undefined;
}

function checkEach(values: readonly Json[]): string | undefined {
  for (const value of values) {
    const reason = checkJson(value);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function checkText(text: string): string | undefined {
  if (text.includes("\0")) return "a string contains the character NUL";
  return LONE_SURROGATE.test(text) ? "a string contains a lone surrogate" : undefined;
}

function checkNumber(number: number): string | undefined {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
    ? undefined
    : "a number cannot be represented exactly; expected integers from -(2^53-1) to 2^53-1";
}
