import { isObject, joinPointer, type Pointer } from "../document/index.js";
import {
  type Exchange,
  isXmlType,
  type MarkPredicate,
  maskCharacters,
  parseMediaType,
  REDACTED,
  REDACTED_BODY,
  type RecordedBody,
  redactSecrets,
  redactWhole,
  redactXmlValue,
  type TextRedactor,
  UNREDACTABLE,
} from "../recording/index.js";
import { isSensitive, isXmlElement, type Schemas, type XmlPart } from "../schema/index.js";
import type { Contract } from "./contract.js";
import { exceedsMaxDepth } from "./exchange/check-context.js";
import type { ExchangeResult } from "./exchange/exchange-result.js";
import { listBodyValues } from "./rules/body.js";
import type { BodyContext, CheckContext } from "./rules/check.js";
import { hasSensitiveSchema } from "./url-redactor.js";

/**
 * Redacts what the spec marks as sensitive (`x-sensitive`, `writeOnly`, the format `password`, credentials and sensitive
 * parameters), and values whose names or formats indicate secrets. Writers of recordings use it wherever a contract is known.
 *
 * The redacted exchange gets the same verdict. In a part where replacing whole values changes it, letters and digits are masked.
 * If that changes it too, a body is left out with the reason. An exchange whose URL or headers change it counts as not checked.
 */
export function redactExchange(
  contract: Pick<Contract, "check" | "urlRedactor">,
  exchange: Exchange,
  result: ExchangeResult = contract.check(exchange),
): Exchange {
  const whole = redactWith(redactWhole, contract, [exchange, result]);
  if (isUnaffected(whole, exchange)) return whole;
  const expected = serializeResult(result);
  const isSame = (it: Exchange): boolean => serializeResult(contract.check(it)) === expected;
  if (isSame(whole)) return whole;
  const masked = redactWith(maskCharacters, contract, [exchange, result]);
  const bodyless = leaveOutBodies(masked, exchange);
  const kept = PARTS.map(({ copy }) => [whole, masked].find((it) => isSame(copy(it, exchange))) ?? bodyless);
  const mixed = PARTS.reduce((to, { copy }, index) => copy(kept[index] ?? bodyless, to), whole);
  if (kept.some((it, index) => it === bodyless && PARTS[index]?.isBody === false))
    return { ...mixed, incomplete: UNREDACTABLE };
  if (kept.includes(bodyless)) return isSame(masked) ? masked : mixed;
  // Each part keeps the verdict alone, but not together: the response may repeat a secret of the request.
  return [mixed, masked].find(isSame) ?? bodyless;
}

/** A part of an exchange, in which all values are hidden in the same way. */
type Part = { readonly isBody: boolean; readonly copy: (from: Exchange, to: Exchange) => Exchange };

const PARTS: readonly Part[] = [
  { isBody: false, copy: (from, to) => ({ ...to, request: { ...to.request, url: from.request.url } }) },
  ...(["request", "response"] as const).flatMap((side): Part[] => [
    { isBody: false, copy: (from, to) => ({ ...to, [side]: { ...to[side], headers: from[side].headers } }) },
    { isBody: true, copy: (from, to) => ({ ...to, [side]: { ...to[side], body: from[side].body } }) },
  ]),
];

/** Whether redaction changed only credentials that a check never reads. */
function isUnaffected(redacted: Exchange, exchange: Exchange): boolean {
  if (redacted.request.url !== exchange.request.url) return false;
  return (["request", "response"] as const).every(
    (side) =>
      redacted[side].body === exchange[side].body &&
      redacted[side].headers.every(
        ([name, value], index) =>
          value === exchange[side].headers[index]?.[1] ||
          (/^(proxy-)?authorization$/i.test(name) && value !== REDACTED),
      ),
  );
}

function leaveOutBodies(redacted: Exchange, exchange: Exchange): Exchange {
  const leaveOut = (side: "request" | "response"): RecordedBody =>
    redacted[side].body === exchange[side].body ? exchange[side].body : REDACTED_BODY;
  return {
    ...redacted,
    request: { ...redacted.request, body: leaveOut("request") },
    response: { ...redacted.response, body: leaveOut("response") },
  };
}

function serializeResult({ verdict, findings }: ExchangeResult): string {
  return JSON.stringify([verdict, findings.map(({ fingerprint, occurrences }) => [fingerprint, occurrences])]);
}

function redactWith(
  redact: TextRedactor,
  { urlRedactor }: Pick<Contract, "urlRedactor">,
  [exchange, { context, operation }]: readonly [Exchange, ExchangeResult],
): Exchange {
  const { request, response } = exchange;
  const names = new Set([...urlRedactor.sensitiveNames].map((name) => name.toLowerCase()));
  const redactMessage = (side: "request" | "response"): Pick<Exchange["request"], "headers" | "body"> => ({
    headers: exchange[side].headers.map(([name, value]) => [
      name,
      names.has(name.toLowerCase()) ? redact(value) : value,
    ]),
    body: context === undefined ? exchange[side].body : redactXmlBody(context, side, redact),
  });
  const url = urlRedactor.redactForRecording(request.url, context?.operation ?? operation, redact);
  const marked = {
    ...exchange,
    request: { ...request, url, ...redactMessage("request") },
    response: { ...response, ...redactMessage("response") },
  };
  return redactSecrets(marked, redact, {
    request: context && findMarks(context.schemas, context.bodies.request),
    response: context && findMarks(context.schemas, context.bodies.response),
  });
}

/** Returns undefined if the spec marks no value of the body. The marks of XML are redacted by their place in the text. */
function findMarks(schemas: Schemas, body: BodyContext): MarkPredicate | undefined {
  const { media, content } = body;
  if (content.kind === "none" || media?.schema === undefined || isXmlBody(body)) return undefined;
  const isKnown = content.kind === "value" && !exceedsMaxDepth(content.value);
  if (isKnown && !listBodyValues(body).some(({ schema, value }) => hasSensitiveValue(schemas, schema, value)))
    return undefined;
  return (at) => isSensitive(schemas, media.schema, at);
}

function isXmlBody({ contentType, media }: BodyContext): boolean {
  const type = parseMediaType(contentType ?? media?.range ?? "");
  return type !== undefined && isXmlType(type);
}

/** Redacts what the spec marks in an XML body. It is left out if it does not match its schema, so that marks have no place. */
function redactXmlBody(
  { exchange, schemas, bodies }: CheckContext,
  side: "request" | "response",
  hide: TextRedactor,
): RecordedBody {
  const { body } = exchange[side];
  const { media, content } = bodies[side];
  const schema = media?.schema;
  if (schema === undefined || content.kind === "none" || !isXmlBody(bodies[side])) return body;
  if (content.kind !== "value" || content.xml === undefined)
    return hasSensitiveSchema(schemas, { schema }) ? REDACTED_BODY : body;
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
    parts.push(text.slice(at, from), redactXmlValue(text.slice(from, to), isNumber, hide));
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
