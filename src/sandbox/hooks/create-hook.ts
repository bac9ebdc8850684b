import { asArray, asString, isObject, type Json } from "../../document/index.js";
import { takeUuid } from "../context/derived-ids.js";
import { formatTimestamp } from "../context/domain-clock.js";
import { type Caller, type OperationHandler, Refusal } from "../context/request-context.js";
import { insertHooks, type NewHook } from "../deliveries/hook-health.js";
import { checkDeliveryUrl } from "../delivery-urls/delivery-profile.js";

/** Replaces the secret in responses. Its length is constant, so it does not reveal that of the secret. */
const SECRET_MASK = "********";

/** POST /hooks: returns 201 with the active registration and its secret masked. */
export const createHook: OperationHandler = async (call, queries, app) => {
  const checkUrl = (url: string): string | undefined => checkDeliveryUrl(url, app.deliveryProfile);
  const registration = readRegistration(call.body, call.caller, checkUrl);
  // The request id cannot be the source: it may be reused after a day.
  const id = await takeUuid(queries, app, "hooks", "hook");
  await insertHooks(queries, [{ id, ...registration }], call.now);
  const createdAt = formatTimestamp(call.now);
  const body = { id, ...registration, secret: SECRET_MASK, active: true, createdAt, updatedAt: createdAt };
  return { status: 201, body };
};

const FIELDS = ["applicationId", "businessId", "deliveryUrl", "secret", "eventTypes"];

const EVENT_TYPES = ["ORDER_OPENED", "ORDER_COMPLETED", "ORDER_CANCELLED", "ORDER_UPDATED"];

const MAX_SECRET_LENGTH = 256;

/**
 * Reads and validates a registration (seed, POST hooks). All five fields are required. The application must be the
 * caller's, the token must give access to the business, and the event types must exist. Ignores other members, such as
 * `active` and `id`, which clients cannot set.
 *
 * @param checkUrl returns why a URL is not allowed, or undefined
 * @throws Refusal whose message never contains the secret
 */
export function readRegistration(
  body: Json | undefined,
  caller: Caller,
  checkUrl: (url: string) => string | undefined,
): Omit<NewHook, "id" | "active"> & { readonly eventTypes: readonly string[] } {
  if (!isObject(body)) throw new Refusal(400, "INVALID_HOOK", "the body must be an object");
  const missing = FIELDS.filter((name) => body[name] === undefined);
  if (missing.length > 0) throw new Refusal(400, "MISSING_FIELD", `required fields are missing: ${missing.join(", ")}`);
  const applicationId = asString(body.applicationId) ?? "";
  const businessId = asString(body.businessId) ?? "";
  if (applicationId.toLowerCase() !== caller.applicationId.toLowerCase())
    throw new Refusal(403, "FOREIGN_APPLICATION", "the access token belongs to another application than applicationId");
  const own = caller.businessIds.find((id) => id.toLowerCase() === businessId.toLowerCase());
  if (own === undefined)
    throw new Refusal(403, "FOREIGN_BUSINESS", "the access token gives no access to this business");
  const deliveryUrl = asString(body.deliveryUrl) ?? "";
  const secret = asString(body.secret) ?? "";
  const eventTypes = asArray(body.eventTypes).map(String);
  const reason = checkSecret(secret) ?? checkEventTypes(eventTypes);
  if (reason !== undefined) throw new Refusal(400, "INVALID_HOOK", reason);
  const urlReason = checkUrl(deliveryUrl);
  if (urlReason !== undefined)
    throw new Refusal(400, "INVALID_DELIVERY_URL", `deliveryUrl is not allowed: ${urlReason}`);
  return { applicationId: caller.applicationId, businessId: own, deliveryUrl, secret, eventTypes };
}

/** Accepts ASCII only: every program encodes it as the same bytes, so signatures cannot depend on the encoding. */
function checkSecret(secret: string): string | undefined {
  return secret.length >= 1 && secret.length <= MAX_SECRET_LENGTH && /^[\x20-\x7e]+$/.test(secret)
    ? undefined
    : `secret is invalid: expected 1 to ${MAX_SECRET_LENGTH} printable ASCII characters`;
}

function checkEventTypes(eventTypes: readonly string[]): string | undefined {
  if (eventTypes.length === 0) return `eventTypes is empty; expected some of ${EVENT_TYPES.join(", ")}`;
  if (eventTypes.length > EVENT_TYPES.length) return `eventTypes has more than ${EVENT_TYPES.length} entries`;
  if (new Set(eventTypes).size < eventTypes.length) return "eventTypes contains duplicates";
  return eventTypes.every((type) => EVENT_TYPES.includes(type))
    ? undefined
    : `eventTypes contains an unknown type; expected ${EVENT_TYPES.join(", ")}`;
}
