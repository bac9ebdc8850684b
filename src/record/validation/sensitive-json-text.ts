import { redactJsonToken, type TextRedactor } from "../../gate/index.js";
import type { SensitivePath, SensitivePathTree } from "./sensitive-path-tree.js";

/** What is secret by the contract's word in a text that is known to be JSON, and to keep the schema of the places. */
export class SensitiveJsonText {
  readonly text: string;
  readonly #tree: SensitivePathTree;
  /** Where marked scalars start and end. */
  readonly #spans: number[] = [];
  readonly #open: SensitivePath[] = [];
  #node: SensitivePath;
  /** Whether it has properties that are secret by their name. */
  hasSecretNames = false;
  /** Whether one of the marked texts stands where no other one may that is hidden as a whole. */
  rejectsPlaceholder = false;
  /** Undefined where names are written with escapes, are very many, or stand very deep. */
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

  /** The text with every marked scalar made another one. */
  redact(hide: TextRedactor): string {
    let hidden = "";
    let from = 0;
    for (let index = 0; index < this.#spans.length; index += 2) {
      const [start = 0, end = 0] = [this.#spans[index], this.#spans[index + 1]];
      hidden += this.text.slice(from, start) + redactJsonToken(this.text.slice(start, end), hide);
      from = end;
    }
    return hidden + this.text.slice(from);
  }

  /** Where the next token begins; -1 when this one cannot be followed. */
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
    if (isText && this.text.charCodeAt(colon) === COLON) return this.#name(at, end) ? colon + 1 : -1;
    if (this.#node.isSensitive) this.#spans.push(at, end);
    // An empty text stays as it is.
    this.rejectsPlaceholder ||= isText && end - at > 2 && this.#node.rejectsPlaceholder;
    return end;
  }

  #enter(at: number, code: number): number {
    if (this.#open.length >= MAX_DEPTH) return -1;
    this.#open.push(this.#node);
    if (code === LIST) this.#node = this.#tree.getItem(this.#node);
    return at + 1;
  }

  #name(start: number, end: number): boolean {
    const place = this.#tree.getProperty(this.#open.at(-1) ?? this.#tree.root, this.text.slice(start + 1, end - 1));
    this.#node = place ?? this.#node;
    this.hasSecretNames ||= this.#node.hasSecretName;
    return place !== undefined;
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
