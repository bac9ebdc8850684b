import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, type JsonObject } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { isAccepted, type ProbeExchange, parseJsonBody } from "../../session/probe-exchange.js";
import { defineRule, readView } from "../rule.js";
import { getEventId, getWrittenId, readPayload } from "./delivery.js";

export type DeliveryFinding = { readonly delivery: ProbeExchange; readonly finding: CheckFinding };

/**
 * Checks that one change sends one event. Events of one resource that differ in their ids and times alone are not more than its writes.
 *
 * @param writes All writes since the registration, but no repetitions with the same idempotency key.
 */
export function checkSentOnce(
  deliveries: readonly ProbeExchange[],
  writes: readonly ProbeExchange[],
): readonly DeliveryFinding[] {
  const groups = new Map<string, Map<string, ProbeExchange>>();
  for (const delivery of deliveries) {
    const payload = readPayload(delivery);
    const id = getEventId(payload);
    if (id === undefined) continue;
    const key = JSON.stringify(dropTimes(payload, id));
    groups.set(key, (groups.get(key) ?? new Map()).set(id, delivery));
  }
  return [...groups.values()].flatMap((group): DeliveryFinding[] => {
    const [first] = group.values();
    const last = [...group.values()].at(-1);
    if (first === undefined || last === undefined || group.size < 2) return [];
    const payload = readPayload(first);
    const own = writes.filter((it) => isAccepted(it) && isAbout(payload, it));
    if (own.length === 0 || group.size <= own.length) return [];
    const type = Object.entries(payload).find(([name]) => /type$|^event$/i.test(name))?.[1] ?? "the same";
    const names = [...new Set(own.map(({ operation }) => operation.id))].join(", ");
    const finding = readView(last).fail(
      "exchange.webhook.differs",
      `${group.size} events ${toPrintable(String(type))} with different ids were sent for ${own.length} accepted ${names} of one resource; expected one event for each change`,
      "sent twice",
      { part: "request.body" },
    );
    return [{ delivery: last, finding }];
  });
}

/** What two events about the same change have in common. */
function dropTimes(payload: JsonObject, id: string): JsonObject {
  const entries = Object.entries(payload).filter(
    ([, value]) => String(value) !== id && !(typeof value === "string" && TIME.test(value)),
  );
  return Object.fromEntries(entries);
}

const TIME = /^\d{4}-\d\d-\d\dT/;

/** Whether an event is about the resource of a write, or about one that contains it. */
function isAbout(payload: JsonObject, write: ProbeExchange): boolean {
  const ids = [getWrittenId(write), Object.values(write.request.path).at(-1)];
  return Object.values(payload).some((value) => ids.includes(value as never));
}

/** Checks that no event is about the resource of a rejected write. */
export const checkRefusedSilent = defineRule<2>((delivery, refused) => {
  const { status } = refused;
  if (status < 400 || !hasId(delivery, refused)) return undefined;
  const message = `the event is about a resource whose only ${refused.operation.id} was rejected with ${status}; expected events of accepted writes only`;
  return delivery.fail("exchange.webhook.differs", message, "rejected write", { part: "request.body" });
});

type Hook = { readonly registration: ProbeExchange; readonly deliveries: readonly ProbeExchange[] };

/** Checks that a later registration gets the events that it has registered, if an earlier one for the same types gets them. */
export function checkLaterServed(later: Hook, first: readonly ProbeExchange[]): CheckFinding | undefined {
  const body = parseJsonBody(later.registration.exchange.request) as Json | undefined;
  const lists = Object.values(isObject(body) ? body : {}).filter((it) => Array.isArray(it));
  const types = new Set(first.flatMap((it) => Object.values(readPayload(it))));
  // Without a list of types, both registrations are for the same events.
  const isExpected = lists.length === 0 ? first.length > 0 : lists.flat().some((type) => types.has(type));
  if (!isAccepted(later.registration) || !isExpected || later.deliveries.length > 0) return undefined;
  const message = `no event arrived at the URL of a later registration, but the first one gets those that it registers; expected deliveries to every registered URL`;
  const place = { part: "response.status" } as const;
  return readView(later.registration).fail("exchange.webhook.undelivered", message, "later registration", place);
}

export type ParentEvents = {
  /** The path parameter of the parent, which the registration has too. */
  readonly name: string;
  /** A new resource below the parent of the first registration, and one below that of the other one. */
  readonly own: ProbeExchange;
  readonly other: ProbeExchange;
};

/** Checks that the registration for another parent, such as another business, gets the events of its own parent. */
export function checkParentServed(
  registration: ProbeExchange,
  { name, own, other }: ParentEvents,
  [first, second]: readonly [readonly ProbeExchange[], readonly ProbeExchange[]],
): CheckFinding | undefined {
  if (!isAccepted(own) || !isAccepted(other)) return undefined;
  const isSent = first.some((it) => hasId(it, own));
  if (!isSent || second.some((it) => hasId(it, other))) return undefined;
  const message = `no event arrived for ${other.operation.id} below the ${toPrintable(name)} of this registration, but the registration of another ${toPrintable(name)} gets its events`;
  const place = { part: "response.status" } as const;
  return readView(registration).fail("exchange.webhook.undelivered", message, `other ${name}`, place);
}

/** Checks that an event is about something below the parent of its registration. `foreign` is below another parent. */
export function checkParentOf(delivery: ProbeExchange, foreign: ProbeExchange, name: string): CheckFinding | undefined {
  if (!isAccepted(foreign) || !hasId(delivery, foreign)) return undefined;
  const message = `the event is about a resource below another ${toPrintable(name)} than that of its registration; expected events of the registered ${toPrintable(name)} only`;
  return readView(delivery).fail("exchange.webhook.differs", message, `foreign ${name}`, { part: "request.body" });
}

function hasId(delivery: ProbeExchange, write: ProbeExchange): boolean {
  const id = getWrittenId(write);
  return id !== undefined && Object.values(readPayload(delivery)).includes(id);
}
