import { sign } from "../../webhooks/index.js";
import { applyFirstRule, type FaultFrequency, type StoredFaultRule } from "../requests/faults.js";
import type { Database } from "../store/database.js";
import type { LeasedDelivery } from "./lease-deliveries.js";

/** A rule that makes deliveries go wrong on purpose. It is stored with the rules for requests. */
export type DeliveryFaultRule = {
  readonly id: string;
  readonly on: "deliveries";
  readonly match: DeliveryFaultMatch;
  readonly do: DeliveryFaultAction;
};

/** Conditions that are absent match every attempt to send a delivery. */
export type DeliveryFaultMatch = FaultFrequency & {
  readonly eventType?: string;
  readonly hookId?: string;
  readonly businessId?: string;
  readonly orderId?: string;
  /** The number of the attempt, from 1. */
  readonly attempt?: number;
};

/** Exactly one of these. */
export type DeliveryFaultAction = {
  /** Sends nothing; the attempt fails. */
  readonly drop?: true;
  /** Sends the delivery and ignores the response; the attempt fails, so that the delivery is sent again. */
  readonly dropResponse?: true;
  /** Sends the delivery this many more times. */
  readonly duplicate?: number;
  /** Sends the delivery this many milliseconds of domain time later. */
  readonly delay?: number;
  /** Sends the delivery after the next one of its hook, or after a minute of domain time if none follows. */
  readonly reorder?: true;
  /** Sends only this many bytes of the body, with the signature of the whole body. */
  readonly truncate?: number;
  /** `wrong`: made with another secret. `old`: that of another delivery. `missing`: no signature. */
  readonly signature?: "wrong" | "old" | "missing";
};

/** The rule that applies to an attempt. Its delivery is not postponed twice by one rule. */
export async function findDeliveryFault(
  database: Database,
  rules: readonly StoredFaultRule[],
  delivery: LeasedDelivery,
  seed: string,
): Promise<DeliveryFaultRule | undefined> {
  const matching = rules.filter(
    (rule): rule is DeliveryFaultRule => "on" in rule && isMatch(rule as DeliveryFaultRule, delivery),
  );
  if (matching.length === 0) return undefined;
  const postponedBy = delivery.attempt === 1 ? undefined : await readPostponement(database, delivery);
  const open = matching.filter((rule) => formatPostponement(rule) !== postponedBy);
  return (await applyFirstRule(database, open, seed))?.rule;
}

function isMatch({ match }: DeliveryFaultRule, delivery: LeasedDelivery): boolean {
  const names = ["eventType", "hookId", "businessId", "orderId", "attempt"] as const;
  return names.every((name) => match[name] === undefined || match[name] === delivery[name]);
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
