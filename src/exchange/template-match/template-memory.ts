import {
  ALIKE,
  BODY_END_AT,
  BODY_START_AT,
  HEAD_ALIKE,
  HEAD_COUNT_AT,
  HOLE_AT,
  HOLE_SIZE,
  HOLES_START,
  LENGTH_AT,
  MAX_HOLES,
  NO_HOLE,
  NUMBER_HOLE,
  PART_SIZE,
  PLAIN_HOLE,
  SIZE_HOLE,
  TAIL_AT,
  TAIL_COUNT_AT,
  TAIL_LENGTH_AT,
  TEMPLATE_SIZE,
  TEMPLATES_START,
  TEXT_HOLE,
  WINDOW_START,
} from "./layout.js";
import { MODULE } from "./module.js";

/** `plain`: a text without escapes; `text`: any text; `number`: one without an exponent; `size`: one above zero. */
export type HoleKind = "plain" | "text" | "number" | "size";

/** Bytes that are the same in all entries of a template, and the hole that follows them; none at the end. */
export type Part = { readonly bytes: Uint8Array; readonly hole: HoleKind | undefined };

type Exports = { readonly match: (template: number, start: number, end: number) => number };

/**
 * The part of a recording that is at hand, and the templates that its entries are held against where they stand: the face of
 * assembly/match.ts. Places are counted from the first byte of that part.
 */
export class TemplateMemory {
  readonly #memory: WebAssemblyMemory;
  readonly #exports: Exports;
  #view: DataView;
  #end = TEMPLATES_START;
  /** Room for the recording; another buffer with the same bytes when that has grown. */
  window: Buffer;

  /** @throws Error where there is no WebAssembly, or no memory for it */
  constructor() {
    if (WebAssembly === undefined) throw new Error("there is no WebAssembly");
    compiled ??= new WebAssembly.Module(Buffer.from(MODULE, "base64"));
    this.#memory = new WebAssembly.Memory({ initial: WINDOW_START / PAGE + 1 });
    this.#exports = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } }).exports as Exports;
    this.#view = new DataView(this.#memory.buffer);
    this.window = this.#room();
  }

  /** @throws RangeError when there is not as much memory */
  enlarge(size: number): void {
    this.#memory.grow(Math.ceil((size - this.window.length) / PAGE));
    this.#view = new DataView(this.#memory.buffer);
    this.window = this.#room();
  }

  /** Where the template stands from now on; undefined when there is no room for it. */
  add(head: readonly Part[], tail: readonly Part[]): number | undefined {
    const holes = [...head, ...tail].filter(({ hole }) => hole !== undefined).length;
    const size = TEMPLATE_SIZE + sizeOf(head) + sizeOf(tail);
    if (holes > MAX_HOLES || this.#end + size > WINDOW_START) return undefined;
    const at = this.#end;
    this.#end += size;
    this.#view.setInt32(
      at + TAIL_LENGTH_AT,
      tail.reduce((sum, { bytes }) => sum + bytes.length, 0),
      true,
    );
    this.#view.setInt32(at + HEAD_COUNT_AT, head.length, true);
    this.#view.setInt32(at + TAIL_COUNT_AT, tail.length, true);
    this.#view.setInt32(at + TAIL_AT, TEMPLATE_SIZE + sizeOf(head), true);
    this.#write(head, at + TEMPLATE_SIZE);
    this.#write(tail, at + TEMPLATE_SIZE + sizeOf(head));
    return at;
  }

  /** How far an entry is like a template: not at all, as far as its body, or wholly. */
  match(template: number, start: number, end: number): "not" | "head" | "all" {
    const found = this.#exports.match(template, WINDOW_START + start, WINDOW_START + end);
    return found === ALIKE ? "all" : found === HEAD_ALIKE ? "head" : "not";
  }

  /** What was matched last. */
  get body(): { readonly start: number; readonly end: number } {
    return { start: this.#place(BODY_START_AT), end: this.#place(BODY_END_AT) };
  }

  /** Where a hole of what was matched last starts. */
  holeStart(index: number): number {
    return this.#place(HOLES_START + index * HOLE_SIZE);
  }

  holeEnd(index: number): number {
    return this.#place(HOLES_START + index * HOLE_SIZE + 4);
  }

  #place(at: number): number {
    return this.#view.getInt32(at, true) - WINDOW_START;
  }

  #write(parts: readonly Part[], start: number): void {
    let at = start;
    for (const part of parts) {
      this.#view.setInt32(at + LENGTH_AT, part.bytes.length, true);
      this.#view.setInt32(at + HOLE_AT, part.hole === undefined ? NO_HOLE : HOLES[part.hole], true);
      new Uint8Array(this.#memory.buffer).set(part.bytes, at + PART_SIZE);
      at += sizeOf([part]);
    }
  }

  /** More is read at once than there is to read: what stands behind is nothing, so that every search ends there. */
  #room(): Buffer {
    const { buffer } = this.#memory;
    return Buffer.from(buffer, WINDOW_START, buffer.byteLength - WINDOW_START - BEHIND);
  }
}

const HOLES = {
  plain: PLAIN_HOLE,
  text: TEXT_HOLE,
  number: NUMBER_HOLE,
  size: SIZE_HOLE,
} as const satisfies Readonly<Record<HoleKind, number>>;

function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { bytes }) => sum + PART_SIZE + Math.ceil(bytes.length / 8) * 8, 0);
}

/** One for all memories. */
let compiled: WebAssemblyModule | undefined;

const PAGE = 65536;
const BEHIND = 64;
