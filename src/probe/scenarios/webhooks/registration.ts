import {
  asString,
  isObject,
  type Json,
  type JsonObject,
  type Operation,
  type Pointer,
  parsePointer,
  valueAt,
} from "../../../document/index.js";
import type { Exchange } from "../../../exchange/index.js";
import type { RegisteredEvent } from "../../checks/webhooks/webhook.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import type { TaskSession } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";

type RegistrationPointers = { readonly url: Pointer; readonly secret: Pointer | undefined };
export type HookRegistration = {
  readonly operation: Operation;
  readonly base: CaseRequest;
  readonly places: RegistrationPointers;
};

/** Reads `x-registers-webhooks` of the operation. */
export function findRegistrationPointers(
  { document }: Pick<ScenarioContext, "document">,
  operation: Operation,
): RegistrationPointers | undefined {
  const value = valueAt(document.root, operation.pointer);
  const config = isObject(value) ? value["x-registers-webhooks"] : undefined;
  const url = isObject(config) ? asString(config.url) : undefined;
  return isObject(config) && url !== undefined ? { url, secret: asString(config.secret) } : undefined;
}

type ListenerAddress = { readonly url: string; readonly secret: string };

export function buildRegistration(
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

/** The same registration for the first event type alone. */
export function selectFirstType(request: CaseRequest, events: readonly RegisteredEvent[]): CaseRequest {
  const types = new Set(events.map(({ type }) => type));
  const { body } = request;
  if (body === undefined || !("value" in body) || !isObject(body.value as Json)) return request;
  const entries = Object.entries(body.value as JsonObject).map(([name, value]) => {
    const isList = Array.isArray(value) && value.some((it) => types.has(it));
    return [name, isList ? value.slice(0, 1) : value];
  });
  return { ...request, body: { ...body, value: Object.fromEntries(entries) } };
}

/** A server that receives webhook events. */
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
  /** The webhooks of the spec. */
  readonly events: readonly Operation[];
  /** The base URL of an operation. */
  readonly getBaseUrl: (operation: Operation) => string | undefined;
};
