import { sign } from "../../webhooks/index.js";
import {
  applyFaultRules,
  type DeliveryFaultAction,
  type DeliveryFaultRule,
  isFaultMatch,
  type StoredFaultRule,
} from "../requests/faults.js";
import type { Database } from "../store/database.js";
import type { LeasedDelivery } from "./lease-deliveries.js";

/** The rule that applies to an attempt. Its delivery is not postponed twice by one rule. */
export async function findDeliveryFault(
  database: Database,
  rules: readonly StoredFaultRule[],
  delivery: LeasedDelivery,
  seed: string,
): Promise<DeliveryFaultRule | undefined> {
  const matching = rules.filter(
    (rule): rule is DeliveryFaultRule => "on" in rule && isFaultMatch(rule.match, delivery),
  );
  if (matching.length === 0) return undefined;
  const postponedBy = delivery.attempt === 1 ? undefined : await readPostponement(database, delivery);
  const open = matching.filter((rule) => formatPostponement(rule) !== postponedBy);
  return applyFaultRules(database, open, delivery, seed);
}

/** The reason of an attempt that a rule postponed. */
export function formatPostponement({ id, do: { delay } }: DeliveryFaultRule): string {
  const how = delay === undefined ? "held until another delivery of the hook has been sent" : `delayed by ${delay} ms`;
  return `fault rule ${id}: ${how}`;
}

async function readPostponement(database: Database, { id, attempt }: LeasedDelivery): Promise<unknown> {
  const sql = "SELECT reason FROM attempts WHERE delivery_id = $1 AND attempt = $2";
  return (await database.first(sql, [id, attempt - 1]))?.reason;
}

/** What is sent instead of the delivery. Without `signature`, no header is sent. */
export type AlteredDelivery = { readonly payload: Uint8Array; readonly signature: string | undefined };

/** Alters the body or the signature as a rule says; undefined when the rule alters neither. */
export async function applyAlteration(
  database: Database,
  delivery: LeasedDelivery,
  { signature, truncate }: DeliveryFaultAction,
): Promise<AlteredDelivery | undefined> {
  const { payload, secret } = delivery;
  if (truncate !== undefined) return { payload: payload.subarray(0, truncate), signature: await sign(payload, secret) };
  if (signature === "missing") return { payload, signature: undefined };
  if (signature === "wrong") return { payload, signature: await sign(payload, `another ${secret}`) };
  if (signature === "old")
    return { payload, signature: await sign(await readOtherPayload(database, delivery), secret) };
  return undefined;
}

/** The payload of the latest other delivery of the hook; that of an empty object if there is none. */
async function readOtherPayload(database: Database, { id, hookId }: LeasedDelivery): Promise<Uint8Array> {
  const sql = "SELECT payload FROM deliveries WHERE hook_id = $1 AND id <> $2 ORDER BY created_at DESC, id LIMIT 1";
  const payload = (await database.first(sql, [hookId, id]))?.payload;
  return payload instanceof Uint8Array ? payload : Buffer.from("{}");
}
