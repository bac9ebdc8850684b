import type { CheckFinding } from "../../../checks/index.js";
import { type Document, isObject, type Json, type JsonObject, type Operation } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable, walkReachableSchemas } from "../../../schema/index.js";
import { UUID_PATTERN } from "../../deterministic-uuid.js";
import { splitWords } from "../../graph/name-words.js";
import { readPathShape } from "../../graph/path-shape.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { readView } from "../rule.js";
import { getEventId, listStates, readPayload } from "./delivery.js";

/**
 * Checks that a registered webhook receives an event after writes. The spec may not say which write sends an event, so
 * only the absence of any event is reported. The webhook checks validate each delivery.
 */
export function checkWebhookDelivered(
  registration: ProbeExchange,
  ...after: readonly ProbeExchange[]
): CheckFinding | undefined {
  const deliveries = after.filter(({ exchange }) => exchange.webhook !== undefined);
  if (!isAccepted(registration) || deliveries.length > 0) return undefined;
  const writes = after.filter(isAccepted);
  if (writes.length === 0) return undefined;
  const names = [...new Set(writes.map(({ operation }) => operation.id))].join(", ");
  const message = `the webhook was registered, but no event arrived after ${names}`;
  return readView(registration).fail("exchange.webhook.undelivered", message, "no event", { part: "response.status" });
}

/**
 * Checks that each registered event arrives whose state a resource has had. Only events named like a state count, such as
 * `ORDER_COMPLETED`, and only if an event of the same resource arrived for another state.
 */
export function checkEventArrived(
  registration: ProbeExchange,
  { type, state, webhook }: RegisteredEvent,
  writes: readonly ProbeExchange[],
  deliveries: readonly ProbeExchange[],
): CheckFinding | undefined {
  const types = new Set(
    deliveries.flatMap((it) => Object.values(readPayload(it)).filter((value) => typeof value === "string")),
  );
  const isWritten = writes.some((it) => isAccepted(it) && (listStates(it).includes(state) || isChange(it, type)));
  if (deliveries.length === 0 || types.has(type) || !isWritten) return undefined;
  const message = `no event ${toPrintable(type)} arrived, although a resource was ${toPrintable(state)} and other events arrived`;
  const place = { part: "response.status", contract: webhook.pointer } as const;
  return readView(registration).fail("exchange.webhook.undelivered", message, `no ${type}`, place);
}

/** Whether an event type such as `ORDER_UPDATED` names the change of a resource. */
function isChange({ operation, exchange }: ProbeExchange, type: string): boolean {
  const words = splitWords(type.toLowerCase());
  const isUpdate = ["updated", "changed", "modified"].includes(words.at(-1) ?? "");
  const isOwn = words.slice(0, -1).join(" ") === readPathShape(operation.path).resource;
  return (
    isUpdate &&
    isOwn &&
    (operation.method === "PATCH" || (operation.method === "PUT" && exchange.response.status === 200))
  );
}

/** An event type of a registration, its webhook in the spec, and the state that its last word names. */
export type RegisteredEvent = { readonly type: string; readonly state: string; readonly webhook: Operation };

/** Lists the event types in the response to a registration that are constants of a webhook. */
export function listRegisteredEvents(
  registration: ProbeExchange,
  webhooks: readonly Operation[],
): readonly RegisteredEvent[] {
  const body = readResponseJson(registration) as Json | undefined;
  const types = Object.values(isAccepted(registration) && isObject(body) ? body : {}).flatMap((it) =>
    Array.isArray(it) ? it : [],
  );
  return types.flatMap((type): RegisteredEvent[] => {
    const words = typeof type === "string" ? splitWords(type.toLowerCase()) : [];
    const webhook = webhooks.find((it) => listConstants(registration.document, it).has(type));
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
export function checkEventRepeated(
  registration: ProbeExchange,
  refused: ProbeExchange,
  events: readonly Operation[],
  deliveries: readonly ProbeExchange[],
): CheckFinding | undefined {
  if (deliveries.some((it) => isSameEvent(it, refused))) return undefined;
  const payload = readPayload(refused);
  const id = getEventId(payload);
  const isSameBut = (it: ProbeExchange): boolean => {
    const other = readPayload(it);
    const names = Object.keys(payload).filter((name) => String(payload[name]) !== id);
    return names.length > 1 && names.every((name) => isSameJson(payload[name], other[name]));
  };
  const renamed = deliveries.find(isSameBut);
  const webhook = findWebhook(payload, registration.document, events);
  const what = renamed === undefined ? "was not sent again" : "was sent again with another id";
  const message = `the listener refused an event with ${refused.exchange.response.status}, and the event ${what}`;
  return readView(registration).fail(
    renamed === undefined ? "exchange.webhook.unrepeated" : "exchange.webhook.differs",
    message,
    renamed === undefined ? "not repeated" : "repeated with another id",
    { part: "response.status", contract: (webhook ?? registration.operation).pointer },
  );
}

/** The webhook whose constants an event has, such as its type. */
export function findWebhook(
  payload: JsonObject,
  document: Document,
  events: readonly Operation[],
): Operation | undefined {
  const texts = Object.values(payload).filter((it) => typeof it === "string");
  return events.find((it) => {
    const constants = listConstants(document, it);
    return texts.some((text) => constants.has(text));
  });
}

/** Whether two deliveries are about one event: they have the same id or, without one, the same payload. */
export function isSameEvent(one: ProbeExchange, other: ProbeExchange): boolean {
  const [a, b] = [readPayload(one), readPayload(other)];
  const id = getEventId(a);
  return id === undefined ? isSameJson(a, b) : id === getEventId(b);
}

/**
 * Checks a link of an event that leads to its resource.
 *
 * @param target The exchange of the link; undefined if no operation of the spec has its path.
 */
export function checkEventLink(
  delivery: ProbeExchange,
  link: EventLink,
  target: ProbeExchange | undefined,
): CheckFinding | undefined {
  const status = target?.exchange.response.status ?? 0;
  const { resourceId } = readPayload(delivery);
  const isOther = typeof resourceId === "string" && UUID_PATTERN.test(resourceId) && !link.url.includes(resourceId);
  const wrong =
    target === undefined
      ? "leads to no operation of the spec"
      : status === 404 || status === 410
        ? `leads to nothing: the response is ${status}`
        : isOther
          ? "does not contain its resourceId"
          : undefined;
  if (wrong === undefined) return undefined;
  const message = `the link to the resource of the event ${wrong}`;
  const place = { part: "request.body", at: link.at, property: link.at.replaceAll(/\/\d+/g, "/*") } as const;
  return readView(delivery).fail("exchange.webhook.differs", message, "link", place);
}

/** A link in the payload of an event, with the location of its URL. */
export type EventLink = { readonly url: string; readonly at: string };

/** Lists the links of an event to its resource: with the relation `resource` or `self`, and the method GET if any. */
export function listEventLinks(delivery: ProbeExchange): readonly EventLink[] {
  const { links } = readPayload(delivery);
  if (!Array.isArray(links)) return [];
  return links.flatMap((link, index) => {
    if (!isObject(link) || typeof link.href !== "string") return [];
    const isResource = link.rel === "resource" || link.rel === "self";
    return isResource && (link.method ?? "GET") === "GET" ? [{ url: link.href, at: `/links/${index}/href` }] : [];
  });
}
