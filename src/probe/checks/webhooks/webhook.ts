import type { CheckFinding } from "../../../check/index.js";
import { type Document, isObject, type Json, type JsonObject, type Operation } from "../../../document/index.js";
import { splitWords } from "../../../resources/index.js";
import { isEqual, toPrintable, walkReachableSchemas } from "../../../schema/index.js";
import { UUID_PATTERN } from "../../deterministic-uuid.js";
import { readPathShape } from "../../graph/path-shape.js";
import type { ProbeExchange, Rule } from "../../session/probe-exchange.js";
import { createEventFinding, getEventId, getWrittenId, listStates, listTypes } from "./delivery.js";

/**
 * Checks that a registered webhook receives an event after writes. The spec may not say which write sends an event, so
 * only the absence of any event is reported. The webhook checks validate each delivery.
 */
export function checkWebhookDelivered(
  registration: ProbeExchange,
  ...after: readonly ProbeExchange[]
): CheckFinding | undefined {
  const deliveries = after.filter((it) => it.isDelivery);
  if (!registration.isAccepted || deliveries.length > 0) return undefined;
  const writes = after.filter((it) => it.isAccepted);
  if (writes.length === 0) return undefined;
  const names = [...new Set(writes.map(({ operation }) => operation.id))].join(", ");
  const message = `the webhook was registered, but no event arrived after ${names}`;
  return registration.failStatus("exchange.webhook.undelivered", message, "no event");
}

/**
 * Checks that each registered event arrives whose state a resource has had. Only events named like a state count, such as
 * `ORDER_COMPLETED`, and only if an event of the same resource arrived for another state.
 */
export const checkEventArrived: Rule<1, [RegisteredEvent, readonly ProbeExchange[], readonly ProbeExchange[]]> = (
  registration,
  { type, state, webhook },
  writes,
  deliveries,
) => {
  const types = new Set(
    deliveries.flatMap((it) => Object.values(it.payload).filter((value) => typeof value === "string")),
  );
  const isWritten = writes.some((it) => it.isAccepted && (listStates(it).includes(state) || isChange(it, type)));
  if (deliveries.length === 0 || types.has(type) || !isWritten) return undefined;
  const message = `no event ${toPrintable(type)} arrived, although a resource was ${toPrintable(state)} and other events arrived`;
  return registration.failStatus("exchange.webhook.undelivered", message, `no ${type}`, { contract: webhook.pointer });
};

/** Whether an event type such as `ORDER_UPDATED` names the change of a resource. */
function isChange({ operation: { method, path }, status }: ProbeExchange, type: string): boolean {
  const words = splitWords(type.toLowerCase());
  const isUpdate = ["updated", "changed", "modified"].includes(words.at(-1) ?? "");
  const isOwn = words.slice(0, -1).join(" ") === readPathShape(path).resource;
  return isUpdate && isOwn && (method === "PATCH" || (method === "PUT" && status === 200));
}

/** An event type of a registration, its webhook in the spec, and the state that its last word names. */
export type RegisteredEvent = { readonly type: string; readonly state: string; readonly webhook: Operation };

/** Lists the event types in the response to a registration that are constants of a webhook. */
export function listRegisteredEvents(
  { document, isAccepted, body }: ProbeExchange,
  webhooks: readonly Operation[],
): readonly RegisteredEvent[] {
  const types = Object.values(isAccepted && isObject(body) ? body : {}).flatMap((it) => (Array.isArray(it) ? it : []));
  return types.flatMap((type): RegisteredEvent[] => {
    const words = typeof type === "string" ? splitWords(type.toLowerCase()) : [];
    const webhook = webhooks.find((it) => listConstants(document, it).has(type));
    if (typeof type !== "string" || words.length < 2 || webhook === undefined) return [];
    return [{ type, state: words.at(-1) ?? "", webhook }];
  });
}

function listConstants(document: Document, { requestBody }: Operation): ReadonlySet<Json | undefined> {
  const schemas = (requestBody?.content ?? []).flatMap(({ schema }) => schema ?? []);
  return new Set([...walkReachableSchemas(document, schemas)].map(({ schema }) => schema.const));
}

/**
 * Checks that an event that the listener refused is sent again. The spec may not say when, so this is only a warning.
 *
 * @param refused The delivery that got status 503.
 */
export const checkEventRepeated: Rule<2, [readonly Operation[], readonly ProbeExchange[]]> = (
  registration,
  refused,
  events,
  deliveries,
) => {
  if (deliveries.some((it) => isSameEvent(it, refused))) return undefined;
  const payload = refused.payload;
  const id = getEventId(payload);
  const isSameBut = (it: ProbeExchange): boolean => {
    const other = it.payload;
    const names = Object.keys(payload).filter((name) => String(payload[name]) !== id);
    return names.length > 1 && names.every((name) => isEqual(payload[name], other[name]));
  };
  const renamed = deliveries.find(isSameBut);
  const webhook = findWebhook(payload, registration.document, events);
  const what = renamed === undefined ? "was not sent again" : "was sent again with another id";
  const message = `the listener refused an event with ${refused.status}, and the event ${what}`;
  const place = { part: "response.status", contract: (webhook ?? registration.operation).pointer } as const;
  return renamed === undefined
    ? registration.fail("exchange.webhook.unrepeated", message, "not repeated", place)
    : registration.fail("exchange.webhook.differs", message, "repeated with another id", place);
};

/** The webhook whose constants an event has, such as its type. */
function findWebhook(payload: JsonObject, document: Document, events: readonly Operation[]): Operation | undefined {
  const texts = Object.values(payload).filter((it) => typeof it === "string");
  return events.find((it) => {
    const constants = listConstants(document, it);
    return texts.some((text) => constants.has(text));
  });
}

/** Whether two deliveries are about one event: they have the same id or, without one, the same payload. */
export function isSameEvent(one: ProbeExchange, other: ProbeExchange): boolean {
  const [a, b] = [one.payload, other.payload];
  const id = getEventId(a);
  return id === undefined ? isEqual(a, b) : id === getEventId(b);
}

/**
 * Checks a link of an event that leads to its resource.
 *
 * @param target The exchange of the link; undefined if no operation of the spec has its path.
 */
export const checkEventLink: Rule<1, [EventLink, ProbeExchange | undefined]> = (delivery, link, target) => {
  const { resourceId } = delivery.payload;
  const isOther = typeof resourceId === "string" && UUID_PATTERN.test(resourceId) && !link.url.includes(resourceId);
  const wrong =
    target === undefined
      ? "leads to no operation of the spec"
      : target.isGone
        ? `leads to nothing: the response is ${target.status}`
        : isOther
          ? "does not contain its resourceId"
          : undefined;
  if (wrong === undefined) return undefined;
  const message = `the link to the resource of the event ${wrong}`;
  return createEventFinding(delivery, message, "link", link.at);
};

/** A link in the payload of an event, with the location of its URL. */
export type EventLink = { readonly url: string; readonly at: string };

/** Lists the links of an event to its resource: with the relation `resource` or `self`, and the method GET if any. */
export function listEventLinks(delivery: ProbeExchange): readonly EventLink[] {
  const { links } = delivery.payload;
  if (!Array.isArray(links)) return [];
  return links.flatMap((link, index) => {
    if (!isObject(link) || typeof link.href !== "string") return [];
    const isResource = link.rel === "resource" || link.rel === "self";
    return isResource && (link.method ?? "GET") === "GET" ? [{ url: link.href, at: `/links/${index}/href` }] : [];
  });
}

/** Checks that a delivery has a method of the webhooks in the spec. */
export const checkDeliveryMethod: Rule<1, [readonly Operation[]]> = (delivery, events) => {
  const { method } = delivery.exchange.request;
  const documented = [...new Set(events.map((it) => it.method))];
  if (documented.length === 0 || documented.includes(method)) return undefined;
  const contract = (findWebhook(delivery.payload, delivery.document, events) ?? delivery.operation).pointer;
  const message = `the event was sent with ${toPrintable(method)}; expected ${documented.join(" or ")}`;
  return delivery.fail("exchange.webhook.differs", message, "method", { part: "request.method", contract });
};

/** Checks that an event is sent to the registered URL, with its query. */
export const checkDeliveredUrl: Rule<1, [string]> = (delivery, registered) => {
  const { url } = delivery.exchange.request;
  if (!URL.canParse(url)) return undefined;
  const [own, expected] = [url, registered].map((it) => new URL(it)).map(({ pathname, search }) => pathname + search);
  if (own === expected) return undefined;
  const message = `the event was sent to ${toPrintable(own ?? "")}; expected ${toPrintable(expected ?? "")}, the registered URL with its query`;
  return delivery.fail("exchange.webhook.differs", message, "delivery URL", { part: "request.url" });
};

type DeliveryFinding = { readonly delivery: ProbeExchange; readonly finding: CheckFinding };

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
    const payload = delivery.payload;
    const id = getEventId(payload);
    if (id === undefined) continue;
    const key = JSON.stringify(dropTimes(payload, id));
    groups.set(key, (groups.get(key) ?? new Map()).set(id, delivery));
  }
  return [...groups.values()].flatMap((group): DeliveryFinding[] => {
    const [first] = group.values();
    const last = [...group.values()].at(-1);
    if (first === undefined || last === undefined || group.size < 2) return [];
    const payload = first.payload;
    const own = writes.filter((it) => it.isAccepted && isAbout(payload, it));
    if (own.length === 0 || group.size <= own.length) return [];
    const [[, type] = ["", "the same"]] = listTypes(payload);
    const names = [...new Set(own.map(({ operation }) => operation.id))].join(", ");
    const message = `${group.size} events ${toPrintable(type)} with different ids were sent for ${own.length} accepted ${names} of one resource; expected one event for each change`;
    return [{ delivery: last, finding: createEventFinding(last, message, "sent twice") }];
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
export const checkRefusedSilent: Rule<2> = (delivery, refused) => {
  const { status } = refused;
  const id = getWrittenId(refused);
  if (status < 400 || id === undefined || !Object.values(delivery.payload).includes(id)) return undefined;
  const message = `the event is about a resource whose only ${refused.operation.id} was rejected with ${status}; expected events of accepted writes only`;
  return createEventFinding(delivery, message, "rejected write");
};

type Hook = { readonly registration: ProbeExchange; readonly deliveries: readonly ProbeExchange[] };

/** Checks that a later registration gets the events that it has registered, if an earlier one for the same types gets them. */
export function checkLaterServed(later: Hook, first: readonly ProbeExchange[]): CheckFinding | undefined {
  const lists = Object.values(later.registration.payload).filter((it) => Array.isArray(it));
  const types = new Set(first.flatMap((it) => Object.values(it.payload)));
  // Without a list of types, both registrations are for the same events.
  const isExpected = lists.length === 0 ? first.length > 0 : lists.flat().some((type) => types.has(type));
  if (!later.registration.isAccepted || !isExpected || later.deliveries.length > 0) return undefined;
  const message = `no event arrived at the URL of a later registration, but the first one gets those that it registers; expected deliveries to every registered URL`;
  return later.registration.failStatus("exchange.webhook.undelivered", message, "later registration");
}
