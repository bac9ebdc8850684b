import {
  asString,
  type Document,
  isObject,
  type Json,
  type Operation,
  type Pointer,
  valueAt,
} from "../../document/index.js";
import { decodeBody, decodeBodyText, type Exchange, isMask } from "../../exchange/index.js";
import { type Router, splitUrl } from "../../match/index.js";

/** Whether a URL belongs to a receiver of webhooks: it has the address of one, or is below its path. The query is ignored. */
export type ReceiverMatcher = (url: string) => boolean;

export function createReceiverMatcher(receivers: readonly string[] = []): ReceiverMatcher {
  const addresses = receivers.map(normalizeAddress);
  if (addresses.length === 0) return () => false;
  const origins = new Set(addresses.map((it) => splitUrl(it).origin));
  // Recordings have few origins, and parsing each URL is slow. The limit bounds memory.
  const others = new Set<string>();
  return (url) => {
    const { origin } = splitUrl(url);
    if (others.has(origin)) return false;
    if (!origins.has(normalizeAddress(origin)) && others.size < MAX_ORIGINS) others.add(origin);
    const address = normalizeAddress(url);
    return addresses.some((it) => address === it || address.startsWith(`${it}/`));
  };
}

const MAX_ORIGINS = 1000;

/** Returns origin and path of a URL, without a slash at the end. */
export function normalizeAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}

/** A registration of webhooks in a recording. */
export type WebhookRegistration = {
  /** The address for deliveries, as `normalizeAddress` returns it. */
  readonly address: string;
  /** The signing secret; absent if it is not recorded. */
  readonly secret?: string;
};

/**
 * Creates a function that returns what a successful registration of webhooks contains. Operations declare the places of address
 * and secret in the request body with `x-registers-webhooks`.
 */
export function createRegistrationReader(
  document: Document,
  operations: readonly Operation[],
  router: Router,
): (exchange: Exchange) => WebhookRegistration | undefined {
  const places = new Map<Operation, RegistrationPointers>();
  for (const operation of operations) {
    const value = valueAt(document.root, operation.pointer);
    const config = isObject(value) ? value["x-registers-webhooks"] : undefined;
    const url = isObject(config) ? asString(config.url) : undefined;
    if (isObject(config) && url !== undefined) places.set(operation, { url, secret: asString(config.secret) });
  }
  if (places.size === 0) return () => undefined;
  return ({ request, response }) => {
    if (response.status < 200 || response.status > 299 || request.body.kind === "none") return undefined;
    const match = router.match(request.method, request.url);
    const place = match.kind === "operation" ? places.get(match.operation) : undefined;
    if (place === undefined) return undefined;
    const text = decodeBodyText(decodeBody(request.body, request.headers));
    const body = text.kind === "text" ? parseJson(text.text) : undefined;
    const url = body === undefined ? undefined : asString(valueAt(body, place.url));
    if (body === undefined || url === undefined || !URL.canParse(url)) return undefined;
    const secret = place.secret === undefined ? undefined : asString(valueAt(body, place.secret));
    const isRecorded = secret !== undefined && secret !== "" && !isMask(secret);
    return { address: normalizeAddress(url), ...(isRecorded ? { secret } : {}) };
  };
}

type RegistrationPointers = { readonly url: Pointer; readonly secret: Pointer | undefined };

function parseJson(json: string): Json | undefined {
  try {
    return JSON.parse(json) as Json;
  } catch {
    return undefined;
  }
}
