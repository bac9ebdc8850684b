import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type JsonObject, type Operation } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { splitWords } from "../../graph/name-words.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { defineRule, readView } from "../rule.js";
import { getWrittenId, readPayload } from "./delivery.js";
import { type EventLink, findWebhook, type RegisteredEvent } from "./webhook.js";

/** Checks that a delivery has a method of the webhooks in the spec. */
export function checkDeliveryMethod(delivery: ProbeExchange, events: readonly Operation[]): CheckFinding | undefined {
  const { method } = delivery.exchange.request;
  const documented = [...new Set(events.map((it) => it.method))];
  if (documented.length === 0 || documented.includes(method)) return undefined;
  const contract = (findWebhook(readPayload(delivery), delivery.document, events) ?? delivery.operation).pointer;
  const message = `the event was sent with ${toPrintable(method)}; expected ${documented.join(" or ")}`;
  return readView(delivery).fail("exchange.webhook.differs", message, "method", { part: "request.method", contract });
}

/** Names and addresses that only the network of the service knows. */
const INTERNAL_HOST =
  /^[\w-]+$|\.(internal|local|localdomain|lan|corp|intranet|home|svc)$|^(10|127)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^\[(::1|f[cd].*)\]$/i;

const LOOPBACK = /^localhost$|^127\.|^\[::1\]$/i;

/** Checks that a link to the resource of an event does not lead to an internal host, unless that is the probed one. */
export function checkLinkHost(
  delivery: ProbeExchange,
  { url, at }: EventLink,
  servers: readonly (string | undefined)[],
): CheckFinding | undefined {
  const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: "" };
  const known = servers.flatMap((it) => (it === undefined ? [] : [new URL(it).hostname]));
  const isSameMachine = LOOPBACK.test(hostname) && known.some((it) => LOOPBACK.test(it));
  if (hostname === "" || known.includes(hostname) || isSameMachine || !INTERNAL_HOST.test(hostname)) return undefined;
  const message = `the link to the resource of the event leads to the internal host ${toPrintable(hostname)}`;
  const place = { part: "request.body", at, property: at.replaceAll(/\/\d+/g, "/*") } as const;
  return readView(delivery).fail("exchange.webhook.differs", message, "link host", place);
}

/** Clocks of a service and of its machine differ, and an event may be older than its registration by a little. */
const MAX_AGE_MS = 60_000;

/** Checks that the time of an event is not before its registration, such as the time at which its resource was created. */
export const checkEventTime = defineRule<2>((delivery, registration) => {
  const payload = readPayload(delivery);
  // The payload may be the resource itself, whose times are its own.
  const isEvent = Object.keys(payload).some((name) => /type$|^event$/i.test(name));
  const [name = "", time] = findTime(payload) ?? [];
  const body = registration.body;
  const [, registeredAt] = (isObject(body) ? findTime(body) : undefined) ?? [];
  const date = registration.header("date");
  const since = [registeredAt, date].map((it) => Date.parse(it ?? "")).filter((it) => !Number.isNaN(it));
  const isEarlier = since.length > 0 && Date.parse(time ?? "") < Math.min(...since) - MAX_AGE_MS;
  if (!isEvent || time === undefined || !isEarlier) return undefined;
  const at = `/${name}`;
  const message = `${name} of the event is ${toPrintable(time)}, which is before its registration; expected the time at which the event was created`;
  return delivery.fail("exchange.webhook.differs", message, "event time", { part: "request.body", at, property: at });
});

function findTime(value: JsonObject): readonly [string, string] | undefined {
  const [name, time] = Object.entries(value).find(([it]) => /^(created|occurred|time)/i.test(it)) ?? [];
  return name !== undefined && typeof time === "string" ? [name, time] : undefined;
}

/** Checks that an event is sent to the registered URL, with its query. */
export function checkDeliveredUrl(delivery: ProbeExchange, registered: string): CheckFinding | undefined {
  const { url } = delivery.exchange.request;
  if (!URL.canParse(url)) return undefined;
  const [own, expected] = [url, registered].map((it) => new URL(it)).map(({ pathname, search }) => pathname + search);
  if (own === expected) return undefined;
  const message = `the event was sent to ${toPrintable(own ?? "")}; expected ${toPrintable(expected ?? "")}, the registered URL with its query`;
  return readView(delivery).fail("exchange.webhook.differs", message, "delivery URL", { part: "request.url" });
}

/**
 * Checks that a PATCH sends the event of a change, such as `ORDER_UPDATED`, if other changes send it.
 *
 * @param created A resource that was created for this PATCH, and that nothing else has changed.
 */
export function checkPatchSent(
  { type, webhook }: RegisteredEvent,
  [created, patched]: readonly [ProbeExchange, ProbeExchange],
  deliveries: readonly ProbeExchange[],
): CheckFinding | undefined {
  const id = getWrittenId(created);
  const isUpdate = ["updated", "changed", "modified"].includes(splitWords(type.toLowerCase()).at(-1) ?? "");
  const sent = deliveries.map(readPayload).filter((it) => Object.values(it).includes(type));
  const isSent = id === undefined || sent.some((it) => Object.values(it).includes(id));
  if (!isUpdate || !isAccepted(created) || !isAccepted(patched) || sent.length === 0 || isSent) return undefined;
  const message = `no event ${toPrintable(type)} arrived after ${patched.operation.id}, but it arrives after other changes`;
  return readView(patched).fail("exchange.webhook.undelivered", message, `${patched.operation.id} without ${type}`, {
    part: "response.status",
    contract: webhook.pointer,
  });
}
