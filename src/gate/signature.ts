import { isStandardHeader } from "../checks/index.js";
import type { Operation, Parameter } from "../document/index.js";
import type { Alike, Exchange, Header } from "../exchange/index.js";
import { endOfPath } from "./like-urls.js";

/**
 * Everything of an exchange that the checks go by, except for what they look at value by value: the parameters of the
 * path, the operation's own headers, and the bodies. Exchanges of one operation with one signature differ in
 * nothing else.
 */
export type SignatureReader = {
  /** Undefined when the body of the request is neither text nor nothing. */
  readonly signatureOf: (exchange: Exchange, alike?: Alike) => string | undefined;
  /** The parameters that are looked at by themselves. */
  readonly own: readonly Parameter[];
};

export function createSignatureReader({ parameters, responses, security }: Operation): SignatureReader {
  const credentials = security
    .flat()
    .flatMap(({ scheme }) => (scheme?.value.in === "header" ? [String(scheme.value.name).toLowerCase()] : []));
  const isOwn = ({ in: location, name }: Parameter): boolean =>
    location === "path" ||
    (location === "header" && !isStandardHeader(name.toLowerCase()) && !credentials.includes(name.toLowerCase()));
  const own = parameters.filter(isOwn);
  const ownNames = new Set(
    own.flatMap(({ in: location, name }) => (location === "header" ? [name.toLowerCase()] : [])),
  );
  const declared = new Set([
    ...credentials,
    ...[...parameters, ...responses.flatMap(({ headers }) => headers)].map(({ name }) => name.toLowerCase()),
  ]);
  const isAnyValue = (name: string): boolean => ownNames.has(name) || (VARYING.has(name) && !declared.has(name));
  const lowered = new Map<string, boolean>();
  /** By the name as it is written, of which there are few. */
  const isFree = (name: string): boolean => {
    const known = lowered.get(name);
    if (known !== undefined) return known;
    const free = isAnyValue(name.toLowerCase());
    if (lowered.size < MAX_NAMES) lowered.set(name, free);
    return free;
  };
  const known = new WeakMap<Alike, Map<string, string>>();
  const signatureOf: SignatureReader["signatureOf"] = ({ request, response }, alike) => {
    const { kind } = request.body;
    if (kind !== "none" && kind !== "text") return undefined;
    const rest = restOf(request.url);
    const remembered = alike && known.get(alike);
    const before = remembered?.get(rest);
    if (before !== undefined) return before;
    const signature = `${request.method} ${kind} ${response.status} ${headersText(request.headers, isFree)} ${headersText(response.headers, isFree)} ${rest}`;
    if (alike === undefined || !alike.varying.every(isFree)) return signature;
    if (remembered === undefined) known.set(alike, new Map([[rest, signature]]));
    else if (remembered.size < MAX_RESTS) remembered.set(rest, signature);
    return signature;
  };
  return { signatureOf, own };
}

/** The slash at the end of the path, and what follows the path. */
function restOf(url: string): string {
  const end = endOfPath(url);
  const slash = url[end - 1] === "/" ? "/" : "";
  return end === url.length ? slash : `${slash} ${url.slice(end)}`;
}

/** With the lengths, so that no value can look like a name. */
function headersText(headers: readonly Header[], isFree: (name: string) => boolean): string {
  let text = `${headers.length}`;
  for (const [name, value] of headers) {
    text += `,${name.length}:${name}`;
    if (!isFree(name)) text += `=${value.length}:${value}`;
  }
  return text;
}

/** Headers of HTTP whose values differ from exchange to exchange, and of which only the name is ever asked. */
const VARYING: ReadonlySet<string> = new Set(
  "date age expires last-modified etag content-length server-timing traceparent tracestate cf-ray x-amz-cf-id".split(
    " ",
  ),
);

const MAX_NAMES = 1000;
const MAX_RESTS = 1000;
