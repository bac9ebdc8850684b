import type { AppContext } from "../context/app-context.js";
import { deriveUuid } from "../context/derived-ids.js";
import type { OperationHandler, RequestContext, ServiceResponse } from "../context/request-context.js";
import { formatTimestamp } from "../context/timestamps.js";
import { checkDeliveryUrl } from "../delivery-urls/check-delivery-url.js";
import type { DeliveryProfile } from "../delivery-urls/delivery-profile.js";
import type { Queries } from "../store/database.js";
import { takeNumber } from "../store/take-number.js";
import { readRegistration } from "./hook-rules.js";

/** Replaces the secret in responses. Its length is constant, so it does not reveal that of the secret. */
const SECRET_MASK = "********";

/** POST /hooks: returns 201 with the active registration and its secret masked. */
export function createHookHandler(profile: DeliveryProfile): OperationHandler {
  return { kind: "write", handle: (call, queries, app) => registerHook(call, queries, { app, profile }) };
}

type HookContext = { readonly app: AppContext; readonly profile: DeliveryProfile };

async function registerHook(
  call: RequestContext,
  queries: Queries,
  { app, profile }: HookContext,
): Promise<ServiceResponse> {
  const registration = readRegistration(call.body, call.caller, (url) => checkDeliveryUrl(url, profile));
  if ("status" in registration) return registration;
  const { applicationId, businessId, deliveryUrl, secret, eventTypes } = registration;
  // The request id cannot be the source: it may be reused after a day.
  const id = deriveUuid(app.seed, "hook", String(await takeNumber(queries, "hooks")));
  await queries.run(
    `INSERT INTO hooks (id, application_id, business_id, delivery_url, secret, event_types, active, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $7)`,
    [id, applicationId, businessId, deliveryUrl, secret, JSON.stringify(eventTypes), call.now],
  );
  const createdAt = formatTimestamp(call.now);
  return {
    status: 201,
    body: {
      id,
      applicationId,
      businessId,
      deliveryUrl,
      secret: SECRET_MASK,
      eventTypes,
      active: true,
      createdAt,
      updatedAt: createdAt,
    },
  };
}
