import {
  BODY_END_AT,
  BODY_START_AT,
  FULL_MATCH,
  HEAD_COUNT_AT,
  HEAD_MATCH,
  LENGTH_AT,
  MAX_SLOTS,
  NO_SLOT,
  NUMBER_SLOT,
  PLAIN_SLOT,
  SEGMENT_SIZE,
  SIZE_SLOT,
  SLOT_AT,
  SLOT_SIZE,
  SLOTS_START,
  TAIL_AT,
  TAIL_COUNT_AT,
  TAIL_LENGTH_AT,
  TEMPLATE_SIZE,
  TEMPLATES_START,
  TEXT_SLOT,
  WINDOW_START,
} from "./layout.js";
import { MODULE } from "./module.js";

/** `plain`: a text without escapes; `text`: any text; `number`: one without an exponent; `size`: one above zero. */
export type SlotKind = "plain" | "text" | "number" | "size";

/** Bytes that are the same in all entries of a template, and the hole that follows them; none at the end. */
export type TemplateSegment = { readonly bytes: Uint8Array; readonly slot: SlotKind | undefined };

type MatcherExports = { readonly match: (template: number, start: number, end: number) => number };

/**
 * The part of a recording that is at hand, and the templates that its entries are held against where they stand: the face of
 * assembly/match.ts. Places are counted from the first byte of that part.
 */
export class TemplateMemory {
  readonly #memory: WebAssemblyMemory;
  readonly #exports: MatcherExports;
  #view: DataView;
  #end = TEMPLATES_START;
  /** Room for the recording; another buffer with the same bytes when that has grown. */
  window: Buffer;

  /** @throws Error where there is no WebAssembly, or no memory for it */
  constructor() {
    if (WebAssembly === undefined) throw new Error("there is no WebAssembly");
    compiled ??= new WebAssembly.Module(Buffer.from(MODULE, "base64"));
    this.#memory = new WebAssembly.Memory({ initial: WINDOW_START / PAGE_BYTES + 1 });
    this.#exports = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } }).exports as MatcherExports;
    this.#view = new DataView(this.#memory.buffer);
    this.window = this.#createWindow();
  }

  /** @throws RangeError when there is not as much memory */
  enlarge(size: number): void {
    this.#memory.grow(Math.ceil((size - this.window.length) / PAGE_BYTES));
    this.#view = new DataView(this.#memory.buffer);
    this.window = this.#createWindow();
  }

  /** Where the template stands from now on; undefined when there is no room for it. */
  add(head: readonly TemplateSegment[], tail: readonly TemplateSegment[]): number | undefined {
    const holes = [...head, ...tail].filter(({ slot }) => slot !== undefined).length;
    const size = TEMPLATE_SIZE + getSegmentsSize(head) + getSegmentsSize(tail);
    if (holes > MAX_SLOTS || this.#end + size > WINDOW_START) return undefined;
    const at = this.#end;
    this.#end += size;
    this.#view.setInt32(
      at + TAIL_LENGTH_AT,
      tail.reduce((sum, { bytes }) => sum + bytes.length, 0),
      true,
    );
    this.#view.setInt32(at + HEAD_COUNT_AT, head.length, true);
    this.#view.setInt32(at + TAIL_COUNT_AT, tail.length, true);
    this.#view.setInt32(at + TAIL_AT, TEMPLATE_SIZE + getSegmentsSize(head), true);
    this.#write(head, at + TEMPLATE_SIZE);
    this.#write(tail, at + TEMPLATE_SIZE + getSegmentsSize(head));
    return at;
  }

  /** How far an entry is like a template: not at all, as far as its body, or wholly. */
  match(template: number, start: number, end: number): "not" | "head" | "all" {
    const found = this.#exports.match(template, WINDOW_START + start, WINDOW_START + end);
    return found === FULL_MATCH ? "all" : found === HEAD_MATCH ? "head" : "not";
  }

  /** What was matched last. */
  get body(): { readonly start: number; readonly end: number } {
    return { start: this.#readOffset(BODY_START_AT), end: this.#readOffset(BODY_END_AT) };
  }

  /** Where a hole of what was matched last starts. */
  slotStart(index: number): number {
    return this.#readOffset(SLOTS_START + index * SLOT_SIZE);
  }

  slotEnd(index: number): number {
    return this.#readOffset(SLOTS_START + index * SLOT_SIZE + 4);
  }

  #readOffset(at: number): number {
    return this.#view.getInt32(at, true) - WINDOW_START;
  }

  #write(parts: readonly TemplateSegment[], start: number): void {
    let at = start;
    for (const part of parts) {
      this.#view.setInt32(at + LENGTH_AT, part.bytes.length, true);
      this.#view.setInt32(at + SLOT_AT, part.slot === undefined ? NO_SLOT : SLOT_CODES[part.slot], true);
      new Uint8Array(this.#memory.buffer).set(part.bytes, at + SEGMENT_SIZE);
      at += getSegmentsSize([part]);
    }
  }

  /** More is read at once than there is to read: what stands behind is nothing, so that every search ends there. */
  #createWindow(): Buffer {
    const { buffer } = this.#memory;
    return Buffer.from(buffer, WINDOW_START, buffer.byteLength - WINDOW_START - PADDING);
  }
}

const SLOT_CODES = {
  plain: PLAIN_SLOT,
  text: TEXT_SLOT,
  number: NUMBER_SLOT,
  size: SIZE_SLOT,
} as const satisfies Readonly<Record<SlotKind, number>>;

function getSegmentsSize(parts: readonly TemplateSegment[]): number {
  return parts.reduce((sum, { bytes }) => sum + SEGMENT_SIZE + Math.ceil(bytes.length / 8) * 8, 0);
}

/** One for all memories. */
let compiled: WebAssemblyModule | undefined;

const PAGE_BYTES = 65536;
const PADDING = 64;
