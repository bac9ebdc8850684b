import { isAscii, isUtf8 } from "node:buffer";
import type { Contract } from "../../check/contract.js";
import type { ExchangeResult } from "../../check/exchange/exchange-result.js";
import type { Finding } from "../../check/exchange/finding.js";
import { isUnaffected } from "../../check/redact-exchange.js";
import { joinPointer, type Pointer, parsePointer } from "../../document/index.js";
import {
  decodeBody,
  type EncodedBody,
  type Exchange,
  getCombinedHeader,
  isSecretName,
  type MarkedValue,
  maskCharacters,
  parseMediaType,
  type RawJsonString,
  redactJsonToken,
  redactSecrets,
  redactText,
  redactWhole,
  replaceJsonScalars,
  type TextRedactor,
} from "../../recording/index.js";
import { isSensitive, type Schemas } from "../../schema/index.js";
import { createFastValidator } from "../exchanges/fast-path.js";

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
 * exchange as `check` and `redactExchange`. For all others, `check` returns undefined.
 */
export type FastRedactor = {
  readonly check: (exchange: Exchange) => FastRedactedExchange | undefined;
  /** Remembers the schema of a checked response, so that similar ones can be redacted in their bytes. */
  readonly learn: (exchange: Exchange, result: ExchangeResult) => void;
};

/** @param maxText the maximum number of bytes of a response body */
export function createFastRedactor(
  contract: Pick<Contract, "urlRedactor" | "check" | "checkParts">,
  maxText = Number.POSITIVE_INFINITY,
): FastRedactor {
  // With all finding groups known, any finding appears in `repeated`.
  const fastValidate = createFastValidator(contract, () => true);
  const kinds = new Map<string, MarkedValueRedactor>();
  const hasSensitiveName = createSensitiveNameCheck(contract.urlRedactor.sensitiveNames);
  const buffer = new EscapeBuffer();
  const checkBody = (exchange: Exchange, bytes: Buffer, onMarked: RawJsonString["onMarked"] = () => {}) =>
    fastValidate(exchange, { bytes, start: 0, end: bytes.length, onMarked });
  /** Redacts secrets so that the exchange still passes. Returns undefined if that cannot be determined. */
  const redactPassing = (
    kind: MarkedValueRedactor,
    exchange: Exchange,
    { body, values, text }: { readonly body: Buffer; readonly values: readonly MarkedValue[]; readonly text: Buffer },
  ): Omit<FastRedactedExchange, "result"> | undefined => {
    const hasSecrets = hasSecretText(text);
    for (const redactor of [redactWhole, maskCharacters]) {
      const redacted = kind.redact(body, values, redactor);
      if (redacted === undefined) continue;
      redacted.hasSecrets ||= hasSecrets;
      const named = redactNamed(exchange, redacted, { redactor, size: text.length });
      if (redacted.isAccepted && !named.isAffected) return named;
      const bytes = named.body === undefined ? escapeBody(named.redacted) : Buffer.concat(named.body.parts);
      const changed = addEncodedBody(named.redacted, { parts: [bytes], size: 0 });
      const result = checkBody(changed, bytes) ?? contract.check(changed);
      if (isConforming(result)) return named;
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
      const redacted = kind && redactPassing(kind, exchange, { body, values, text });
      return redacted && { result, ...redacted };
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

/** Redacts secrets by name and format in an exchange whose body has no marked values, in the body only if it has any secrets. */
function redactNamed(
  exchange: Exchange,
  { parts, growth, hasSecrets }: RedactedParts,
  { redactor, size }: { readonly redactor: TextRedactor; readonly size: number },
): Omit<FastRedactedExchange, "result"> & { readonly isAffected: boolean } {
  const encoded = { parts, size: size + growth };
  const { response } = exchange;
  const plain: Exchange = hasSecrets
    ? addEncodedBody(exchange, encoded)
    : { ...exchange, response: { ...response, body: { kind: "none" } } };
  const whole = redactSecrets(plain);
  const { body } = (redactor === redactWhole ? whole : redactSecrets(plain, redactor)).response;
  const redacted = { ...whole, response: { ...whole.response, body } };
  return { redacted, body: hasSecrets ? undefined : encoded, isAffected: !isUnaffected(redacted, plain) };
}

function escapeBody({ response: { body } }: Exchange): Buffer {
  return escapeJson(body.kind === "text" ? body.text : "");
}

const QUERY_NAME = /[?&#]([^?&#=]*)=/g;
const PLAIN_NAME = /^[\w.-]*$/;
/** More than in real traffic. */
const MAX_KINDS = 1000;

/** A buffer for escaping texts, reused because allocating a large one takes longer than filling it. */
class EscapeBuffer {
  #memory = Buffer.alloc(0);

  /**
   * Returns a UTF-8 text as the content of a JSON string, as `JSON.stringify` escapes it, until the next call. Returns undefined if it
   * contains control characters, which JSON texts do not.
   */
  escape(text: Uint8Array): Buffer | undefined {
    const needed = text.length * 2;
    const memory = needed <= this.#memory.length ? this.#memory : Buffer.allocUnsafeSlow(needed);
    if (needed <= MAX_BUFFER_BYTES) this.#memory = memory;
    let end = 0;
    for (let at = 0; at < text.length && end !== -1; at += BLOCK_BYTES)
      end = escapeBlock(text.subarray(at, at + BLOCK_BYTES), memory, end);
    return end === -1 ? undefined : memory.subarray(0, end);
  }
}

/** Writes at `start` and returns the end, or -1. The blocks are small so that V8 optimizes this function soon. */
function escapeBlock(text: Uint8Array, memory: Uint8Array, start: number): number {
  const escapes = ESCAPES;
  let end = start;
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    const byte = text[at] ?? 0;
    const escaped = escapes[byte] ?? 0;
    if (escaped === 0) {
      memory[end] = byte;
      end += 1;
      continue;
    }
    if (escaped === CONTROL) return -1;
    memory[end] = BACKSLASH;
    memory[end + 1] = escaped;
    end += 2;
  }
  return end;
}

const BLOCK_BYTES = 4096;
const CONTROL = 1;
const BACKSLASH = 0x5c;
/** The character after the backslash for each byte that is escaped. */
const ESCAPES = new Uint8Array(256).fill(CONTROL, 0, 0x20);
for (const [index, character] of [...'\t\n\r"\\'].entries())
  ESCAPES[character.charCodeAt(0)] = 'tnr"\\'.charCodeAt(index);
const MAX_BUFFER_BYTES = 4 * 1024 * 1024;

type RedactedParts = {
  readonly parts: readonly Buffer[];
  /** The difference in size, in bytes without the escapes. */
  readonly growth: number;
  /** Whether a name, or a redacted value, indicates a secret. Secrets in other values have to be searched for in the original body. */
  hasSecrets: boolean;
  /** Whether the body is valid, as the original is. If false, it may still be valid. */
  readonly isAccepted: boolean;
};

/** Redacts the sensitive values in valid bodies of one schema. A body is the content of a JSON string with its escapes. */
class MarkedValueRedactor {
  readonly #schemas: Schemas;
  readonly #schema: Pointer;
  readonly #places = new Map<Pointer, Place>();
  readonly #pointers = new WeakMap<MarkedValue["path"], Pointer>();

  constructor(schemas: Schemas, schema: Pointer) {
    this.#schemas = schemas;
    this.#schema = schema;
  }

  /** Returns undefined if the schema is known to reject the redaction placeholder for one of the values. */
  redact(body: Buffer, values: readonly MarkedValue[], redactor: TextRedactor): RedactedParts | undefined {
    const parts: Buffer[] = [];
    const result = { parts, growth: 0, hasSecrets: false, isAccepted: true };
    let from = 0;
    let isRejected = false;
    for (const value of values) {
      const start = this.#getPointer(value.path);
      const text = unescapeJson(body.toString("utf8", value.start, value.end));
      const redacted = replaceJsonScalars(text, (at, token) => {
        const place = this.#getPlace(start + at);
        result.hasSecrets ||= place.hasSecretName;
        if (!place.isSensitive) return undefined;
        const hidden = redactJsonToken(token, redactor);
        if (hidden === token) return undefined;
        result.hasSecrets ||= redactText(hidden) !== hidden;
        isRejected ||= place.rejectsPlaceholder && redactor === redactWhole && token.startsWith('"');
        return hidden;
      });
      if (isRejected) return undefined;
      if (redacted === text) continue;
      const content = escapeJson(redacted);
      parts.push(body.subarray(from, value.start), content);
      from = value.end;
      result.growth += Buffer.byteLength(redacted) - Buffer.byteLength(text);
      // Rules about listings read the links, and other values at the top level.
      const isRead = value.path.length < 2 || value.path[0] === "links";
      result.isAccepted &&= !isRead && value.accepts(content);
    }
    parts.push(body.subarray(from));
    return result;
  }

  /** Remembers where the schema rejects the redaction placeholder, so that not every body tries it. */
  learnRejected(findings: readonly Finding[]): void {
    const rejected = new Set(findings.map(({ recording }) => toFirstItems(recording.body ?? "")));
    for (const [pointer, place] of this.#places) place.rejectsPlaceholder ||= rejected.has(toFirstItems(pointer));
  }

  #getPlace(pointer: Pointer): Place {
    const known = this.#places.get(pointer);
    if (known !== undefined) return known;
    const place = {
      isSensitive: isSensitive(this.#schemas, this.#schema, pointer),
      hasSecretName: parsePointer(pointer).some(isSecretName),
      rejectsPlaceholder: false,
    };
    if (this.#places.size < MAX_PLACES) this.#places.set(pointer, place);
    return place;
  }

  #getPointer(path: MarkedValue["path"]): Pointer {
    const pointer = this.#pointers.get(path) ?? path.reduce<Pointer>((at, name = "0") => joinPointer(at, name), "");
    this.#pointers.set(path, pointer);
    return pointer;
  }
}

/** What is known about the values at a pointer. All items of an array share that of the first. */
type Place = { readonly isSensitive: boolean; readonly hasSecretName: boolean; rejectsPlaceholder: boolean };

function toFirstItems(pointer: Pointer): Pointer {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, "/0");
}

/** Returns a text as the content of a JSON string. */
function escapeJson(text: string): Buffer {
  return Buffer.from(JSON.stringify(text).slice(1, -1));
}

/** Returns the text of the content of a JSON string. */
function unescapeJson(escaped: string): string {
  return JSON.parse(`"${escaped}"`) as string;
}

/** More than any schema has. The names of map entries count, too. */
const MAX_PLACES = 10_000;
