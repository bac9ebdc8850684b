import { type Hide, hiddenToken } from "../gate/index.js";
import type { MarkedTree, Place } from "./marked-tree.js";

/** What is secret by the contract's word in a text that is known to be JSON, and to keep the schema of the places. */
export class MarkedText {
  readonly text: string;
  readonly #tree: MarkedTree;
  /** Where marked scalars start and end. */
  readonly #spans: number[] = [];
  readonly #open: Place[] = [];
  #place: Place;
  /** Whether it has properties that are secret by their name. */
  hasSecretNames = false;
  /** Whether one of the marked texts stands where no other one may that is hidden as a whole. */
  refusesWhole = false;
  /** Undefined where names are written with escapes, are very many, or stand very deep. */
  readonly isFollowed: boolean;

  constructor(text: string, tree: MarkedTree) {
    this.text = text;
    this.#tree = tree;
    this.#place = tree.root;
    let at = 0;
    while (at !== -1 && at < text.length) at = this.#step(at);
    this.isFollowed = at !== -1;
  }

  get isMarked(): boolean {
    return this.#spans.length > 0;
  }

  /** The text with every marked scalar made another one. */
  hidden(hide: Hide): string {
    let hidden = "";
    let from = 0;
    for (let index = 0; index < this.#spans.length; index += 2) {
      const [start = 0, end = 0] = [this.#spans[index], this.#spans[index + 1]];
      hidden += this.text.slice(from, start) + hiddenToken(this.text.slice(start, end), hide);
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
      this.#place = this.#open.pop() ?? this.#tree.root;
      return at + 1;
    }
    const isText = code === QUOTE;
    const end = isText ? endOfString(this.text, at) : endOfToken(this.text, at);
    const colon = isText ? beyondSpace(this.text, end) : end;
    if (isText && this.text.charCodeAt(colon) === COLON) return this.#name(at, end) ? colon + 1 : -1;
    if (this.#place.isMarked) this.#spans.push(at, end);
    // An empty text stays as it is.
    this.refusesWhole ||= isText && end - at > 2 && this.#place.refusesWhole;
    return end;
  }

  #enter(at: number, code: number): number {
    if (this.#open.length >= DEEPEST) return -1;
    this.#open.push(this.#place);
    if (code === LIST) this.#place = this.#tree.itemOf(this.#place);
    return at + 1;
  }

  #name(start: number, end: number): boolean {
    const place = this.#tree.below(this.#open.at(-1) ?? this.#tree.root, this.text.slice(start + 1, end - 1));
    this.#place = place ?? this.#place;
    this.hasSecretNames ||= this.#place.isNamedSecret;
    return place !== undefined;
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (at - start) % 2 === 1;
}

function beyondSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) at += 1;
  return at;
}

function endOfToken(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === OBJECT_END || code === LIST_END || code <= SPACE) break;
  }
  return at;
}

const [QUOTE, COLON, COMMA, SPACE, BACKSLASH] = [0x22, 0x3a, 0x2c, 0x20, 0x5c] as const;
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
const DEEPEST = 64;
