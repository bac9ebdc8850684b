import {
  asString,
  isObject,
  type Json,
  type JsonObject,
  lastToken,
  type Operation,
  type Pointer,
  parsePointer,
  valueAt,
} from "../../../document/index.js";
import { checkServiceResponse } from "../../checks/response.js";
import { checkSecretPart } from "../../checks/shown-part.js";
import { checkDeliveredEvent } from "../../checks/webhooks/delivery.js";
import { checkDeliveredUrl, checkPatchSent } from "../../checks/webhooks/delivery-form.js";
import { checkQuickChange, checkUnreachableRegistered } from "../../checks/webhooks/registration.js";
import {
  checkEventArrived,
  checkWebhookDelivered,
  listRegisteredEvents,
  type RegisteredEvent,
} from "../../checks/webhooks/webhook.js";
import type { CaseEdit, CaseRequest } from "../../requests/probe-case.js";
import { isSafeMethod } from "../../requests/safe-method.js";
import { getItemIdentity } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import type { TaskSession } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";
import { type StateChange, writeStateChanges, writeStates } from "../state-writes.js";
import { collectDeliveries, type DeliveryContext } from "./deliveries.js";
import { patchNewResources } from "./patched-resource.js";
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

type RegistrationPointers = { readonly url: Pointer; readonly secret: Pointer | undefined };
type WebhookRegistration = {
  readonly operation: Operation;
  readonly base: CaseRequest;
  readonly places: RegistrationPointers;
};

async function runWebhookScenario(
  context: WebhookScenarioContext,
  { operation, base, places }: WebhookRegistration,
  session: TaskSession,
): Promise<void> {
  const { send, report } = session;
  const secret = `Key+Az/${context.createId("secret")}-${context.nonce}=`;
  const otherSecret = `Other${secret}`;
  const listener = await context.listen(secret, statesRepetition(context) ? 1 : 0);
  const other = await context.listen(otherSecret, 0);
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
      const single = keepFirstType(request, events);
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
    const patched = await patchNewResources(context, session);
    const writes = [...changes.flat(), ...patched.flat(), ...(await repeatWrites(context, operation, session))];
    // Without a successful write, no event is expected.
    if (!writes.some(isAccepted)) return;
    const deliveries = await collectDeliveries({ ...context, listener, registration, writes }, session);
    report(registration, checkWebhookDelivered(registration, ...writes, ...deliveries));
    for (const event of events) report(registration, checkEventArrived(registration, event, writes, deliveries));
    for (const it of patched) for (const event of events) report(it[1], checkPatchSent(event, it, deliveries));
    report(registration, checkQuickChange(registration, changes, deliveries));
    if (isAccepted(later))
      reportOthers({ registration: later, listener: { ...other, url: otherUrl }, writes }, session);
  } finally {
    await Promise.all([listener.close(), other.close()]);
  }
}

/** The same registration for the first event type alone. */
function keepFirstType(request: CaseRequest, events: readonly RegisteredEvent[]): CaseRequest {
  const types = new Set(events.map(({ type }) => type));
  const { body } = request;
  if (body === undefined || !("value" in body) || !isObject(body.value as Json)) return request;
  const entries = Object.entries(body.value as JsonObject).map(([name, value]) => {
    const isList = Array.isArray(value) && value.some((it) => types.has(it));
    return [name, isList ? value.slice(0, 1) : value];
  });
  return { ...request, body: { ...body, value: Object.fromEntries(entries) } };
}

/** Checks what another listener got: events of its own registration only, signed with its own secret. */
function reportOthers(
  { registration, listener, writes }: Pick<DeliveryContext, "registration" | "listener" | "writes">,
  { recordDelivery, report }: TaskSession,
): void {
  for (const exchange of listener.getDeliveries()) {
    const delivery = recordDelivery(registration.operation, exchange);
    report(
      delivery,
      checkDeliveredEvent(delivery, registration, ...writes) ?? checkDeliveredUrl(delivery, listener.url),
    );
  }
}

/** Registers a URL that is not one of HTTP, to which nothing can be delivered. */
async function registerUnreachable(
  { isValid }: WebhookScenarioContext,
  { operation, base, places }: WebhookRegistration,
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

/** Reads `x-registers-webhooks` of the operation. */
function findRegistrationPointers(
  { document }: ScenarioContext,
  operation: Operation,
): RegistrationPointers | undefined {
  const value = valueAt(document.root, operation.pointer);
  const config = isObject(value) ? value["x-registers-webhooks"] : undefined;
  const url = isObject(config) ? asString(config.url) : undefined;
  return isObject(config) && url !== undefined ? { url, secret: asString(config.secret) } : undefined;
}

type ListenerAddress = { readonly url: string; readonly secret: string };

function buildRegistration(
  base: CaseRequest,
  { url, secret }: RegistrationPointers,
  listener: ListenerAddress,
): CaseRequest {
  const { body } = base;
  if (body === undefined || !("value" in body)) return base;
  const withUrl = setValueAt(body.value as Json, parsePointer(url), listener.url);
  const value = secret === undefined ? withUrl : setValueAt(withUrl, parsePointer(secret), listener.secret);
  return { ...base, body: { contentType: body.contentType, value } };
}

function setValueAt(value: Json | undefined, [token, ...rest]: readonly string[], it: Json): Json {
  if (token === undefined) return it;
  const object = isObject(value) ? value : {};
  return { ...object, [token]: setValueAt(object[token], rest, it) };
}
