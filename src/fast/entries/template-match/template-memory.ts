import {
  BODY_END_AT,
  BODY_START_AT,
  FULL_MATCH,
  HEAD_COUNT_AT,
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

/** `plain`: string without escapes; `text`: any string; `number`: without exponent; `size`: positive number. */
export type SlotKind = "plain" | "text" | "number" | "size";

/** Bytes that are the same in all entries of a template, and the slot after them; undefined at the end. */
export type TemplateSegment = { readonly bytes: Uint8Array; readonly slot: SlotKind | undefined };

type MatcherExports = {
  readonly match: (template: number, start: number, end: number) => number;
  readonly skipObject: (start: number, end: number) => number;
};

/**
 * WebAssembly memory with the current window of a recording and the templates to match its entries against (see
 * assembly/match.ts). Offsets count from the start of the window.
 */
export class TemplateMemory {
  readonly #memory: WebAssemblyMemory;
  readonly #exports: MatcherExports;
  #view: DataView;
  #end = TEMPLATES_START;
  /** The bytes of the recording. `enlarge` replaces the buffer by a larger one with the same content. */
  window: Buffer;

  /** @throws Error if WebAssembly or its memory is not available. */
  constructor() {
    if (WebAssembly === undefined) throw new Error("WebAssembly is not available");
    compiled ??= new WebAssembly.Module(Buffer.from(MODULE, "base64"));
    this.#memory = new WebAssembly.Memory({ initial: WINDOW_START / PAGE_BYTES + 1 });
    this.#exports = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } }).exports as MatcherExports;
    this.#view = new DataView(this.#memory.buffer);
    this.window = this.#createWindow();
  }

  /** @throws RangeError if there is not enough memory. */
  enlarge(size: number): void {
    this.#memory.grow(Math.ceil((size - this.window.length) / PAGE_BYTES));
    this.#view = new DataView(this.#memory.buffer);
    this.window = this.#createWindow();
  }

  /** Stores a template and returns its address, or undefined if there is no space. */
  add(head: readonly TemplateSegment[], tail: readonly TemplateSegment[]): number | undefined {
    const slotCount = [...head, ...tail].filter(({ slot }) => slot !== undefined).length;
    const size = TEMPLATE_SIZE + getSegmentsSize(head) + getSegmentsSize(tail);
    if (slotCount > MAX_SLOTS || this.#end + size > WINDOW_START) return undefined;
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

  /** Whether an entry matches a template. */
  match(template: number, start: number, end: number): boolean {
    return this.#exports.match(template, WINDOW_START + start, WINDOW_START + end) === FULL_MATCH;
  }

  /** The end of the JSON object at `start`, or undefined if it does not end before `end` or is not simple, valid JSON. */
  skipObject(start: number, end: number): number | undefined {
    const found = this.#exports.skipObject(WINDOW_START + start, WINDOW_START + end);
    return found < 0 ? undefined : found - WINDOW_START;
  }

  /** The response body of the last match. */
  get body(): { readonly start: number; readonly end: number } {
    return { start: this.#readOffset(BODY_START_AT), end: this.#readOffset(BODY_END_AT) };
  }

  /** The start of a slot of the last match. */
  slotStart(index: number): number {
    return this.#readOffset(SLOTS_START + index * SLOT_SIZE);
  }

  slotEnd(index: number): number {
    return this.#readOffset(SLOTS_START + index * SLOT_SIZE + 4);
  }

  #readOffset(at: number): number {
    return this.#view.getInt32(at, true) - WINDOW_START;
  }

  #write(segments: readonly TemplateSegment[], start: number): void {
    let at = start;
    for (const segment of segments) {
      this.#view.setInt32(at + LENGTH_AT, segment.bytes.length, true);
      this.#view.setInt32(at + SLOT_AT, segment.slot === undefined ? NO_SLOT : SLOT_CODES[segment.slot], true);
      new Uint8Array(this.#memory.buffer).set(segment.bytes, at + SEGMENT_SIZE);
      at += getSegmentsSize([segment]);
    }
  }

  /** Leaves zero bytes after the window: the matcher reads several bytes at a time, and every search ends there. */
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

function getSegmentsSize(segments: readonly TemplateSegment[]): number {
  return segments.reduce((sum, { bytes }) => sum + SEGMENT_SIZE + Math.ceil(bytes.length / 8) * 8, 0);
}

/** Shared by all instances. */
let compiled: WebAssemblyModule | undefined;

const PAGE_BYTES = 65536;
const PADDING = 64;
