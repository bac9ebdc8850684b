import { createInstance, READ_AHEAD_BYTES, WASM_PAGE_SIZE, type WasmExports } from "../web-assembly/instance.js";
import { MAX_SLOTS, SLOTS_START, TEMPLATES_START, WINDOW_START } from "../web-assembly/layout.js";

/** Bytes that are the same in all entries of a template, and the slot after them (see web-assembly/layout.ts). */
export type TemplateSegment = { readonly bytes: Uint8Array; readonly slot: number };

/**
 * WebAssembly memory with the current window of a recording and the templates to match its entries against (see
 * web-assembly/assembly/match.ts). Offsets count from the start of the window.
 */
export class TemplateMemory {
  readonly #memory: WebAssemblyMemory;
  readonly #exports: WasmExports;
  #slots: Int32Array;
  #end = TEMPLATES_START;
  /** The bytes of the recording. `enlarge` replaces the buffer by a larger one with the same content. */
  window: Buffer;

  /** @throws {Error} if WebAssembly or its memory is not available. */
  constructor() {
    const { memory, exports } = createInstance(WINDOW_START);
    this.#memory = memory;
    this.#exports = exports;
    this.#slots = createSlotView(memory);
    this.window = createWindow(memory);
  }

  /** @throws {RangeError} if there is not enough memory. */
  enlarge(size: number): void {
    this.#memory.grow(Math.ceil((size - this.window.length) / WASM_PAGE_SIZE));
    this.#slots = createSlotView(this.#memory);
    this.window = createWindow(this.#memory);
  }

  /** Stores a template and returns its address, or undefined if there is no space. */
  add({ segments, tailLength }: { segments: readonly TemplateSegment[]; tailLength: number }): number | undefined {
    const parts = segments.flatMap(({ bytes, slot }) => {
      const padding = Buffer.alloc((8 - (bytes.length % 8)) % 8);
      return [Buffer.from(Int32Array.of(bytes.length, slot).buffer), bytes, padding];
    });
    const template = Buffer.concat([Buffer.from(Int32Array.of(tailLength, 0).buffer), ...parts]);
    const at = this.#end;
    if (segments.length > MAX_SLOTS || at + template.length > WINDOW_START) return undefined;
    this.#end += template.length;
    new Uint8Array(this.#memory.buffer).set(template, at);
    return at;
  }

  /** Whether an entry matches a template. */
  match(template: number, start: number, end: number): boolean {
    return this.#exports.match(template, WINDOW_START + start, WINDOW_START + end) === 1;
  }

  /** The start of a slot of the last match. */
  slotStart(index: number): number {
    return (this.#slots[index * 2] ?? 0) - WINDOW_START;
  }

  slotEnd(index: number): number {
    return (this.#slots[index * 2 + 1] ?? 0) - WINDOW_START;
  }
}

function createSlotView({ buffer }: WebAssemblyMemory): Int32Array {
  return new Int32Array(buffer, SLOTS_START, 2 * MAX_SLOTS);
}

/** Leaves zero bytes after the window: the module reads several bytes at a time, and every search ends there. */
function createWindow({ buffer }: WebAssemblyMemory): Buffer {
  return Buffer.from(buffer, WINDOW_START, buffer.byteLength - WINDOW_START - READ_AHEAD_BYTES);
}
