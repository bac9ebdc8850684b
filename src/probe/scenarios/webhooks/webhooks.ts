import { isObject, joinPointer, lastToken, type Operation, valueAt } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { checkSecretPart } from "../../checks/http/http-rules.js";
import { checkServiceResponse } from "../../checks/response.js";
import { checkDeliveredEvent, createEventFinding, getWrittenId, listTypes } from "../../checks/webhooks/delivery.js";
import {
  checkDeliveredUrl,
  checkEventArrived,
  checkLaterServed,
  checkPatchSent,
  checkRefusedSilent,
  checkSentOnce,
  checkWebhookDelivered,
  listRegisteredEvents,
  type RegisteredEvent,
} from "../../checks/webhooks/webhook.js";
import { type CaseEdit, findIdempotencyHeader, isSafeMethod, putBody } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import {
  areAccepted,
  getItemIdentity,
  type ProbeExchange,
  parseJsonBody,
  type Rule,
  whenAccepted,
} from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { createScenario, findAccepted, putPath } from "../scenario-context.js";
import { type StateChange, writeFullAndLess, writeStateChanges, writeStates } from "../state-writes.js";
import {
  buildRegistration,
  collectDeliveries,
  createParentHook,
  type DeliveryContext,
  findRegistrationPointers,
  type HookRegistration,
  type ParentHook,
  reportParentHook,
  selectFirstType,
  type WebhookRun,
  type WebhookScenarioContext,
  waitForDelivery,
} from "./registration.js";

/** Creates scenarios that register a webhook at a local listener, write something, and check the delivered events. */
export function createWebhookScenarios(context: WebhookScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const places = findRegistrationPointers(context, operation);
    const base = findAccepted(context, operation)?.request;
    if (places === undefined || base?.body === undefined || !("value" in base.body)) return [];
    const hook: HookRegistration = { operation, base, places };
    return [createScenario(context, operation, "delivered", (run) => runWebhookScenario(run, hook))];
  });
}

async function runWebhookScenario(run: WebhookRun, hook: HookRegistration): Promise<void> {
  const { operation, base, places } = hook;
  const { sendChecked, report } = run;
  const secret = `Key+Az/${run.createId("secret")}-${run.nonce}=`;
  const otherSecret = `Other${secret}`;
  const listener = await run.listen(secret, statesRepetition(run) ? 1 : 0);
  const other = await run.listen(otherSecret, 0);
  let parentHook: ParentHook | undefined;
  try {
    const registration = await sendChecked({
      operation,
      request: buildRegistration(base, places, { url: listener.url, secret }),
    });
    if (!registration.isAccepted) return;
    // A later registration must not end the deliveries of the first one.
    const events = listRegisteredEvents(registration, run.events);
    report(registration, checkSecretPart(registration));
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
    const changes: StateChange[] = [];
    const states = events.map(({ state }) => state);
    for (const it of run.operations) changes.push(...(await writeStateChanges(run, it, states)));
    const apart = await writeFullAndLess(run, states);
    const patched = await patchNewResources(run);
    parentHook = await createParentHook(run, hook, registration);
    const { created, refused } = await writeSilently(run);
    const single = [...created, ...(parentHook === undefined ? [] : [parentHook.own])];
    const others = await repeatWrites(run, operation);
    const writes = [...changes.flat(), ...apart, ...patched.flat(), ...single, ...others];
    // Without a successful write, no event is expected.
    if (!writes.some((it) => it.isAccepted)) return;
    const deliveries = await collectDeliveries({ ...run, listener, registration, writes });
    const received = { registration, writes, deliveries };
    reportDeliveries(received, { events, patched, changes, refused }, run);
    await reportLater(run, received, { registration: later, listener: { ...other, url: otherUrl } });
    if (parentHook !== undefined) await reportParentHook(run, parentHook, deliveries);
  } finally {
    await Promise.all([listener.close(), other.close(), parentHook?.listener.close()]);
  }
}

type Received = Pick<DeliveryContext, "registration" | "writes"> & { readonly deliveries: readonly ProbeExchange[] };

type Expected = {
  readonly events: readonly RegisteredEvent[];
  readonly patched: readonly PatchedResource[];
  readonly changes: readonly StateChange[];
  readonly refused: readonly ProbeExchange[];
};

/** Checks which events the first listener got. */
function reportDeliveries(
  { registration, writes, deliveries }: Received,
  { events, patched, changes, refused }: Expected,
  { report }: TaskSession,
): void {
  report(registration, checkWebhookDelivered(registration, ...writes, ...deliveries));
  for (const event of events) report(registration, checkEventArrived(registration, event, writes, deliveries));
  for (const it of patched) for (const event of events) report(it[1], checkPatchSent(event, it, deliveries));
  report(registration, checkQuickChange(registration, changes, deliveries));
  for (const [at, it] of deliveries.entries()) report(it, checkEventOfOther(it, writes, deliveries.slice(0, at)));
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
    const what = `${lastToken(places.url)}: ${url}`;
    const edit: CaseEdit = { part: "body", at: places.url, contract: operation.pointer, what };
    if (!run.isValid(operation, request)) continue;
    const result = await run.sendChecked({ operation, request, edit, expect: "open" });
    run.report(result, checkUnreachableRegistered(result));
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

/** A resource that was created for a PATCH, and the PATCH. */
type PatchedResource = readonly [ProbeExchange, ProbeExchange];

const CHANGE_PAUSE_MS = 1500;

/** Creates a resource for each PATCH, and changes it with nothing else. */
async function patchNewResources(run: WebhookRun): Promise<readonly PatchedResource[]> {
  const patched: PatchedResource[] = [];
  for (const operation of run.operations.filter(({ method }) => method === "PATCH")) {
    const patch = findAccepted(run, operation);
    const put = run.operations.find(({ path, method }) => path === operation.path && method === "PUT");
    const accepted = findAccepted(run, put);
    if (patch === undefined || accepted === undefined) continue;
    const request = buildNewResource(accepted.operation, accepted.request, run, `patched ${operation.id}`);
    if (request === accepted.request) continue;
    const created = await run.send({ operation: accepted.operation, request });
    await run.pause(CHANGE_PAUSE_MS);
    const changed = await run.send({ operation, request: putPath(run, patch.request, request.path) });
    for (const it of [created, changed]) run.report(it, checkServiceResponse(it));
    patched.push([created, changed]);
  }
  return patched;
}

type SilentWrites = {
  /** New resources, each created once. */
  readonly created: readonly ProbeExchange[];
  /** Writes of other new resources whose bodies are no objects. */
  readonly refused: readonly ProbeExchange[];
};

/** Repeats creations with their idempotency keys, and sends bodies that are no objects: neither changes anything, so neither sends an event. */
async function writeSilently(run: WebhookRun): Promise<SilentWrites> {
  const created: ProbeExchange[] = [];
  const refused: ProbeExchange[] = [];
  for (const operation of run.operations.filter(({ method }) => method === "PUT")) {
    const accepted = findAccepted(run, operation)?.request;
    if (accepted?.body === undefined || !("value" in accepted.body)) continue;
    const name = `silent ${operation.id}`;
    const request = buildNewResource(operation, accepted, run, name);
    if (request === accepted) continue;
    if (findIdempotencyHeader(run.document, operation) !== undefined) {
      const twice = { operation, request, requestId: `${run.nonce}-${name}` };
      const [first, repeated] = [await run.send(twice), await run.send(twice)];
      for (const it of [first, repeated]) run.report(it, checkServiceResponse(it));
      created.push(first);
    }
    const wrong = putBody(buildNewResource(operation, accepted, run, `refused ${operation.id}`), []);
    const edit: CaseEdit = { part: "body", at: "", contract: operation.pointer, what: "the body: a list" };
    if (run.isValid(operation, wrong)) continue;
    refused.push(await run.sendChecked({ operation, request: wrong, edit, expect: "refused" }));
  }
  return { created, refused };
}

/** Checks that a service rejects the registration of a URL to which it cannot send an HTTP request. */
export const checkUnreachableRegistered = whenAccepted((result) => {
  const message = `the response is ${result.status} for ${toPrintable(result.edit?.what ?? "")}, a URL to which no HTTP request can be sent; expected a 4xx`;
  return result.failStatus("exchange.webhook.undelivered", message, "scheme", { property: result.edit?.at ?? "" });
});

/**
 * Checks that two changes of one resource within a second send the same events as two changes further apart.
 *
 * @param changes The changes of the first resource are further apart, and those of the second one follow at once.
 */
export const checkQuickChange: Rule<1, [readonly (readonly ProbeExchange[])[], readonly ProbeExchange[]]> = (
  registration,
  [slow, quick],
  deliveries,
) => {
  if (slow === undefined || quick === undefined || !areAccepted(...slow, ...quick)) return undefined;
  const [expected, found] = [slow, quick].map((changes) => listTypesOf(changes, deliveries));
  const missing = [...(expected ?? [])].find((type) => found?.has(type) === false);
  if (missing === undefined || found?.size === 0) return undefined;
  const message = `no event ${toPrintable(missing)} arrived for two changes of a resource within a second, but it arrives if they are further apart`;
  return registration.failStatus("exchange.webhook.undelivered", message, "quick change");
};

/** The types of the events about a resource. */
function listTypesOf([created]: readonly ProbeExchange[], deliveries: readonly ProbeExchange[]): ReadonlySet<string> {
  const id = created && getWrittenId(created);
  const own = deliveries.filter(({ payload }) => id !== undefined && Object.values(payload).includes(id));
  return new Set(own.flatMap(({ payload }) => listTypes(payload).map(([, type]) => type)));
}

/** Shorter texts, such as codes, are those of many resources. */
const MIN_LENGTH = 8;

/**
 * Checks that an event has no value that only another resource has, whose event came before: such as the store of the order before, if the
 * order of the event has none. The responses to the writes must show what the resource has.
 */
export const checkEventOfOther: Rule<1, [readonly ProbeExchange[], readonly ProbeExchange[]]> = (
  delivery,
  writes,
  earlier,
) => {
  const listOwn = (it: ProbeExchange): readonly ProbeExchange[] => {
    const values = Object.values(it.payload);
    return writes.filter((write) => write.isAccepted && values.includes(getWrittenId(write) as never));
  };
  const own = listOwn(delivery);
  if (own.length === 0 || !own.every((it) => isObject(it.body))) return undefined;
  const isOwn = (value: string): boolean => own.some((it) => isWritten(it, value) || isReturned(it, value));
  for (const [name, value] of Object.entries(delivery.payload)) {
    if (typeof value !== "string" || value.length < MIN_LENGTH || isOwn(value)) continue;
    const other = earlier
      .filter((it) => it.payload[name] === value)
      .flatMap(listOwn)
      .find((it) => isWritten(it, value));
    if (other === undefined) continue;
    const message = `${toPrintable(name)} of the event is ${toPrintable(value)}, which ${other.operation.id} has written for the resource of an earlier event; the resource of this event does not have it`;
    return createEventFinding(delivery, message, "of another resource", joinPointer("", name));
  }
  return undefined;
};

function isWritten({ request, exchange }: ProbeExchange, value: string): boolean {
  return Object.values(request.path).includes(value) || hasText(parseJsonBody(exchange.request), value);
}

function isReturned(write: ProbeExchange, value: string): boolean {
  return hasText(write.body, value);
}

function hasText(json: unknown, value: string): boolean {
  return (JSON.stringify(json) ?? "").includes(JSON.stringify(value));
}
