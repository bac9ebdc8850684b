import type { Answer, Call, Handler } from "../call.js";
import type { DeliveryProfile } from "../deliveries/addresses.js";
import { checkDeliveryUrl } from "../deliveries/delivery-url.js";
import { derivedUuid } from "../ids.js";
import type { Queries } from "../store/database.js";
import { timestamp } from "../timestamps.js";
import type { World } from "../world.js";
import { readRegistration } from "./hook-rules.js";

/** What stands in every answer in place of a secret; it tells nothing, not even how long the secret is. */
const MASK = "********";

/** POST /hooks: 201 with the registration, active, its secret masked. */
export function createHookIn(profile: DeliveryProfile): Handler {
  return { kind: "write", answer: (call, queries, world) => register(call, queries, { world, profile }) };
}

type Place = { readonly world: World; readonly profile: DeliveryProfile };

async function register(call: Call, queries: Queries, { world, profile }: Place): Promise<Answer> {
  const registration = readRegistration(call.body, call.caller, (url) => checkDeliveryUrl(url, profile));
  if ("status" in registration) return registration;
  const { applicationId, businessId, deliveryUrl, secret, eventTypes } = registration;
  const id = derivedUuid(world.seed, "hook", String(await nextNumber(queries)));
  await queries.run(
    `INSERT INTO hooks (id, application_id, business_id, delivery_url, secret, event_types, active, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $7)`,
    [id, applicationId, businessId, deliveryUrl, secret, JSON.stringify(eventTypes), call.now],
  );
  const createdAt = timestamp(call.now);
  return {
    status: 201,
    body: {
      id,
      applicationId,
      businessId,
      deliveryUrl,
      secret: MASK,
      eventTypes,
      active: true,
      createdAt,
      updatedAt: createdAt,
    },
  };
}

/** The first registration has the number 1. Counted, and not taken from the request id, which may come again after a day. */
async function nextNumber(queries: Queries): Promise<number> {
  const row = await queries.first(
    "INSERT INTO counters (name, value) VALUES ('hooks', 1) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value",
  );
  return Number(row?.value);
}
