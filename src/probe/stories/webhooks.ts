import {
  asString,
  isObject,
  type Json,
  type Operation,
  type Pointer,
  pointerTokens,
  valueAt,
} from "../../document/index.js";
import type { Exchange } from "../../exchange/index.js";
import type { CaseRequest } from "../case.js";
import { judgeAnswer } from "../judges/answer.js";
import { judgeDelivered } from "../judges/webhook.js";
import type { Unit } from "../run-units.js";
import { isSafe } from "../safe.js";
import type { Asking } from "../session.js";
import { type Asked, isAccepted } from "../story.js";
import type { StoryMeans } from "./story-means.js";

/** A place that events can be sent to. */
export type Listener = {
  readonly url: string;
  /** What has come so far, each marked with why its signature is wrong, where it is. */
  readonly came: () => readonly Exchange[];
  readonly close: () => Promise<void>;
};

/** Opens a listener for deliveries that are signed by a secret. */
export type Listen = (secret: string) => Promise<Listener>;

export type WebhookMeans = StoryMeans & {
  readonly listen: Listen;
  readonly pause: (ms: number) => Promise<void>;
};

const LONGEST_WAIT_MS = 5000;
const BETWEEN_LOOKS_MS = 50;
/** Of several writes several events come. */
const AFTER_THE_FIRST_MS = 300;

/** A webhook is registered at a listener of the probe's own, something is written, and what is delivered is judged. */
export function webhookStories(means: WebhookMeans): Unit[] {
  return means.operations.flatMap((operation): Unit[] => {
    const places = placesOf(means, operation);
    const base = means.bases.of(operation)?.accepted?.request;
    if (places === undefined || base?.body === undefined || !("value" in base.body)) return [];
    return [
      {
        id: `stateful/${operation.id}/delivered`,
        run: (asking) => deliver(means, { operation, base, places }, asking),
      },
    ];
  });
}

type Places = { readonly url: Pointer; readonly secret: Pointer | undefined };
type Registering = { readonly operation: Operation; readonly base: CaseRequest; readonly places: Places };

async function deliver(means: WebhookMeans, { operation, base, places }: Registering, asking: Asking): Promise<void> {
  const { ask, tell, hear } = asking;
  const secret = `${means.fresh("secret")}-${means.nonce}`;
  const listener = await means.listen(secret);
  try {
    const hook = await ask({ operation, request: registering(base, places, { url: listener.url, secret }) });
    tell(hook, judgeAnswer(hook));
    if (!isAccepted(hook)) return;
    const writes = await write(means, operation, asking);
    // Where nothing was written nothing is to come.
    if (!writes.some(isAccepted)) return;
    for (let waited = 0; waited < LONGEST_WAIT_MS && listener.came().length === 0; waited += BETWEEN_LOOKS_MS)
      await means.pause(BETWEEN_LOOKS_MS);
    await means.pause(AFTER_THE_FIRST_MS);
    const deliveries = listener.came().map((exchange) => hear(operation, exchange));
    tell(hook, judgeDelivered(hook, ...writes, ...deliveries));
  } finally {
    await listener.close();
  }
}

/** Writes once more what was accepted of every other operation that writes. */
async function write(means: WebhookMeans, but: Operation, { ask, tell }: Asking): Promise<readonly Asked[]> {
  const writes: Asked[] = [];
  for (const operation of means.operations) {
    const base = means.bases.of(operation)?.accepted;
    if (base === undefined || operation === but || isSafe(operation.method)) continue;
    const asked = await ask({ operation, request: base.request });
    tell(asked, judgeAnswer(asked));
    writes.push(asked);
  }
  return writes;
}

/** `x-registers-webhooks` of the operation. */
function placesOf({ document }: StoryMeans, operation: Operation): Places | undefined {
  const value = valueAt(document.root, operation.pointer);
  const said = isObject(value) ? value["x-registers-webhooks"] : undefined;
  const url = isObject(said) ? asString(said.url) : undefined;
  return isObject(said) && url !== undefined ? { url, secret: asString(said.secret) } : undefined;
}

type Own = { readonly url: string; readonly secret: string };

function registering(base: CaseRequest, { url, secret }: Places, own: Own): CaseRequest {
  const { body } = base;
  if (body === undefined || !("value" in body)) return base;
  const there = withValue(body.value as Json, pointerTokens(url), own.url);
  const value = secret === undefined ? there : withValue(there, pointerTokens(secret), own.secret);
  return { ...base, body: { contentType: body.contentType, value } };
}

function withValue(value: Json | undefined, [token, ...rest]: readonly string[], it: Json): Json {
  if (token === undefined) return it;
  const object = isObject(value) ? value : {};
  return { ...object, [token]: withValue(object[token], rest, it) };
}
