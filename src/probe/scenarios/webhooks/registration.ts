import { isObject, type Json, type Operation } from "../../../document/index.js";
import type { Exchange } from "../../../recording/index.js";
import type { RegistrationFacts } from "../../../resources/index.js";
import { checkDeliveredEvent } from "../../checks/webhooks/delivery.js";
import {
  checkDeliveryMethod,
  checkEventLink,
  checkEventRepeated,
  type EventLink,
  isSameEvent,
  listEventLinks,
  type RegisteredEvent,
} from "../../checks/webhooks/webhook.js";
import { createTemplateMatcher, readPathShape } from "../../graph/path-shape.js";
import { type CaseRequest, updateBody } from "../../requests/probe-case.js";
import { putIntoBody } from "../../round-trip/telling-values.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { listReadOperations, type ScenarioContext } from "../scenario-context.js";

export type HookRegistration = {
  readonly operation: Operation;
  readonly base: CaseRequest;
  readonly places: RegistrationFacts;
};

type ListenerAddress = { readonly url: string; readonly secret: string };

export function buildRegistration(
  base: CaseRequest,
  { url, secret }: RegistrationFacts,
  listener: ListenerAddress,
): CaseRequest {
  const signed = secret === undefined ? [] : [{ at: secret, value: listener.secret }];
  return putIntoBody(base, [{ at: url, value: listener.url }, ...signed]);
}

/** The same registration for the first event type alone. */
export function selectFirstType(request: CaseRequest, events: readonly RegisteredEvent[]): CaseRequest {
  const types = new Set<unknown>(events.map(({ type }) => type));
  const select = (it: Json): Json => (Array.isArray(it) && it.some((type) => types.has(type)) ? it.slice(0, 1) : it);
  return updateBody(request, (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, it]) => [name, select(it)])) : value,
  );
}

export type WebhookListener = {
  readonly url: string;
  /** Events received so far. An event with an invalid signature carries the reason. */
  readonly getDeliveries: () => readonly Exchange[];
  readonly close: () => Promise<void>;
};

/**
 * Opens a listener for events signed with a secret.
 *
 * @param refusals The number of events that it refuses with 503 at first.
 */
export type WebhookListenerFactory = (secret: string, refusals: number) => Promise<WebhookListener>;

export type WebhookRun = WebhookScenarioContext & TaskSession;

export type WebhookScenarioContext = ScenarioContext & {
  readonly listen: WebhookListenerFactory;
  readonly pause: (ms: number) => Promise<void>;
  readonly events: readonly Operation[];
  readonly getBaseUrl: (operation: Operation) => string | undefined;
};

const MAX_WAIT_MS = 5000;
/** A service may wait longer before it repeats a refused event. */
const MAX_REPEAT_WAIT_MS = 10_000;
const POLL_INTERVAL_MS = 50;
/** Several writes may cause several events. */
const GRACE_PERIOD_MS = 300;
/** Each link costs a request. */
const MAX_LINKS = 4;

type DeliveryRun = DeliveryContext & TaskSession;

export type DeliveryContext = WebhookScenarioContext & {
  readonly listener: WebhookListener;
  readonly registration: ProbeExchange;
  readonly writes: readonly ProbeExchange[];
};

/** Waits for the events of the writes, and checks each against the writes, the registration and the earlier events. */
export async function collectDeliveries(run: DeliveryRun): Promise<readonly ProbeExchange[]> {
  const { registration, writes } = run;
  await waitForEvents(run);
  const received = readDeliveries(run);
  const refused = received.filter(isRefused);
  const deliveries: ProbeExchange[] = [];
  // A refused event counts only when it is repeated.
  for (const { exchange } of received.filter((it) => !isRefused(it))) {
    const delivery = run.recordDelivery(registration.operation, exchange);
    run.report(delivery, checkDeliveredEvent(delivery, registration, ...writes, ...refused, ...deliveries));
    run.report(delivery, checkDeliveryMethod(delivery, run.events));
    deliveries.push(delivery);
  }
  for (const it of refused) run.report(registration, checkEventRepeated(registration, it, run.events, deliveries));
  await followLinks(run, deliveries);
  return deliveries;
}

function readDeliveries({ listener, registration }: Pick<DeliveryContext, "listener" | "registration">) {
  return listener.getDeliveries().map((exchange) => registration.with({ exchange }));
}

function isRefused({ exchange }: ProbeExchange): boolean {
  return exchange.response.status >= 500;
}

/** Requests the links of events to their resources. */
async function followLinks(run: DeliveryRun, deliveries: readonly ProbeExchange[]): Promise<void> {
  const followed = new Set<string>();
  for (const delivery of deliveries)
    for (const link of listEventLinks(delivery)) {
      if (followed.has(link.url) || followed.size >= MAX_LINKS) continue;
      followed.add(link.url);
      await followLink(run, delivery, link);
    }
}

/** Requests a link. One to another server may be right, but it gets no credentials. */
async function followLink(run: DeliveryRun, delivery: ProbeExchange, link: EventLink): Promise<void> {
  const { sendChecked, report } = run;
  const reads = listReadOperations(run);
  const local = reads.filter((it) => isBelow(link.url, run.getBaseUrl(it)));
  if (local.length === 0) return;
  const read = local.find(({ path }) =>
    createTemplateMatcher([path])(link.url).some(({ key }) => key === readPathShape(path).key),
  );
  if (read === undefined) {
    report(delivery, checkEventLink(delivery, link, undefined));
    return;
  }
  const seed = run.seeds.get(read);
  if (seed === undefined) return;
  const target = await sendChecked({ operation: read, request: seed.request, url: link.url });
  report(delivery, checkEventLink(delivery, link, target));
}

function isBelow(url: string, base: string | undefined): boolean {
  return base !== undefined && URL.canParse(url) && new URL(url).origin === new URL(base).origin;
}

/** Waits until an event came, until a refused one is repeated, and until no further one comes. */
async function waitForEvents({ listener, registration, pause }: DeliveryContext): Promise<void> {
  const isRepeated = () => {
    const received = readDeliveries({ listener, registration });
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
