import { isObject, type Operation, valueAt } from "../../document/index.js";
import type { Exchange, HeaderField } from "../../exchange/index.js";
import { getRawQuery } from "../../match/index.js";
import { splitPairs } from "../../schema/index.js";
import type { Contract } from "../contract.js";

/** Detects the credentials of HTTP, and the API keys of the spec in their places. */
export function createCredentialDetector(operations: readonly Operation[]): (exchange: Exchange) => boolean {
  const { headers, queryNames } = listCredentialNames(operations);
  const isCredential = ([name]: HeaderField): boolean => headers.has(name) || headers.has(name.toLowerCase());
  return ({ request }) => {
    if (request.headers.some(isCredential)) return true;
    const query = getRawQuery(request.url);
    return query !== "" && splitPairs(query).some(({ name }) => queryNames.has(name));
  };
}

/**
 * Creates a function that returns whether the bytes of an entry can have an effect on the results of other entries. Entries have one
 * by credentials, unless the recording is known to have some, and by registering or being a webhook delivery. It may return true for
 * an entry without an effect.
 */
export function createEffectDetector({
  specs,
  operations,
}: Pick<Contract, "specs" | "operations">): (bytes: Buffer, state: { readonly hasCredentials: boolean }) => boolean {
  const { headers, queryNames } = listCredentialNames(operations);
  const credentials = [
    // Logs have names such as `http_authorization`.
    ...[...headers, "set-cookie"].map((name) => `${escapePattern(name).replaceAll("-", "[-_]")}"`),
    ...[...queryNames].map(escapePattern),
    // A name in a query may be percent-encoded.
    '[?&][^"=&]*%[^"&=]*=',
  ];
  const hasWebhooks = specs.some((it) =>
    it.operations.some(({ kind, pointer }) => {
      const value = valueAt(it.document.root, pointer);
      return kind === "webhook" || (isObject(value) && "x-registers-webhooks" in value);
    }),
  );
  const bodies = hasWebhooks ? ['"(?:postData|_content|body|webhook)"'] : [];
  const pattern = createPattern([...credentials, ...bodies]);
  const bodyPattern = createPattern(bodies);
  return (bytes, { hasCredentials }) => {
    if (hasCredentials && !hasWebhooks) return false;
    return (hasCredentials ? bodyPattern : pattern).test(bytes.toString("latin1"));
  };
}

/** Finds one of the patterns, or a name with escaped ASCII characters. */
function createPattern(patterns: readonly string[]): RegExp {
  return new RegExp([...patterns, "\\\\u00[0-7]"].join("|"), "i");
}

function escapePattern(text: string): string {
  return text.replace(/[^\w\s-]/g, "\\$&");
}

function listCredentialNames(operations: readonly Operation[]): {
  readonly headers: ReadonlySet<string>;
  readonly queryNames: ReadonlySet<string>;
} {
  const keys = operations.flatMap(({ security }) =>
    security.flat().flatMap(({ scheme }) => (scheme?.value.type === "apiKey" ? [scheme.value] : [])),
  );
  const namesIn = (location: string): string[] =>
    keys.filter((it) => it.in === location).map(({ name }) => String(name));
  return {
    headers: new Set(["authorization", "cookie", ...namesIn("header").map((name) => name.toLowerCase())]),
    queryNames: new Set(["access_token", ...namesIn("query")]),
  };
}
