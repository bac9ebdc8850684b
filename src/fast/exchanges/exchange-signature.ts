import { isStandardHeader } from "../../checks/index.js";
import type { Operation, Parameter } from "../../document/index.js";
import type { Exchange, HeaderField } from "../../exchange/index.js";
import { findPathEnd } from "../../match/index.js";

/**
 * Reads the signature of an exchange: all data that the checks use, except path parameters, the operation's own headers and
 * bodies. Exchanges of an operation with the same signature differ only in these.
 */
export type ExchangeSignatureReader = {
  /** Undefined if the request has a body that is not text. */
  readonly signatureOf: (exchange: Exchange) => string | undefined;
  /** The parameters that are checked individually. */
  readonly individualParameters: readonly Parameter[];
};

export function createExchangeSignatureReader({ parameters, responses, security }: Operation): ExchangeSignatureReader {
  const credentials = security
    .flat()
    .flatMap(({ scheme }) => (scheme?.value.in === "header" ? [String(scheme.value.name).toLowerCase()] : []));
  const isOwn = ({ in: location, name }: Parameter): boolean =>
    location === "path" ||
    (location === "header" && !isStandardHeader(name.toLowerCase()) && !credentials.includes(name.toLowerCase()));
  const individualParameters = parameters.filter(isOwn);
  const ownNames = new Set(
    individualParameters.flatMap(({ in: location, name }) => (location === "header" ? [name.toLowerCase()] : [])),
  );
  const declared = new Set([
    ...credentials,
    ...[...parameters, ...responses.flatMap(({ headers }) => headers)].map(({ name }) => name.toLowerCase()),
  ]);
  const isAnyValue = (name: string): boolean => ownNames.has(name) || !(USED_HEADERS.has(name) || declared.has(name));
  const lowered = new Map<string, boolean>();
  /** Cached by the name as written, because there are few spellings. */
  const isFree = (name: string): boolean => {
    const known = lowered.get(name);
    if (known !== undefined) return known;
    const free = isAnyValue(name.toLowerCase());
    if (lowered.size < MAX_HEADER_NAMES) lowered.set(name, free);
    return free;
  };
  const signatureOf: ExchangeSignatureReader["signatureOf"] = ({ request, response }) => {
    const { kind } = request.body;
    if (kind !== "none" && kind !== "text") return undefined;
    return `${request.method} ${kind} ${response.status} ${serializeHeaders(request.headers, isFree)} ${serializeHeaders(response.headers, isFree)} ${getUrlSuffix(request.url)}`;
  };
  return { signatureOf, individualParameters };
}

/** Returns the trailing slash of the path, the query and the fragment. */
function getUrlSuffix(url: string): string {
  const end = findPathEnd(url);
  const slash = url[end - 1] === "/" ? "/" : "";
  return end === url.length ? slash : `${slash} ${url.slice(end)}`;
}

/** Includes the lengths, so that a value cannot be mistaken for a name. */
function serializeHeaders(headers: readonly HeaderField[], isFree: (name: string) => boolean): string {
  let text = `${headers.length}`;
  for (const [name, value] of headers) {
    text += `,${name.length}:${name}`;
    if (!isFree(name)) text += `=${value.length}:${value}`;
  }
  return text;
}

/** Headers whose values are used even if the spec does not declare them. Of all others, the checks use only the name. */
const USED_HEADERS: ReadonlySet<string> = new Set(
  "content-type content-encoding transfer-encoding authorization proxy-authorization cookie set-cookie access-control-request-method".split(
    " ",
  ),
);

const MAX_HEADER_NAMES = 1000;
