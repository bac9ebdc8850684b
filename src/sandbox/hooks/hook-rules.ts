import { asArray, asString, isObject, type Json } from "../../document/index.js";
import { type Caller, createErrorResponse, type ServiceResponse } from "../context/request-context.js";

/** A registration that was accepted. */
export type AcceptedRegistration = {
  readonly applicationId: string;
  readonly businessId: string;
  readonly deliveryUrl: string;
  readonly secret: string;
  readonly eventTypes: readonly string[];
};

const FIELDS = ["applicationId", "businessId", "deliveryUrl", "secret", "eventTypes"];

const EVENT_TYPES = ["ORDER_OPENED", "ORDER_COMPLETED", "ORDER_CANCELLED", "ORDER_UPDATED"];

const MAX_SECRET_LENGTH = 256;

/**
 * What a registration asks for (seed, POST hooks): all five fields, for the caller's own application and a business that
 * the token opens, of event types that there are. Other members, `active` and `id` among them, are not the client's to say
 * and are left out.
 *
 * @param urlProblem why nothing may be delivered to a URL; undefined when something may
 * @returns a refusal that never holds the secret
 */
export function readRegistration(
  body: Json | undefined,
  caller: Caller,
  urlProblem: (url: string) => string | undefined,
): AcceptedRegistration | ServiceResponse {
  if (!isObject(body)) return createErrorResponse(400, "INVALID_HOOK", "the body is no object");
  const missing = FIELDS.filter((name) => body[name] === undefined);
  if (missing.length > 0)
    return createErrorResponse(400, "MISSING_FIELD", `a registration needs ${missing.join(", ")} too`);
  const applicationId = asString(body.applicationId) ?? "";
  const businessId = asString(body.businessId) ?? "";
  if (applicationId.toLowerCase() !== caller.applicationId.toLowerCase())
    return createErrorResponse(
      403,
      "FOREIGN_APPLICATION",
      "the access token is of another application than applicationId",
    );
  const own = caller.businessIds.find((id) => id.toLowerCase() === businessId.toLowerCase());
  if (own === undefined)
    return createErrorResponse(403, "FOREIGN_BUSINESS", "the access token does not open this business");
  const deliveryUrl = asString(body.deliveryUrl) ?? "";
  const secret = asString(body.secret) ?? "";
  const eventTypes = asArray(body.eventTypes).map(String);
  const reason = checkSecret(secret) ?? checkEventTypes(eventTypes);
  if (reason !== undefined) return createErrorResponse(400, "INVALID_HOOK", reason);
  const problem = urlProblem(deliveryUrl);
  if (problem !== undefined)
    return createErrorResponse(400, "INVALID_DELIVERY_URL", `deliveryUrl cannot be used: ${problem}`);
  return { applicationId: caller.applicationId, businessId: own, deliveryUrl, secret, eventTypes };
}

/** Characters that every program turns into the same bytes: what is signed with must not depend on the encoding. */
function checkSecret(secret: string): string | undefined {
  return secret.length >= 1 && secret.length <= MAX_SECRET_LENGTH && /^[\x20-\x7e]+$/.test(secret)
    ? undefined
    : `secret is not what is accepted: 1 to ${MAX_SECRET_LENGTH} printable characters of ASCII`;
}

function checkEventTypes(eventTypes: readonly string[]): string | undefined {
  if (eventTypes.length === 0) return `eventTypes is empty; name some of ${EVENT_TYPES.join(", ")}`;
  if (eventTypes.length > EVENT_TYPES.length) return `eventTypes has more entries than there are types of events`;
  if (new Set(eventTypes).size < eventTypes.length) return "eventTypes names a type twice";
  return eventTypes.every((type) => EVENT_TYPES.includes(type))
    ? undefined
    : `eventTypes names a type that is none of ${EVENT_TYPES.join(", ")}`;
}
