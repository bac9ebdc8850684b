import { type MarkedValue, redactText } from "../../exchange/index.js";
import { redactJsonToken, type TextRedactor } from "../../gate/redaction/text-redactor.js";
import type { SensitivePath, SensitivePathTree } from "./sensitive-path-tree.js";

export type RedactedParts = {
  readonly parts: readonly Buffer[];
  /** The difference in size, in bytes without the escapes. */
  readonly growth: number;
  /** Whether a redacted value has the format of a secret. Other secrets are in the original body, too, because none extends over two values. */
  readonly hasSecrets: boolean;
  /** Whether the body is valid, as the original is. If false, it may still be valid. */
  readonly isAccepted: boolean;
};

/**
 * Finds the sensitive values in a JSON body that is already validated against the schema of the path tree. The body is the
 * content of a JSON string with its escapes, so that a quotation mark is `\"`.
 */
export class SensitiveJsonBytes {
  readonly #bytes: Buffer;
  readonly #tree: SensitivePathTree;
  readonly #sensitive: { readonly value: MarkedValue; readonly spans: readonly number[] }[] = [];
  /** Start and end offsets of the sensitive scalars in the current value, alternating. */
  #spans: number[] = [];
  readonly #open: SensitivePath[] = [];
  #node: SensitivePath;
  /** Whether there are properties whose names indicate secrets. */
  hasSecretNames = false;
  /** Whether the schema rejects the redaction placeholder for one of the sensitive strings. */
  rejectsPlaceholder = false;
  /** False if property names contain escapes, there are too many of them, or the nesting is too deep. */
  readonly isTraversed: boolean;

  /** The body as it is. */
  readonly original: RedactedParts;

  /** @param marked the values that are read; undefined if the whole body has to be read */
  constructor(bytes: Buffer, tree: SensitivePathTree, marked?: readonly MarkedValue[]) {
    this.#bytes = bytes;
    this.original = { parts: [bytes], growth: 0, hasSecrets: false, isAccepted: true };
    this.#tree = tree;
    this.#node = tree.root;
    const values = marked ?? [{ start: 0, end: bytes.length, path: [], accepts: () => false }];
    this.isTraversed = values.every((value) => this.#read(value));
  }

  #read(value: MarkedValue): boolean {
    const node = this.#tree.getPath(value.path);
    if (node === undefined) return false;
    this.#node = node;
    this.hasSecretNames ||= node.hasSecretName;
    this.#spans = [];
    let at = value.start;
    while (at !== -1 && at < value.end) at = this.#step(at);
    if (this.#spans.length > 0) this.#sensitive.push({ value, spans: this.#spans });
    return at !== -1;
  }

  /** Returns the body with all sensitive scalars redacted; `original` if it is the same. */
  redact(redactor: TextRedactor): RedactedParts {
    const parts: Buffer[] = [];
    const result = { parts, growth: 0, hasSecrets: false, isAccepted: true };
    let from = 0;
    let isSame = true;
    for (const { value, spans } of this.#sensitive) {
      parts.push(this.#bytes.subarray(from, value.start));
      const first = parts.length;
      from = value.start;
      for (let index = 0; index < spans.length; index += 2) {
        const [start = 0, end = 0] = [spans[index], spans[index + 1]];
        const token = unescapeJson(this.#bytes.toString("utf8", start, end));
        const redacted = redactJsonToken(token, redactor);
        isSame &&= redacted === token;
        result.growth += Buffer.byteLength(redacted) - Buffer.byteLength(token);
        result.hasSecrets ||= redactText(redacted) !== redacted;
        parts.push(this.#bytes.subarray(from, start), Buffer.from(JSON.stringify(redacted).slice(1, -1)));
        from = end;
      }
      parts.push(this.#bytes.subarray(from, value.end));
      from = value.end;
      // Rules about listings read the links, and other values at the top level.
      const isRead = value.path.length < 2 || value.path[0] === "links";
      result.isAccepted &&= !isRead && value.accepts(Buffer.concat(parts.slice(first)));
    }
    parts.push(this.#bytes.subarray(from));
    return isSame ? this.original : result;
  }

  /** Processes a token and returns the offset of the next one, or -1 if the body cannot be traversed. */
  #step(at: number): number {
    const byte = this.#bytes[at] ?? 0;
    if (byte <= SPACE || byte === COMMA) return at + 1;
    if (byte === OBJECT || byte === LIST) return this.#enter(at, byte);
    if (byte === OBJECT_END || byte === LIST_END) {
      this.#node = this.#open.pop() ?? this.#tree.root;
      return at + 1;
    }
    if (byte !== BACKSLASH) return this.#readScalar(at, findTokenEnd(this.#bytes, at));
    if (this.#bytes[at + 1] !== QUOTE) return at + 2;
    const value = this.#enterExpectedProperty(at);
    if (value > 0) return value;
    const end = findStringEnd(this.#bytes, at + 2);
    const colon = skipWhitespace(this.#bytes, end);
    if (this.#bytes[colon] === COLON) return this.#enterProperty(at + 2, end - 2) ? colon + 1 : -1;
    // Empty strings are not redacted.
    this.rejectsPlaceholder ||= end - at > 4 && this.#node.rejectsPlaceholder;
    return this.#readScalar(at, end);
  }

  #readScalar(start: number, end: number): number {
    if (this.#node.isSensitive) this.#spans.push(start, end);
    return end;
  }

  #enter(at: number, byte: number): number {
    if (this.#open.length >= MAX_DEPTH) return -1;
    this.#open.push(this.#node);
    if (byte === LIST) this.#node = this.#tree.getItem(this.#node);
    return at + 1;
  }

  /** Returns the offset after the colon if it is the property that followed last time, because traffic repeats its order; or else 0. */
  #enterExpectedProperty(at: number): number {
    const path = this.#node === this.#open.at(-1) ? this.#node.first : this.#node.next;
    if (path === undefined) return 0;
    const { quoted } = path;
    for (let index = 0; index < quoted.length; index += 1) if (this.#bytes[at + index] !== quoted[index]) return 0;
    this.#node = path;
    this.hasSecretNames ||= path.hasSecretName;
    return at + quoted.length;
  }

  #enterProperty(start: number, end: number): boolean {
    const parent = this.#open.at(-1) ?? this.#tree.root;
    const path = this.#tree.getProperty(parent, this.#bytes.toString("utf8", start, end));
    if (path === undefined) return false;
    if (this.#node === parent) parent.first = path;
    else this.#node.next = path;
    this.#node = path;
    this.hasSecretNames ||= path.hasSecretName;
    return true;
  }
}

/** Returns the text of the content of a JSON string. */
export function unescapeJson(escaped: string): string {
  return JSON.parse(`"${escaped}"`) as string;
}

/** Returns the end of the string with its first character at `start`, after its closing quotation mark. */
function findStringEnd(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at += 1) {
    if (bytes[at] !== BACKSLASH) continue;
    if (bytes[at + 1] === QUOTE) return at + 2;
    // The backslash of an inner escape is two backslashes. The character after it can be escaped, too.
    at += bytes[at + 1] === BACKSLASH && bytes[at + 2] === BACKSLASH ? 3 : 1;
  }
  return bytes.length;
}

/** Skips spaces, and line breaks and tabs, which are escapes. */
function skipWhitespace(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === SPACE || (bytes[at] === BACKSLASH && bytes[at + 1] !== QUOTE)) at += bytes[at] === SPACE ? 1 : 2;
  return at;
}

function findTokenEnd(bytes: Buffer, start: number): number {
  let at = start;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === COMMA || byte === OBJECT_END || byte === LIST_END || byte <= SPACE || byte === BACKSLASH) break;
  }
  return at;
}

const [QUOTE, COLON, COMMA, SPACE, BACKSLASH] = [0x22, 0x3a, 0x2c, 0x20, 0x5c] as const;
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
const MAX_DEPTH = 64;
