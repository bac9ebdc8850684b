import { isAscii, isUtf8 } from "node:buffer";
import {
  decodeBody,
  type EncodedBody,
  type Exchange,
  getCombinedHeader,
  type MarkedValue,
  parseMediaType,
  type RawBodyValidator,
  type RawJsonString,
  redactSecrets,
  redactText,
} from "../../exchange/index.js";
import { maskCharacters, redactWhole } from "../../gate/redaction/text-redactor.js";
import type { UrlRedactor } from "../../gate/redaction/url-redactor.js";
import type { ExchangeResult } from "../../gate/validation/exchange-result.js";
import type { KnownGroupPredicate } from "../exchanges/repeated-findings.js";
import { EscapeBuffer } from "./escape-buffer.js";
import { MarkedValueRedactor, type RedactedParts, unescapeJson } from "./marked-value-redactor.js";

/** The result of an exchange that passes, and the exchange with secrets redacted. */
export type FastRedactedExchange = {
  readonly result: ExchangeResult;
  /** Without the response body if `body` is it. */
  readonly redacted: Exchange;
  /** Valid until the next exchange is checked. */
  readonly body: EncodedBody | undefined;
};

/** Returns the exchange with its response body as text. */
export function addEncodedBody(exchange: Exchange, body: EncodedBody | undefined): Exchange {
  if (body === undefined) return exchange;
  const text = unescapeJson(Buffer.concat(body.parts).toString());
  return { ...exchange, response: { ...exchange.response, body: { kind: "text", text } } };
}

/**
 * Checks and redacts common exchanges without parsing the response body. For exchanges that pass, it gives the same result and
 * exchange as `check`, `redactExchange` and `redactSecrets`. For all others, `check` returns undefined.
 */
export type FastRedactor = {
  readonly check: (exchange: Exchange) => FastRedactedExchange | undefined;
  /** Remembers the schema of a checked response, so that similar ones can be redacted in their bytes. */
  readonly learn: (exchange: Exchange, result: ExchangeResult) => void;
};

/** What a redactor needs of a contract. */
type CheckedContract = {
  readonly urlRedactor: UrlRedactor;
  readonly check: (exchange: Exchange) => ExchangeResult;
  readonly createFastValidator: (hasSeen: KnownGroupPredicate) => RawBodyValidator<ExchangeResult>;
};

/** @param maxText the maximum number of bytes of a response body */
export function createFastRedactor(contract: CheckedContract, maxText = Number.POSITIVE_INFINITY): FastRedactor {
  // With all finding groups known, any finding appears in `repeated`.
  const fastValidate = contract.createFastValidator(() => true);
  const kinds = new Map<string, MarkedValueRedactor>();
  const hasSensitiveName = createSensitiveNameCheck(contract.urlRedactor.sensitiveNames);
  const buffer = new EscapeBuffer();
  const checkBody = (exchange: Exchange, bytes: Buffer, onMarked: RawJsonString["onMarked"] = () => {}) =>
    fastValidate(exchange, { bytes, start: 0, end: bytes.length, onMarked });
  /** Redacts sensitive values so that the body still passes. Returns undefined if that cannot be determined. */
  const redactSensitive = (
    kind: MarkedValueRedactor,
    exchange: Exchange,
    { body, values }: { readonly body: Buffer; readonly values: readonly MarkedValue[] },
  ): RedactedParts | undefined => {
    for (const redactor of [redactWhole, maskCharacters]) {
      const redacted = kind.redact(body, values, redactor);
      if (redacted?.isAccepted === true) return redacted;
      if (redacted === undefined) continue;
      const { parts } = redacted;
      const result =
        checkBody(exchange, Buffer.concat(parts)) ?? contract.check(addEncodedBody(exchange, { parts, size: 0 }));
      if (isConforming(result)) return redacted;
      if (redactor === redactWhole) kind.learnRejected(result.findings);
    }
    return undefined;
  };
  return {
    check: (exchange) => {
      const { request } = exchange;
      if (request.body.kind !== "none" || hasSensitiveName(exchange)) return undefined;
      const text = getUtf8Text(exchange);
      const body = text !== undefined && text.length <= maxText ? buffer.escape(text) : undefined;
      if (text === undefined || body === undefined) return undefined;
      let marked: readonly MarkedValue[] | undefined;
      const result = checkBody(exchange, body, (values) => {
        marked = values;
      });
      if (result === undefined || !isConforming(result)) return undefined;
      if (contract.urlRedactor.redactForRecording(request.url, result.operation, redactWhole) !== request.url)
        return undefined;
      const kind = kinds.get(getResponseKind(exchange, result));
      const values = marked ?? [{ start: 0, end: body.length, path: [], accepts: () => false }];
      const redacted = kind && redactSensitive(kind, exchange, { body, values });
      if (redacted === undefined) return undefined;
      const { parts, growth } = redacted;
      const hasSecrets = redacted.hasSecrets || hasSecretText(text);
      return { result, ...redactKnown(exchange, { parts, size: text.length + growth }, hasSecrets) };
    },
    learn: (exchange, { context, ...result }) => {
      const { media, content } = context?.bodies.response ?? {};
      if (context === undefined || media?.schema === undefined || kinds.size >= MAX_KINDS) return;
      if (content?.kind !== "value" || content.each === true) return;
      const name = getResponseKind(exchange, result);
      if (!kinds.has(name)) kinds.set(name, new MarkedValueRedactor(context.schemas, media.schema));
    },
  };
}

/** The decoded response body, if it is text in UTF-8. */
function getUtf8Text({ response: { headers, body } }: Exchange): Buffer | undefined {
  if (body.kind === "text") {
    const text = Buffer.from(body.text);
    // A lone surrogate may have been replaced.
    return text.includes("\ufffd") ? undefined : text;
  }
  const decoded = decodeBody(body, headers);
  const { charset = "utf-8" } = parseMediaType(getCombinedHeader(headers, "content-type") ?? "")?.parameters ?? {};
  if (decoded.kind !== "bytes" || !/^utf-?8$/i.test(charset) || !isUtf8(decoded.bytes)) return undefined;
  const { buffer, byteOffset, length } = decoded.bytes;
  return Buffer.from(buffer, byteOffset, length);
}

function hasSecretText(bytes: Buffer): boolean {
  const text = bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
  return redactText(text) !== text;
}

function isConforming({ verdict, findings, repeated = [] }: ExchangeResult): boolean {
  return verdict === "passed" && findings.length + repeated.length === 0;
}

/** A key of everything that determines the schema of a response. */
function getResponseKind({ request, response }: Exchange, { operation }: ExchangeResult): string {
  const type = getCombinedHeader(response.headers, "content-type") ?? "";
  return `${operation?.pointer} ${request.method} ${response.status} ${type}`;
}

/** Whether a header or query parameter may be sensitive according to the spec. */
function createSensitiveNameCheck(secretNames: ReadonlySet<string>): (exchange: Exchange) => boolean {
  if (secretNames.size === 0) return () => false;
  const names = new Set([...secretNames].map((name) => name.toLowerCase()));
  return ({ request, response }) =>
    [...request.headers, ...response.headers].some(([name]) => names.has(name.toLowerCase())) ||
    [...request.url.matchAll(QUERY_NAME)].some(
      ([, name = ""]) => !PLAIN_NAME.test(name) || names.has(name.toLowerCase()),
    );
}

/** Redacts secrets by name and format, in the body only if it contains any. */
function redactKnown(exchange: Exchange, body: EncodedBody, hasSecrets: boolean): Omit<FastRedactedExchange, "result"> {
  if (hasSecrets) return { redacted: redactSecrets(addEncodedBody(exchange, body)), body: undefined };
  const { response } = exchange;
  return { redacted: redactSecrets({ ...exchange, response: { ...response, body: { kind: "none" } } }), body };
}

const QUERY_NAME = /[?&#]([^?&#=]*)=/g;
const PLAIN_NAME = /^[\w.-]*$/;
/** More than in real traffic. */
const MAX_KINDS = 1000;
