import type { Operation } from "../../../document/index.js";
import { checkDeliveredEvent } from "../../checks/webhooks/delivery.js";
import { checkDeliveryMethod, checkEventTime, checkLinkHost } from "../../checks/webhooks/delivery-form.js";
import {
  checkEventLink,
  checkEventRepeated,
  type EventLink,
  isSameEvent,
  listEventLinks,
} from "../../checks/webhooks/webhook.js";
import { createTemplateMatcher, readPathShape } from "../../graph/path-shape.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { listReadOperations } from "../scenario-context.js";
import type { WebhookListener, WebhookScenarioContext } from "./webhook-listener.js";

const MAX_WAIT_MS = 5000;
/** A service may wait longer before it repeats a refused event. */
const MAX_REPEAT_WAIT_MS = 10_000;
const POLL_INTERVAL_MS = 50;
/** Several writes may cause several events. */
const GRACE_PERIOD_MS = 300;
/** Each link costs a request. */
const MAX_LINKS = 4;

export type DeliveryContext = WebhookScenarioContext & {
  readonly listener: WebhookListener;
  readonly registration: ProbeExchange;
  readonly writes: readonly ProbeExchange[];
};

/** Waits for the events of the writes, and checks each against the writes, the registration and the earlier events. */
export async function collectDeliveries(
  context: DeliveryContext,
  session: TaskSession,
): Promise<readonly ProbeExchange[]> {
  const { listener, registration, writes } = context;
  await waitForEvents(context);
  const received = listener.getDeliveries().map((exchange) => ({ ...registration, exchange }));
  const refused = received.filter(isRefused);
  const deliveries: ProbeExchange[] = [];
  // A refused event counts only when it is repeated.
  for (const { exchange } of received.filter((it) => !isRefused(it))) {
    const delivery = session.recordDelivery(registration.operation, exchange);
    session.report(delivery, checkDeliveredEvent(delivery, registration, ...writes, ...refused, ...deliveries));
    session.report(delivery, checkDeliveryMethod(delivery, context.events) ?? checkEventTime(delivery, registration));
    deliveries.push(delivery);
  }
  for (const it of refused)
    session.report(registration, checkEventRepeated(registration, it, context.events, deliveries));
  await followLinks(context, deliveries, session);
  return deliveries;
}

function isRefused({ exchange }: ProbeExchange): boolean {
  return exchange.response.status >= 500;
}

/** Requests the links of events to their resources. */
async function followLinks(
  context: DeliveryContext,
  deliveries: readonly ProbeExchange[],
  session: TaskSession,
): Promise<void> {
  const followed = new Set<string>();
  for (const delivery of deliveries)
    for (const link of listEventLinks(delivery)) {
      if (followed.has(link.url) || followed.size >= MAX_LINKS) continue;
      followed.add(link.url);
      await followLink(context, { delivery, link }, session);
    }
}

type DeliveredLink = { readonly delivery: ProbeExchange; readonly link: EventLink };

/** Requests a link. One to another server may be right, but it gets no credentials. */
async function followLink(
  context: DeliveryContext,
  { delivery, link }: DeliveredLink,
  { sendChecked, report }: TaskSession,
): Promise<void> {
  const reads = listReadOperations(context);
  const local = reads.filter((it) => isBelow(link.url, context.getBaseUrl(it)));
  if (local.length === 0) {
    const servers = [context.registration.operation, ...reads].map(context.getBaseUrl);
    report(delivery, checkLinkHost(delivery, link, servers));
    return;
  }
  const read = local.find((it) => hasPath(it, link.url));
  if (read === undefined) {
    report(delivery, checkEventLink(delivery, link, undefined));
    return;
  }
  const seed = context.seeds.get(read);
  if (seed === undefined) return;
  const target = await sendChecked({ operation: read, request: seed.request, url: link.url });
  report(delivery, checkEventLink(delivery, link, target));
}

function isBelow(url: string, base: string | undefined): boolean {
  return base !== undefined && URL.canParse(url) && new URL(url).origin === new URL(base).origin;
}

function hasPath({ path }: Operation, url: string): boolean {
  return createTemplateMatcher([path])(url).some(({ key }) => key === readPathShape(path).key);
}

/** Waits until an event came, until a refused one is repeated, and until no further one comes. */
async function waitForEvents({ listener, registration, pause }: DeliveryContext): Promise<void> {
  const isRepeated = () => {
    const received = listener.getDeliveries().map((exchange) => ({ ...registration, exchange }));
    const refused = received.filter(isRefused);
    return refused.every((it) => received.some((other) => !isRefused(other) && isSameEvent(it, other)));
  };
  await waitForDelivery({ listener, pause });
  for (let seen = -1, waited = 0; waited < MAX_WAIT_MS && seen !== listener.getDeliveries().length; ) {
    seen = listener.getDeliveries().length;
    await pause(GRACE_PERIOD_MS);
    waited += GRACE_PERIOD_MS;
  }
  await wait(pause, MAX_REPEAT_WAIT_MS, isRepeated);
}

/** Waits until a listener got its first event. */
export function waitForDelivery({ listener, pause }: Pick<DeliveryContext, "listener" | "pause">): Promise<void> {
  return wait(pause, MAX_WAIT_MS, () => listener.getDeliveries().length > 0);
}

async function wait(pause: DeliveryContext["pause"], maxMs: number, isOver: () => boolean): Promise<void> {
  for (let waited = 0; waited < maxMs && !isOver(); waited += POLL_INTERVAL_MS) await pause(POLL_INTERVAL_MS);
}
