import type { CheckFinding } from "../../../checks/index.js";
import type { Operation } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";
import { readPayload } from "./delivery.js";
import { type EventLink, findWebhook } from "./webhook.js";

/** Checks that a delivery has a method of the webhooks in the spec. */
export function checkDeliveryMethod(delivery: ProbeExchange, events: readonly Operation[]): CheckFinding | undefined {
  const { method } = delivery.exchange.request;
  const documented = [...new Set(events.map((it) => it.method))];
  if (documented.length === 0 || documented.includes(method)) return undefined;
  const contract = (findWebhook(readPayload(delivery), delivery.document, events) ?? delivery.operation).pointer;
  return createProbeFinding(delivery, {
    ...{ code: "exchange.webhook.differs", part: "request.method", contract, valueClass: "method" },
    message: `the event was sent with ${toPrintable(method)}; expected ${documented.join(" or ")}`,
  });
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
  return createProbeFinding(delivery, {
    ...{ code: "exchange.webhook.differs", part: "request.body", at, property: at.replaceAll(/\/\d+/g, "/*") },
    message: `the link to the resource of the event leads to the internal host ${toPrintable(hostname)}`,
    valueClass: "link host",
  });
}
