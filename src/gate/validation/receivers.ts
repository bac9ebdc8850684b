import { asString, type Document, isObject, type Operation, valueAt } from "../../document/index.js";
import { decodeBody, decodeBodyText, type Exchange } from "../../exchange/index.js";
import type { Router } from "../../match/index.js";

/** Whether a URL belongs to a receiver of webhooks: it has the address of one, or is below its path. The query is ignored. */
export type ReceiverMatcher = (url: string) => boolean;

export function createReceiverMatcher(receivers: readonly string[] = []): ReceiverMatcher {
  const addresses = receivers.map(normalizeAddress);
  if (addresses.length === 0) return () => false;
  return (url) => {
    const address = normalizeAddress(url);
    return addresses.some((it) => address === it || address.startsWith(`${it}/`));
  };
}

/** Returns origin and path of a URL, without a slash at the end. */
export function normalizeAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}

/**
 * Creates a function that returns the address that a successful registration of webhooks contains. Operations declare its place
 * in the request body with `x-registers-webhooks`.
 */
export function createRegistrationReader(
  document: Document,
  operations: readonly Operation[],
  router: Router,
): (exchange: Exchange) => string | undefined {
  const places = new Map<Operation, string>();
  for (const operation of operations) {
    const value = valueAt(document.root, operation.pointer);
    const config = isObject(value) ? value["x-registers-webhooks"] : undefined;
    const url = isObject(config) ? asString(config.url) : undefined;
    if (url !== undefined) places.set(operation, url);
  }
  if (places.size === 0) return () => undefined;
  return ({ request, response }) => {
    if (response.status < 200 || response.status > 299 || request.body.kind === "none") return undefined;
    const match = router.match(request.method, request.url);
    const place = match.kind === "operation" ? places.get(match.operation) : undefined;
    if (place === undefined) return undefined;
    const text = decodeBodyText(decodeBody(request.body, request.headers));
    const url = text.kind === "text" ? readText(text.text, place) : undefined;
    return url !== undefined && URL.canParse(url) ? normalizeAddress(url) : undefined;
  };
}

function readText(json: string, pointer: string): string | undefined {
  try {
    return asString(valueAt(JSON.parse(json), pointer));
  } catch {
    return undefined;
  }
}
