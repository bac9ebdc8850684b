import {
  asString,
  isObject,
  type Json,
  type Operation,
  type Pointer,
  parsePointer,
  valueAt,
} from "../../document/index.js";
import type { Exchange } from "../../exchange/index.js";
import { checkServiceResponse } from "../checks/response.js";
import { checkWebhookDelivered } from "../checks/webhook.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { isSafeMethod } from "../requests/safe-method.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import type { ScenarioContext } from "./scenario-context.js";

/** A place that events can be sent to. */
export type WebhookListener = {
  readonly url: string;
  /** What has come so far, each marked with why its signature is wrong, where it is. */
  readonly getDeliveries: () => readonly Exchange[];
  readonly close: () => Promise<void>;
};

/** Opens a listener for deliveries that are signed by a secret. */
export type WebhookListenerFactory = (secret: string) => Promise<WebhookListener>;

export type WebhookScenarioContext = ScenarioContext & {
  readonly listen: WebhookListenerFactory;
  readonly pause: (ms: number) => Promise<void>;
};

const MAX_WAIT_MS = 5000;
const POLL_INTERVAL_MS = 50;
/** Of several writes several events come. */
const GRACE_PERIOD_MS = 300;

/** A webhook is registered at a listener of the probe's own, something is written, and what is delivered is judged. */
export function createWebhookScenarios(means: WebhookScenarioContext): ProbeTask[] {
  return means.operations.flatMap((operation): ProbeTask[] => {
    const places = findRegistrationPointers(means, operation);
    const base = means.seeds.get(operation)?.accepted?.request;
    if (places === undefined || base?.body === undefined || !("value" in base.body)) return [];
    return [
      {
        id: `stateful/${operation.id}/delivered`,
        run: (asking) => runWebhookScenario(means, { operation, base, places }, asking),
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
  means: WebhookScenarioContext,
  { operation, base, places }: WebhookRegistration,
  asking: TaskSession,
): Promise<void> {
  const { send, report, recordDelivery } = asking;
  const secret = `${means.createId("secret")}-${means.nonce}`;
  const listener = await means.listen(secret);
  try {
    const hook = await send({ operation, request: buildRegistration(base, places, { url: listener.url, secret }) });
    report(hook, checkServiceResponse(hook));
    if (!isAccepted(hook)) return;
    const writes = await repeatWrites(means, operation, asking);
    // Where nothing was written nothing is to come.
    if (!writes.some(isAccepted)) return;
    for (let waited = 0; waited < MAX_WAIT_MS && listener.getDeliveries().length === 0; waited += POLL_INTERVAL_MS)
      await means.pause(POLL_INTERVAL_MS);
    await means.pause(GRACE_PERIOD_MS);
    const deliveries = listener.getDeliveries().map((exchange) => recordDelivery(operation, exchange));
    report(hook, checkWebhookDelivered(hook, ...writes, ...deliveries));
  } finally {
    await listener.close();
  }
}

/** Writes once more what was accepted of every other operation that writes. */
async function repeatWrites(
  means: WebhookScenarioContext,
  but: Operation,
  { send, report }: TaskSession,
): Promise<readonly ProbeExchange[]> {
  const writes: ProbeExchange[] = [];
  for (const operation of means.operations) {
    const base = means.seeds.get(operation)?.accepted;
    if (base === undefined || operation === but || isSafeMethod(operation.method)) continue;
    const asked = await send({ operation, request: base.request });
    report(asked, checkServiceResponse(asked));
    writes.push(asked);
  }
  return writes;
}

/** `x-registers-webhooks` of the operation. */
function findRegistrationPointers(
  { document }: ScenarioContext,
  operation: Operation,
): RegistrationPointers | undefined {
  const value = valueAt(document.root, operation.pointer);
  const said = isObject(value) ? value["x-registers-webhooks"] : undefined;
  const url = isObject(said) ? asString(said.url) : undefined;
  return isObject(said) && url !== undefined ? { url, secret: asString(said.secret) } : undefined;
}

type ListenerAddress = { readonly url: string; readonly secret: string };

function buildRegistration(
  base: CaseRequest,
  { url, secret }: RegistrationPointers,
  own: ListenerAddress,
): CaseRequest {
  const { body } = base;
  if (body === undefined || !("value" in body)) return base;
  const there = setValueAt(body.value as Json, parsePointer(url), own.url);
  const value = secret === undefined ? there : setValueAt(there, parsePointer(secret), own.secret);
  return { ...base, body: { contentType: body.contentType, value } };
}

function setValueAt(value: Json | undefined, [token, ...rest]: readonly string[], it: Json): Json {
  if (token === undefined) return it;
  const object = isObject(value) ? value : {};
  return { ...object, [token]: setValueAt(object[token], rest, it) };
}
