import { isObject, joinPointer, type Pointer, parsePointer } from "../document/index.js";
import {
  type BodyMarks,
  type Exchange,
  isXmlType,
  mapMessages,
  maskCharacters,
  parseMediaType,
  REDACTED,
  REDACTED_BODY,
  redactSecrets,
  redactWhole,
  type SecretRange,
  type TextRedactor,
  UNREDACTABLE,
} from "../recording/index.js";
import { isSensitive, isXmlElement, type Schemas, type XmlPart } from "../schema/index.js";
import type { Contract } from "./contract.js";
import { exceedsMaxDepth } from "./exchange/check-context.js";
import type { ExchangeResult } from "./exchange/exchange-result.js";
import { listBodyValues } from "./rules/body.js";
import type { BodyContext } from "./rules/check.js";
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
  return mapMessages(redacted, ({ body }, side) => (body === exchange[side].body ? {} : { body: REDACTED_BODY }));
}

function serializeResult({ verdict, findings }: ExchangeResult): string {
  return JSON.stringify([verdict, findings.map(({ fingerprint, occurrences }) => [fingerprint, occurrences])]);
}

function redactWith(
  hide: TextRedactor,
  { urlRedactor }: Pick<Contract, "urlRedactor">,
  [exchange, { context, operation }]: readonly [Exchange, ExchangeResult],
): Exchange {
  const names = new Set([...urlRedactor.sensitiveNames].map((name) => name.toLowerCase()));
  const listMarks = (side: "request" | "response"): BodyMarks | undefined => {
    if (context?.bodies[side].media?.schema !== undefined) return findMarks(context.schemas, context.bodies[side]);
    const marked = urlRedactor.getSensitiveProperties();
    return marked.size === 0 ? undefined : (at) => parsePointer(at).some((name) => marked.has(name));
  };
  return redactSecrets(exchange, hide, {
    redactUrl: (url) => urlRedactor.redact(url, context?.operation ?? operation, hide),
    isMarkedHeader: (name) => names.has(name.toLowerCase()),
    request: listMarks("request"),
    response: listMarks("response"),
  });
}

/** Returns undefined if the schema of a body marks none of its values. */
function findMarks(schemas: Schemas, body: BodyContext): BodyMarks | undefined {
  const { media, content } = body;
  if (content.kind === "none" || media?.schema === undefined) return undefined;
  if (isXmlBody(body)) return findXmlMarks(schemas, media.schema, content);
  const isKnown = content.kind === "value" && !exceedsMaxDepth(content.value);
  if (isKnown && !listBodyValues(body).some(({ schema, value }) => hasSensitiveValue(schemas, schema, value)))
    return undefined;
  return (at) => isSensitive(schemas, media.schema, at);
}

function isXmlBody({ contentType, media }: BodyContext): boolean {
  const type = parseMediaType(contentType ?? media?.range ?? "");
  return type !== undefined && isXmlType(type);
}

/** XML that does not match its schema has no places for the marks. */
function findXmlMarks(schemas: Schemas, schema: Pointer, content: BodyContext["content"]): BodyMarks | undefined {
  if (content.kind !== "value" || content.xml === undefined)
    return hasSensitiveSchema(schemas, { schema }) ? "everywhere" : undefined;
  const { text, getPart } = content.xml;
  const secrets = new Map<number, SecretRange>();
  const visit = (value: unknown, at: Pointer): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, joinPointer(at, index));
    else if (isObject(value)) for (const name of Object.keys(value)) visit(value[name], joinPointer(at, name));
    else if (isSensitive(schemas, schema, at))
      for (const secret of findSecretRanges(getPart(at), value)) secrets.set(secret.from, secret);
  };
  visit(content.value, "");
  return secrets.size === 0 ? undefined : { text, secrets: [...secrets.values()] };
}

/** Returns the content of an element, and its attributes, which are undocumented. */
function findSecretRanges(part: XmlPart | undefined, value: unknown): SecretRange[] {
  if (part === undefined || value === null || typeof value === "boolean") return [];
  const attributes = isXmlElement(part) && part.children.length === 0 ? part.attributes : [];
  return [part, ...attributes].flatMap(({ contentStart, end }) =>
    end > contentStart ? [{ from: contentStart, to: end, isNumber: typeof value !== "string" }] : [],
  );
}

/** Whether the spec marks any part of a value as sensitive. All items of an array share the location of the first. */
function hasSensitiveValue(schemas: Schemas, schema: Pointer, value: unknown, at: Pointer = ""): boolean {
  if (Array.isArray(value)) return value.some((it) => hasSensitiveValue(schemas, schema, it, joinPointer(at, 0)));
  if (!isObject(value)) return isSensitive(schemas, schema, at);
  return Object.keys(value).some((name) => hasSensitiveValue(schemas, schema, value[name], joinPointer(at, name)));
}
