import { isObject, type Json, lastToken, type Operation, valueAt } from "../../../document/index.js";
import { checkServiceResponse } from "../../checks/response.js";
import { checkSecretPart } from "../../checks/shown-part.js";
import { checkDeliveredEvent } from "../../checks/webhooks/delivery.js";
import { checkDeliveredUrl, checkPatchSent } from "../../checks/webhooks/delivery-form.js";
import { checkEventOfOther } from "../../checks/webhooks/event-values.js";
import { checkLaterServed, checkRefusedSilent, checkSentOnce } from "../../checks/webhooks/hooks.js";
import { checkQuickChange, checkUnreachableRegistered } from "../../checks/webhooks/registration.js";
import {
  checkEventArrived,
  checkWebhookDelivered,
  listRegisteredEvents,
  type RegisteredEvent,
} from "../../checks/webhooks/webhook.js";
import type { CaseEdit } from "../../requests/probe-case.js";
import { isSafeMethod } from "../../requests/safe-method.js";
import { getItemIdentity } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import type { TaskSession } from "../../session/session.js";
import { type StateChange, writeStateChanges, writeStates } from "../state-writes.js";
import { collectDeliveries, type DeliveryContext, waitForDelivery } from "./deliveries.js";
import { writeFullAndLess } from "./full-and-less.js";
import { createParentHook, type ParentHook, reportParentHook } from "./parent-hook.js";
import { type PatchedResource, patchNewResources } from "./patched-resource.js";
import { buildRegistration, findRegistrationPointers, type HookRegistration, selectFirstType } from "./registration.js";
import { writeSilently } from "./silent-writes.js";
import type { WebhookScenarioContext } from "./webhook-listener.js";

/** Creates scenarios that register a webhook at a local listener, write something, and check the delivered events. */
export function createWebhookScenarios(context: WebhookScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const places = findRegistrationPointers(context, operation);
    const base = context.seeds.get(operation)?.accepted?.request;
    if (places === undefined || base?.body === undefined || !("value" in base.body)) return [];
    return [
      {
        id: `stateful/${operation.id}/delivered`,
        run: (session) => runWebhookScenario(context, { operation, base, places }, session),
      },
    ];
  });
}

async function runWebhookScenario(
  context: WebhookScenarioContext,
  { operation, base, places }: HookRegistration,
  session: TaskSession,
): Promise<void> {
  const { send, report } = session;
  const secret = `Key+Az/${context.createId("secret")}-${context.nonce}=`;
  const otherSecret = `Other${secret}`;
  const listener = await context.listen(secret, statesRepetition(context) ? 1 : 0);
  const other = await context.listen(otherSecret, 0);
  let parentHook: ParentHook | undefined;
  try {
    const registration = await send({
      operation,
      request: buildRegistration(base, places, { url: listener.url, secret }),
    });
    report(registration, checkServiceResponse(registration));
    if (!isAccepted(registration)) return;
    // A later registration must not end the deliveries of the first one.
    const events = listRegisteredEvents(registration, context.events);
    report(registration, checkSecretPart(registration));
    const register = async (url: string): Promise<ProbeExchange> => {
      const request = buildRegistration(base, places, { url, secret: otherSecret });
      const single = selectFirstType(request, events);
      const result = await send({ operation, request: context.isValid(operation, single) ? single : request });
      report(result, checkServiceResponse(result));
      return result;
    };
    const withQuery = `${other.url}?hook=2&name=a%20b`;
    const first = await register(withQuery);
    const later = isAccepted(first) ? first : await register(other.url);
    const otherUrl = later === first ? withQuery : other.url;
    // The service keeps one registration, and has replaced the first one.
    if (isAccepted(later) && readId(later) !== undefined && readId(later) === readId(registration)) return;
    await registerUnreachable(context, { operation, base, places }, session);
    const changes: StateChange[] = [];
    const states = events.map(({ state }) => state);
    for (const it of context.operations) changes.push(...(await writeStateChanges(context, it, states, session)));
    const apart = await writeFullAndLess(context, states, session);
    const patched = await patchNewResources(context, session);
    const own = { operation, base, places };
    parentHook = await createParentHook(context, { ...own, registration }, session);
    const { created, refused } = await writeSilently(context, session);
    const single = [...created, ...(parentHook === undefined ? [] : [parentHook.own])];
    const others = await repeatWrites(context, operation, session);
    const writes = [...changes.flat(), ...apart, ...patched.flat(), ...single, ...others];
    // Without a successful write, no event is expected.
    if (!writes.some(isAccepted)) return;
    const deliveries = await collectDeliveries({ ...context, listener, registration, writes }, session);
    const received = { registration, writes, deliveries };
    reportDeliveries(received, { events, patched, changes, refused }, session);
    await reportLater(context, received, { registration: later, listener: { ...other, url: otherUrl } }, session);
    if (parentHook !== undefined) await reportParentHook(context, parentHook, { deliveries, session });
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
  { pause }: WebhookScenarioContext,
  { writes, deliveries }: Received,
  { registration, listener }: Pick<DeliveryContext, "registration" | "listener">,
  { recordDelivery, report }: TaskSession,
): Promise<void> {
  if (!isAccepted(registration)) return;
  if (deliveries.length > 0) await waitForDelivery({ listener, pause });
  const own = listener.getDeliveries().map((exchange) => recordDelivery(registration.operation, exchange));
  for (const it of own)
    report(it, checkDeliveredEvent(it, registration, ...writes) ?? checkDeliveredUrl(it, listener.url));
  report(registration, checkLaterServed({ registration, deliveries: own }, deliveries));
}

/** Registers a URL that is not one of HTTP, to which nothing can be delivered. */
async function registerUnreachable(
  { isValid }: WebhookScenarioContext,
  { operation, base, places }: HookRegistration,
  { send, report }: TaskSession,
): Promise<void> {
  for (const url of ["ftp://127.0.0.1/events", "file:///etc/hostname"]) {
    const request = buildRegistration(base, places, { url, secret: "Key+Az/unreachable" });
    const what = `${lastToken(places.url)}: ${url}`;
    const edit: CaseEdit = { part: "body", at: places.url, contract: operation.pointer, what };
    if (!isValid(operation, request)) continue;
    const result = await send({ operation, request, edit, expect: "open" });
    report(result, checkServiceResponse(result));
    report(result, checkUnreachableRegistered(result));
  }
}

function readId(result: ProbeExchange): string | undefined {
  return getItemIdentity((readResponseJson(result) ?? null) as Json);
}

/** Whether the spec says that an event is sent again if the listener does not acknowledge it (`x-acknowledge-within-ms`). */
function statesRepetition({ document, events }: WebhookScenarioContext): boolean {
  return events.some(({ pointer }) => {
    const event = valueAt(document.root, pointer);
    return isObject(event) && event["x-acknowledge-within-ms"] !== undefined;
  });
}

/** Repeats the accepted request of every other writing operation, and writes fresh resources in every state. */
async function repeatWrites(
  context: WebhookScenarioContext,
  excluded: Operation,
  session: TaskSession,
): Promise<readonly ProbeExchange[]> {
  const { send, report } = session;
  const writes: ProbeExchange[] = [];
  for (const operation of context.operations) {
    const base = context.seeds.get(operation)?.accepted;
    if (base === undefined || operation === excluded || isSafeMethod(operation.method)) continue;
    const result = await send({ operation, request: base.request });
    report(result, checkServiceResponse(result));
    writes.push(result, ...(await writeStates(context, operation, session)));
  }
  return writes;
}
