import { isObject, type Json, lastToken, type Operation, valueAt } from "../../../document/index.js";
import type { Exchange } from "../../../recording/index.js";
import {
  findIdempotencyKey,
  getRegistrationFacts,
  type RegistrationFacts,
  splitWords,
} from "../../../resources/index.js";
import { toPrintable } from "../../../schema/index.js";
import type { RequestLocation } from "../../cases/request-location.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { checkDeliveredEvent } from "../../checks/webhooks/delivery.js";
import {
  checkDeliveredUrl,
  checkDeliveryMethod,
  checkEventArrived,
  checkEventLink,
  checkEventRepeated,
  checkLaterServed,
  checkRefusedSilent,
  checkSentOnce,
  checkWebhookDelivered,
  type EventLink,
  isSameEvent,
  listEventLinks,
  listRegisteredEvents,
  type RegisteredEvent,
} from "../../checks/webhooks/webhook.js";
import { createTemplateMatcher, readPathShape } from "../../graph/path-shape.js";
import { type CaseEdit, type CaseRequest, isSafeMethod, putBody, updateBody } from "../../requests/probe-case.js";
import { putIntoBody } from "../../round-trip/telling-values.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { getItemIdentity, type ProbeExchange, whenAccepted } from "../../session/probe-exchange.js";
import type { PlainRequest, TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import {
  createOpenRequest,
  findAccepted,
  listReadOperations,
  planScenarios,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";

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

type WebhookRun = WebhookScenarioContext & TaskSession;

type WebhookScenarioContext = ScenarioContext & {
  readonly listen: WebhookListenerFactory;
  readonly pause: (ms: number) => Promise<void>;
  readonly events: readonly Operation[];
  readonly getBaseUrl: (operation: Operation) => string | undefined;
};

/** Creates scenarios that register a webhook at a local listener, write something, and check the delivered events. */
export function createWebhookScenarios(context: WebhookScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "delivered", ({ operation, request: base }) => {
    const places = getRegistrationFacts(context.document, operation);
    if (places === undefined || base.body === undefined || !("value" in base.body)) return undefined;
    return (run) => runWebhookScenario(run, { operation, base, places });
  });
}

async function runWebhookScenario(run: WebhookRun, hook: HookRegistration): Promise<void> {
  const { operation } = hook;
  const { sendChecked } = run;
  const secret = `Key+Az/${run.createId("secret")}-${run.nonce}=`;
  const otherSecret = `Other${secret}`;
  const listener = await run.listen(secret, statesRepetition(run) ? 1 : 0);
  const other = await run.listen(otherSecret, 0);
  try {
    const registration = await sendChecked(buildRegistration(hook, listener.url, secret));
    if (!registration.isAccepted) return;
    // A later registration must not end the deliveries of the first one.
    const events = listRegisteredEvents(registration, run.events);
    const register = async (url: string): Promise<ProbeExchange> => {
      const whole = buildRegistration(hook, url, otherSecret);
      const request = selectFirstType(whole.request, events);
      return sendChecked(run.isValid(operation, request) ? { operation, request } : whole);
    };
    const withQuery = `${other.url}?hook=2&name=a%20b`;
    const first = await register(withQuery);
    const later = first.isAccepted ? first : await register(other.url);
    const otherUrl = later === first ? withQuery : other.url;
    // The service keeps one registration, and has replaced the first one.
    const laterId = later.isAccepted ? getItemIdentity(later.body) : undefined;
    if (laterId !== undefined && laterId === getItemIdentity(registration.body)) return;
    await registerUnreachable(run, hook);
    const { created, refused } = await writeSilently(run);
    const others = await repeatWrites(run, operation);
    const writes = [...created, ...others];
    // Without a successful write, no event is expected.
    if (!writes.some((it) => it.isAccepted)) return;
    const deliveries = await collectDeliveries({ ...run, listener, registration, writes });
    const received = { registration, writes, deliveries };
    reportDeliveries(run, received, events, refused);
    await reportLater(run, received, { registration: later, listener: { ...other, url: otherUrl } });
  } finally {
    await Promise.all([listener.close(), other.close()]);
  }
}

type Received = Pick<DeliveryRun, "registration" | "writes"> & { readonly deliveries: readonly ProbeExchange[] };

/** @param refused Rejected writes, about which there must be no event. */
function reportDeliveries(
  { report }: TaskSession,
  { registration, writes, deliveries }: Received,
  events: readonly RegisteredEvent[],
  refused: readonly ProbeExchange[],
): void {
  report(registration, checkWebhookDelivered(registration, ...writes, ...deliveries));
  for (const event of events) report(registration, checkEventArrived(registration, event, writes, deliveries));
  for (const { delivery, finding } of checkSentOnce(deliveries, writes)) report(delivery, finding);
  for (const it of deliveries) for (const wrong of refused) report(it, checkRefusedSilent(it, wrong));
}

/** Checks what the listener of a later registration got: events of its own registration only, signed with its own secret. */
async function reportLater(
  { pause, recordDelivery, report }: WebhookRun,
  { writes, deliveries }: Received,
  { registration, listener }: Pick<DeliveryRun, "registration" | "listener">,
): Promise<void> {
  if (!registration.isAccepted) return;
  if (deliveries.length > 0) await waitForDelivery({ listener, pause });
  const own = listener.getDeliveries().map((exchange) => recordDelivery(registration.operation, exchange));
  for (const it of own)
    report(it, checkDeliveredEvent(it, registration, ...writes) ?? checkDeliveredUrl(it, listener.url));
  report(registration, checkLaterServed({ registration, deliveries: own }, deliveries));
}

/** Registers a URL that is not one of HTTP, to which nothing can be delivered. */
async function registerUnreachable(run: WebhookRun, hook: HookRegistration): Promise<void> {
  const at = hook.places.url;
  for (const url of ["ftp://127.0.0.1/events", "file:///etc/hostname"]) {
    const own = buildRegistration(hook, url, "Key+Az/unreachable");
    const open = createOpenRequest(own, { part: "body", at, what: `${lastToken(at)}: ${url}` });
    if (run.isValid(own.operation, own.request)) await run.sendChecked(open, checkUnreachableRegistered);
  }
}

/** Whether the spec says that an event is sent again if the listener does not acknowledge it (`x-acknowledge-within-ms`). */
function statesRepetition({ document, events }: WebhookScenarioContext): boolean {
  return events.some(({ pointer }) => {
    const event = valueAt(document.root, pointer);
    return isObject(event) && event["x-acknowledge-within-ms"] !== undefined;
  });
}

/** Repeats the accepted request of every other writing operation, and writes fresh resources in every state. */
async function repeatWrites(run: WebhookRun, excluded: Operation): Promise<readonly ProbeExchange[]> {
  const writes: ProbeExchange[] = [];
  for (const operation of run.operations) {
    const base = findAccepted(run, operation);
    if (base === undefined || operation === excluded || isSafeMethod(operation.method)) continue;
    writes.push(await run.sendChecked({ operation, request: base.request }), ...(await writeStates(run, operation)));
  }
  return writes;
}

/** Repeats creations with their idempotency keys, and sends bodies that are no objects: neither changes anything, so neither sends an event. */
async function writeSilently(run: WebhookRun) {
  const created: ProbeExchange[] = [];
  const refused: ProbeExchange[] = [];
  for (const operation of run.operations.filter(({ method }) => method === "PUT")) {
    const accepted = findAccepted(run, operation);
    if (accepted?.request.body === undefined || !("value" in accepted.request.body)) continue;
    const name = `silent ${operation.id}`;
    const request = buildNewResource(accepted, run, name);
    if (request === accepted.request) continue;
    if (findIdempotencyKey(run.document, operation) !== undefined) {
      const twice = { operation, request, requestId: `${run.nonce}-${name}` };
      created.push(await run.sendChecked(twice));
      await run.sendChecked(twice);
    }
    const wrong = putBody(buildNewResource(accepted, run, `refused ${operation.id}`), []);
    const edit: CaseEdit = { part: "body", at: "", contract: operation.pointer, what: "the body: a list" };
    if (run.isValid(operation, wrong)) continue;
    refused.push(await run.sendChecked({ operation, request: wrong, edit, expect: "refused" }));
  }
  return {
    created,
    /** Writes of other new resources whose bodies are no objects. */
    refused,
  };
}

/** Checks that a service rejects the registration of a URL to which it cannot send an HTTP request. */
export const checkUnreachableRegistered = whenAccepted((result) => {
  const message = `the response is ${result.status} for ${toPrintable(result.edit?.what ?? "")}, a URL to which no HTTP request can be sent; expected a 4xx`;
  return result.failStatus("exchange.webhook.undelivered", message, "scheme", { property: result.edit?.at ?? "" });
});

const MAX_STATES = 8;

/**
 * Writes a fresh resource in every state that the spec lists, and changes it to every other state once: a service
 * sends different events for different states.
 */
async function writeStates(run: ScenarioRun, operation: Operation): Promise<readonly ProbeExchange[]> {
  const isPut = operation.method === "PUT" && readPathShape(operation.path).isItem;
  const accepted = findAccepted(run, operation);
  if (!isPut || accepted === undefined) return [];
  const states = listStates(run, operation, buildNewResource(accepted, run, `states ${operation.id}`));
  const writes: ProbeExchange[] = [];
  for (const { location, value } of states) {
    const wanted = { operation, request: location.put(value) };
    const created = buildNewResource(wanted, run, `state ${operation.id} ${String(value)}`);
    const others = states
      .filter((it) => it.value !== value)
      .map((it) => putIntoBody(created, [{ at: it.location.at, value: it.value }]));
    for (const request of [created, ...others])
      if (run.isValid(operation, request)) writes.push(await run.sendChecked({ operation, request }));
  }
  return writes;
}

/** The listed values of the outermost property that names a state. */
function listStates(context: ScenarioContext, operation: Operation, base: CaseRequest) {
  const location = getRequestLocations(context, operation, base).find(
    ({ part, at, node }) =>
      part === "body" &&
      !/\/\d+(\/|$)/.test(at) &&
      ["status", "state", "phase"].includes(splitWords(at.slice(at.lastIndexOf("/") + 1)).at(-1) ?? "") &&
      listValues(node).length > 1,
  );
  return location === undefined
    ? []
    : listValues(location.node)
        .slice(0, MAX_STATES)
        .map((value) => ({ location, value }));
}

function listValues({ constraints: { enumValues, extensibleValues } }: RequestLocation["node"]): readonly Json[] {
  return enumValues ?? extensibleValues;
}

type HookRegistration = {
  readonly operation: Operation;
  readonly base: CaseRequest;
  readonly places: RegistrationFacts;
};

/** The registration of a URL for events that are signed with a secret. */
function buildRegistration({ operation, base, places }: HookRegistration, url: string, secret: string): PlainRequest {
  const signed = places.secret === undefined ? [] : [{ at: places.secret, value: secret }];
  return { operation, request: putIntoBody(base, [{ at: places.url, value: url }, ...signed]) };
}

/** The same registration for the first event type alone. */
function selectFirstType(request: CaseRequest, events: readonly RegisteredEvent[]): CaseRequest {
  const types = new Set<unknown>(events.map(({ type }) => type));
  const select = (it: Json): Json => (Array.isArray(it) && it.some((type) => types.has(type)) ? it.slice(0, 1) : it);
  return updateBody(request, (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, it]) => [name, select(it)])) : value,
  );
}

const MAX_WAIT_MS = 5000;
/** A service may wait longer before it repeats a refused event. */
const MAX_REPEAT_WAIT_MS = 10_000;
const POLL_INTERVAL_MS = 50;
/** Several writes may cause several events. */
const GRACE_PERIOD_MS = 300;
/** Each link costs a request. */
const MAX_LINKS = 4;

type DeliveryRun = WebhookRun & {
  readonly listener: WebhookListener;
  readonly registration: ProbeExchange;
  readonly writes: readonly ProbeExchange[];
};

/** Waits for the events of the writes, and checks each against the writes, the registration and the earlier events. */
async function collectDeliveries(run: DeliveryRun): Promise<readonly ProbeExchange[]> {
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

function readDeliveries({ listener, registration }: Pick<DeliveryRun, "listener" | "registration">) {
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
async function waitForEvents({ listener, registration, pause }: DeliveryRun): Promise<void> {
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
function waitForDelivery({ listener, pause }: Pick<DeliveryRun, "listener" | "pause">): Promise<void> {
  return wait(pause, MAX_WAIT_MS, () => listener.getDeliveries().length > 0);
}

async function wait(pause: DeliveryRun["pause"], maxMs: number, isOver: () => boolean): Promise<void> {
  for (let waited = 0; waited < maxMs && !isOver(); waited += POLL_INTERVAL_MS) await pause(POLL_INTERVAL_MS);
}
