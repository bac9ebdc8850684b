import { redactJsonToken, type TextRedactor } from "../../gate/index.js";
import type { SensitivePath, SensitivePathTree } from "./sensitive-path-tree.js";

/** Finds the sensitive values in a JSON text that is already validated against the schema of the path tree. */
export class SensitiveJsonText {
  readonly text: string;
  readonly #tree: SensitivePathTree;
  /** Start and end offsets of sensitive scalars, alternating. */
  readonly #spans: number[] = [];
  readonly #open: SensitivePath[] = [];
  #node: SensitivePath;
  /** Whether there are properties whose names indicate secrets. */
  hasSecretNames = false;
  /** Whether the schema rejects the redaction placeholder for one of the sensitive strings. */
  rejectsPlaceholder = false;
  /** False if property names contain escapes, there are too many of them, or the nesting is too deep. */
  readonly isTraversed: boolean;

  constructor(text: string, tree: SensitivePathTree) {
    this.text = text;
    this.#tree = tree;
    this.#node = tree.root;
    let at = 0;
    while (at !== -1 && at < text.length) at = this.#step(at);
    this.isTraversed = at !== -1;
  }

  get hasSensitiveValues(): boolean {
    return this.#spans.length > 0;
  }

  /** Returns the text with all sensitive scalars redacted. */
  redact(redactor: TextRedactor): string {
    let redacted = "";
    let from = 0;
    for (let index = 0; index < this.#spans.length; index += 2) {
      const [start = 0, end = 0] = [this.#spans[index], this.#spans[index + 1]];
      redacted += this.text.slice(from, start) + redactJsonToken(this.text.slice(start, end), redactor);
      from = end;
    }
    return redacted + this.text.slice(from);
  }

  /** Processes a token and returns the offset of the next one, or -1 if the text cannot be traversed. */
  #step(at: number): number {
    const code = this.text.charCodeAt(at);
    if (code <= SPACE || code === COMMA) return at + 1;
    if (code === OBJECT || code === LIST) return this.#enter(at, code);
    if (code === OBJECT_END || code === LIST_END) {
      this.#node = this.#open.pop() ?? this.#tree.root;
      return at + 1;
    }
    const isText = code === QUOTE;
    const end = isText ? findStringEnd(this.text, at) : findTokenEnd(this.text, at);
    const colon = isText ? skipWhitespace(this.text, end) : end;
    if (isText && this.text.charCodeAt(colon) === COLON) return this.#enterProperty(at, end) ? colon + 1 : -1;
    if (this.#node.isSensitive) this.#spans.push(at, end);
    // Empty strings are not redacted.
    this.rejectsPlaceholder ||= isText && end - at > 2 && this.#node.rejectsPlaceholder;
    return end;
  }

  #enter(at: number, code: number): number {
    if (this.#open.length >= MAX_DEPTH) return -1;
    this.#open.push(this.#node);
    if (code === LIST) this.#node = this.#tree.getItem(this.#node);
    return at + 1;
  }

  #enterProperty(start: number, end: number): boolean {
    const path = this.#tree.getProperty(this.#open.at(-1) ?? this.#tree.root, this.text.slice(start + 1, end - 1));
    this.#node = path ?? this.#node;
    this.hasSecretNames ||= this.#node.hasSecretName;
    return path !== undefined;
  }
}

function findStringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (at - start) % 2 === 1;
}

function skipWhitespace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) at += 1;
  return at;
}

function findTokenEnd(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === OBJECT_END || code === LIST_END || code <= SPACE) break;
  }
  return at;
}

const [QUOTE, COLON, COMMA, SPACE, BACKSLASH] = [0x22, 0x3a, 0x2c, 0x20, 0x5c] as const;
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
const MAX_DEPTH = 64;
