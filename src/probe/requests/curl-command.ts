import type { Operation } from "../../document/index.js";
import {
  type Exchange,
  getCombinedHeader,
  REDACTED,
  type RecordedBody,
  type RecordedRequest,
  redactSecrets,
} from "../../exchange/index.js";
import { INVALID_CREDENTIAL } from "./serialize-request.js";

/**
 * Formats a request as a shell command that sends the same bytes. Secrets become variables for the reader to set:
 * `$TOKEN` for credentials, `$SECRET` for sensitive parameters. Credentials that are invalid on purpose are kept.
 *
 * @param declared Lower-case names of the operation's parameters, which are not credentials.
 */
export function formatCurlCommand(exchange: Exchange, declared: ReadonlySet<string> = new Set()): string {
  const { method, url, headers, body } = keepInvalidCredentials(exchange.request, redactSecrets(exchange).request);
  const isPlain = method === "GET" && body.kind === "none";
  // By default curl adds the Content-Type of a form.
  const isUntyped = body.kind !== "none" && getCombinedHeader(headers, "content-type") === undefined;
  const inHead = (name: string): string => (declared.has(name.toLowerCase()) ? "$SECRET" : "$TOKEN");
  const parts = [
    "curl -sS -i",
    ...(method === "HEAD" ? ["--head"] : isPlain ? [] : [`-X ${formatArgument(method, "")}`]),
    // Prevents curl from normalizing the path and from expanding brackets.
    "--path-as-is --globoff",
    formatArgument(url, (before) => inHead(/([^?&;#=]*)=$/.exec(before)?.[1] ?? "")),
    ...headers.map(
      ([name, value]) => `-H ${formatArgument(value === "" ? `${name};` : `${name}: ${value}`, inHead(name))}`,
    ),
    ...(isUntyped ? ["-H 'Content-Type:'"] : []),
    ...formatBodyArguments(body),
  ];
  return parts.join(" ");
}

/** Restores the parts of a URL or header that contain the invalid credential. */
function keepInvalidCredentials(sent: RecordedRequest, shown: RecordedRequest): RecordedRequest {
  const keepInvalid = (whole: string, without: string, between: string): string => {
    const parts = whole.split(between);
    const shownParts = without.split(between);
    if (parts.length !== shownParts.length) return without;
    return shownParts
      .map((part, at) => (parts[at]?.endsWith(INVALID_CREDENTIAL) === true ? parts[at] : part))
      .join(between);
  };
  return {
    ...shown,
    url: keepInvalid(sent.url, shown.url, "&"),
    headers: shown.headers.map(([name, value], at) => [name, keepInvalid(sent.headers[at]?.[1] ?? "", value, "; ")]),
  };
}

function formatBodyArguments(body: RecordedBody): string[] {
  if (body.kind === "text") return [`--data-raw ${formatSecretArgument(body.text)}`];
  if (body.kind !== "bytes") return [];
  const text = Buffer.from(body.bytes).toString();
  return [`--data-raw ${Buffer.from(text).equals(body.bytes) ? formatSecretArgument(text) : quoteBytes(body.bytes)}`];
}

/** Numbers the variables if there are several secrets. */
function formatSecretArgument(text: string): string {
  const count = text.split(REDACTED).length - 1;
  let at = 0;
  return formatArgument(text, () => {
    at += 1;
    return count === 1 ? "$SECRET" : `$SECRET_${at}`;
  });
}

/**
 * Quotes a text as one shell argument.
 *
 * @param variableOf The variable for a secret, given the text before it.
 */
function formatArgument(text: string, variableOf: string | ((before: string) => string)): string {
  const parts = text.split(REDACTED);
  const isBare = !/["$`\\!\p{Cc}]/u.test(text);
  const quotedPart = (part: string): string => (part === "" && parts.length > 1 ? "" : quoteArgument(part));
  let line = "";
  for (const [at, part] of parts.entries()) {
    line += parts.length > 1 && isBare ? part : quotedPart(part);
    if (at === parts.length - 1) break;
    const variable = typeof variableOf === "string" ? variableOf : variableOf(part);
    line += isBare ? variable : `"${variable}"`;
  }
  return parts.length > 1 && isBare ? `"${line}"` : line;
}

function quoteArgument(text: string): string {
  if (/^[A-Za-z0-9_./:=%,+@-]+$/.test(text)) return text;
  return /\p{Cc}/u.test(text) ? quoteBytes(Buffer.from(text)) : `'${text.replaceAll("'", "'\\''")}'`;
}

/** ANSI-C quoting of Bash (POSIX since 2024) supports every byte except zero. */
function quoteBytes(bytes: Uint8Array): string {
  const isPlain = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
  const text = [...bytes].map((byte) =>
    isPlain(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`,
  );
  return `$'${text.join("")}'`;
}

/**
 * Creates a function that redacts the API key headers of the spec (`type: apiKey`), whatever their names. The report
 * redacts headers with well-known names itself. Keys that are invalid on purpose are kept.
 */
export function createApiKeyRedactor(operations: readonly Operation[]): (exchange: Exchange) => Exchange {
  const schemes = operations.flatMap(({ security }) => security.flat()).map(({ scheme }) => scheme?.value);
  const keys = schemes.filter((scheme) => scheme?.type === "apiKey" && scheme.in === "header");
  const names = new Set(keys.map((scheme) => String(scheme?.name).toLowerCase()));
  // The report redacts this header itself and keeps the scheme.
  names.delete("authorization");
  if (names.size === 0) return (exchange) => exchange;
  return (exchange) => {
    const { request } = exchange;
    const headers = request.headers.map(
      ([name, value]) =>
        [name, names.has(name.toLowerCase()) && value !== INVALID_CREDENTIAL ? REDACTED : value] as const,
    );
    return { ...exchange, request: { ...request, headers } };
  };
}
