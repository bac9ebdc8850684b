import { isObject, type Json, lastToken, type Operation, valueAt } from "../../../document/index.js";
import { findIdempotencyKey, getRegistrationFacts, splitWords } from "../../../resources/index.js";
import { toPrintable } from "../../../schema/index.js";
import type { RequestLocation } from "../../cases/request-location.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { checkDeliveredEvent } from "../../checks/webhooks/delivery.js";
import {
  checkDeliveredUrl,
  checkEventArrived,
  checkLaterServed,
  checkRefusedSilent,
  checkSentOnce,
  checkWebhookDelivered,
  listRegisteredEvents,
  type RegisteredEvent,
} from "../../checks/webhooks/webhook.js";
import { readPathShape } from "../../graph/path-shape.js";
import { type CaseEdit, type CaseRequest, isSafeMethod, putBody } from "../../requests/probe-case.js";
import { putIntoBody } from "../../round-trip/telling-values.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { getItemIdentity, type ProbeExchange, whenAccepted } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import {
  createOpenRequest,
  findAccepted,
  planScenarios,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";
import {
  buildRegistration,
  collectDeliveries,
  type DeliveryContext,
  type HookRegistration,
  selectFirstType,
  type WebhookRun,
  type WebhookScenarioContext,
  waitForDelivery,
} from "./registration.js";

/** Creates scenarios that register a webhook at a local listener, write something, and check the delivered events. */
export function createWebhookScenarios(context: WebhookScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "delivered", ({ operation, request: base }) => {
    const places = getRegistrationFacts(context.document, operation);
    if (places === undefined || base.body === undefined || !("value" in base.body)) return undefined;
    return (run) => runWebhookScenario(run, { operation, base, places });
  });
}

async function runWebhookScenario(run: WebhookRun, hook: HookRegistration): Promise<void> {
  const { operation, base, places } = hook;
  const { sendChecked } = run;
  const secret = `Key+Az/${run.createId("secret")}-${run.nonce}=`;
  const otherSecret = `Other${secret}`;
  const listener = await run.listen(secret, statesRepetition(run) ? 1 : 0);
  const other = await run.listen(otherSecret, 0);
  try {
    const registration = await sendChecked({
      operation,
      request: buildRegistration(base, places, { url: listener.url, secret }),
    });
    if (!registration.isAccepted) return;
    // A later registration must not end the deliveries of the first one.
    const events = listRegisteredEvents(registration, run.events);
    const register = async (url: string): Promise<ProbeExchange> => {
      const request = buildRegistration(base, places, { url, secret: otherSecret });
      const single = selectFirstType(request, events);
      return sendChecked({ operation, request: run.isValid(operation, single) ? single : request });
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
    reportDeliveries(received, { events, refused }, run);
    await reportLater(run, received, { registration: later, listener: { ...other, url: otherUrl } });
  } finally {
    await Promise.all([listener.close(), other.close()]);
  }
}

type Received = Pick<DeliveryContext, "registration" | "writes"> & { readonly deliveries: readonly ProbeExchange[] };

type Expected = {
  readonly events: readonly RegisteredEvent[];
  readonly refused: readonly ProbeExchange[];
};

function reportDeliveries(
  { registration, writes, deliveries }: Received,
  { events, refused }: Expected,
  { report }: TaskSession,
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
  { registration, listener }: Pick<DeliveryContext, "registration" | "listener">,
): Promise<void> {
  if (!registration.isAccepted) return;
  if (deliveries.length > 0) await waitForDelivery({ listener, pause });
  const own = listener.getDeliveries().map((exchange) => recordDelivery(registration.operation, exchange));
  for (const it of own)
    report(it, checkDeliveredEvent(it, registration, ...writes) ?? checkDeliveredUrl(it, listener.url));
  report(registration, checkLaterServed({ registration, deliveries: own }, deliveries));
}

/** Registers a URL that is not one of HTTP, to which nothing can be delivered. */
async function registerUnreachable(run: WebhookRun, { operation, base, places }: HookRegistration): Promise<void> {
  for (const url of ["ftp://127.0.0.1/events", "file:///etc/hostname"]) {
    const request = buildRegistration(base, places, { url, secret: "Key+Az/unreachable" });
    const edit = { part: "body", at: places.url, what: `${lastToken(places.url)}: ${url}` } as const;
    const open = createOpenRequest({ operation, request }, edit);
    if (run.isValid(operation, request)) await run.sendChecked(open, checkUnreachableRegistered);
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
    const accepted = findAccepted(run, operation)?.request;
    if (accepted?.body === undefined || !("value" in accepted.body)) continue;
    const name = `silent ${operation.id}`;
    const request = buildNewResource(operation, accepted, run, name);
    if (request === accepted) continue;
    if (findIdempotencyKey(run.document, operation) !== undefined) {
      const twice = { operation, request, requestId: `${run.nonce}-${name}` };
      created.push(await run.sendChecked(twice));
      await run.sendChecked(twice);
    }
    const wrong = putBody(buildNewResource(operation, accepted, run, `refused ${operation.id}`), []);
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
  const accepted = findAccepted(run, operation)?.request;
  if (!isPut || accepted === undefined) return [];
  const states = listStates(run, operation, buildNewResource(operation, accepted, run, `states ${operation.id}`));
  const writes: ProbeExchange[] = [];
  for (const { location, value } of states) {
    const name = `state ${operation.id} ${String(value)}`;
    const created = buildNewResource(operation, location.put(value), run, name);
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
