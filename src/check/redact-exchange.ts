import { isObject, joinPointer, type Pointer } from "../document/index.js";
import {
  decodeFieldName,
  type Exchange,
  getCombinedHeader,
  type HeaderField,
  isXmlType,
  parseMediaType,
  REDACTED_BODY,
  type RecordedBody,
  readRedactableText,
  replaceJsonScalars,
  replaceMultipartFields,
} from "../recording/index.js";
import { isSensitive, isXmlElement, type Schemas, type XmlPart } from "../schema/index.js";
import type { Contract } from "./contract.js";
import { exceedsMaxDepth } from "./exchange/check-context.js";
import type { ExchangeResult } from "./exchange/exchange-result.js";
import { listBodyValues } from "./rules/body.js";
import type { BodyContext, CheckContext } from "./rules/check.js";
import { hasSensitiveSchema, maskCharacters, redactJsonToken, redactWhole, type TextRedactor } from "./url-redactor.js";

/**
 * Redacts what the spec marks as sensitive: `x-sensitive`, `writeOnly`, the format `password`, credentials and sensitive
 * parameters. `withoutSecrets` redacts values whose name or format shows that they are secret.
 *
 * The redacted exchange gets the same verdict. If replacing whole values changes it, only letters and digits are masked. If
 * that changes it too, the body is removed, with the reason.
 */
export function redactExchange(contract: Contract, exchange: Exchange, result: ExchangeResult): Exchange {
  const { context } = result;
  if (context === undefined)
    return redactSensitiveNames({ contract, operation: result.operation, redact: redactWhole }, exchange);
  const serialized = serializeResult(result);
  for (const redact of [redactWhole, maskCharacters]) {
    const without = redactWithContext({ contract, context, redact }, exchange);
    if (without === exchange || serializeResult(contract.check(without)) === serialized) return without;
  }
  const bodyless = (body: RecordedBody): RecordedBody => (body.kind === "none" ? body : REDACTED_BODY);
  const { request, response } = redactWithContext({ contract, context, redact: maskCharacters }, exchange);
  return {
    ...exchange,
    request: { ...request, ...(request.body === exchange.request.body ? {} : { body: bodyless(request.body) }) },
    response: { ...response, ...(response.body === exchange.response.body ? {} : { body: bodyless(response.body) }) },
  };
}

type RedactionContext = { readonly contract: Contract; readonly context: CheckContext; readonly redact: TextRedactor };
type NameRedactionContext = Pick<ExchangeResult, "operation"> & Pick<RedactionContext, "contract" | "redact">;

function serializeResult({ verdict, findings }: ExchangeResult): string {
  return JSON.stringify([verdict, findings.map(({ fingerprint, occurrences }) => [fingerprint, occurrences])]);
}

function redactWithContext(means: RedactionContext, exchange: Exchange): Exchange {
  const { context } = means;
  const named = redactSensitiveNames({ ...means, operation: context.operation }, exchange);
  const { request, response } = named;
  const sent = redactBody(means, request.body, context.bodies.request, request.headers);
  const received = redactBody(means, response.body, context.bodies.response, response.headers);
  if (sent === request.body && received === response.body) return named;
  return { ...named, request: { ...request, body: sent }, response: { ...response, body: received } };
}

/** Redacts values in the URL and headers by their names; returns the same exchange if there are none. */
function redactSensitiveNames({ contract, operation, redact }: NameRedactionContext, exchange: Exchange): Exchange {
  const { request, response } = exchange;
  const url = contract.urlRedactor.redactForRecording(request.url, operation, redact);
  const names = new Set([...contract.urlRedactor.sensitiveNames].map((name) => name.toLowerCase()));
  const isSensitive = ([name]: readonly [string, string]): boolean => names.has(name.toLowerCase());
  const redactedHeaders = (headers: readonly HeaderField[]): readonly HeaderField[] =>
    headers.some(isSensitive)
      ? headers.map(([name, value]): HeaderField => [name, isSensitive([name, value]) ? redact(value) : value])
      : headers;
  const [sent, came] = [redactedHeaders(request.headers), redactedHeaders(response.headers)];
  if (url === request.url && sent === request.headers && came === response.headers) return exchange;
  return { ...exchange, request: { ...request, url, headers: sent }, response: { ...response, headers: came } };
}

function redactBody(
  { context, redact }: RedactionContext,
  body: RecordedBody,
  held: BodyContext,
  headers: Exchange["request"]["headers"],
): RecordedBody {
  const { media, content } = held;
  if (content.kind === "none" || media?.schema === undefined) return body;
  if (isXmlBody(held)) return redactXmlBody(context.schemas, held, { body, hide: redact }) ?? REDACTED_BODY;
  if (content.kind === "value" && !exceedsMaxDepth(content.value)) {
    if (!listBodyValues(held).some(({ schema, value }) => hasSensitiveValue(context.schemas, schema, value)))
      return body;
  }
  const type = getCombinedHeader(headers, "content-type") ?? "";
  const { boundary } = parseMediaType(type)?.parameters ?? {};
  const read = readRedactableText(body, headers);
  // A multipart body that is not text contains files, and its fields cannot be separated from them.
  if (read === undefined) return boundary === undefined ? body : REDACTED_BODY;
  const isSecret = (at: Pointer): boolean => isSensitive(context.schemas, media.schema, at);
  const text =
    boundary !== undefined
      ? replaceMultipartFields(read.text, boundary, (name, value) =>
          isSecret(toFieldPointer(name)) ? redact(value) : undefined,
        )
      : /^application\/x-www-form-urlencoded\b/i.test(type)
        ? read.text.replaceAll(/(^|&)([^&=]*)=([^&]*)/g, (whole, separator, name, value) =>
            isSecret(toFieldPointer(decodeFieldName(name))) ? `${separator}${name}=${redact(value)}` : whole,
          )
        : replaceJsonScalars(read.text, (at, token) => (isSecret(at) ? redactJsonToken(token, redact) : undefined));
  return text === read.text ? body : read.toBody(text);
}

function isXmlBody({ contentType, media }: BodyContext): boolean {
  const type = parseMediaType(contentType ?? media?.range ?? "");
  return type !== undefined && isXmlType(type);
}

function toFieldPointer(name: string): Pointer {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * Redacts what the spec marks as sensitive in an XML body. Returns undefined if the body does not match its schema, so that
 * sensitive values cannot be located.
 */
function redactXmlBody(
  schemas: Schemas,
  { media, content }: BodyContext,
  { body, hide }: { readonly body: RecordedBody; readonly hide: TextRedactor },
): RecordedBody | undefined {
  const schema = media?.schema;
  if (schema === undefined || content.kind === "none") return body;
  if (content.kind !== "value" || content.xml === undefined)
    return hasSensitiveSchema(schemas, { schema }) ? undefined : body;
  if (!hasSensitiveValue(schemas, schema, content.value)) return body;
  const { text, getPart } = content.xml;
  const secrets = new Map<number, SecretRange>();
  const visit = (value: unknown, at: Pointer): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, joinPointer(at, index));
    else if (isObject(value)) for (const name of Object.keys(value)) visit(value[name], joinPointer(at, name));
    else if (isSensitive(schemas, schema, at))
      for (const secret of findSecretRanges(getPart(at), value)) secrets.set(secret.from, secret);
  };
  visit(content.value, "");
  return { kind: "text", text: replaceRanges(text, [...secrets.values()], hide) };
}

type SecretRange = { readonly from: number; readonly to: number; readonly isNumber: boolean };

/** Returns the content of an element, and its attributes, which are undocumented. */
function findSecretRanges(part: XmlPart | undefined, value: unknown): SecretRange[] {
  if (part === undefined || value === null || typeof value === "boolean") return [];
  const attributes = isXmlElement(part) && part.children.length === 0 ? part.attributes : [];
  return [part, ...attributes].flatMap(({ contentStart, end }) =>
    end > contentStart ? [{ from: contentStart, to: end, isNumber: typeof value !== "string" }] : [],
  );
}

function replaceRanges(text: string, secrets: readonly SecretRange[], hide: TextRedactor): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, isNumber } of secrets.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue;
    const hidden = isNumber && hide !== maskCharacters ? "0" : hide(text.slice(from, to));
    parts.push(text.slice(at, from), hidden.replaceAll("&", "a").replaceAll("<", "a").replaceAll('"', "'"));
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** Whether the spec marks any part of a value as sensitive. All items of an array share the location of the first. */
function hasSensitiveValue(schemas: Schemas, schema: Pointer, value: unknown, at: Pointer = ""): boolean {
  if (Array.isArray(value)) return value.some((it) => hasSensitiveValue(schemas, schema, it, joinPointer(at, 0)));
  if (!isObject(value)) return isSensitive(schemas, schema, at);
  return Object.keys(value).some((name) => hasSensitiveValue(schemas, schema, value[name], joinPointer(at, name)));
}
