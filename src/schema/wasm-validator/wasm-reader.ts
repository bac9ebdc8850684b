import { isDateTime } from "../formats/date-time.js";
import type { CompiledSchema } from "./compiled-schema.js";
import { RECORD_PATH_AT, RECORD_SCHEMA_AT, RECORDS_START, SCHEMAS_START } from "./layout.js";
import { MODULE } from "./module.js";
import { SchemaMemory, WASM_PAGE_SIZE } from "./schema-memory.js";

/** The content of a JSON string, still escaped; the quotation mark that ends it stands at `end`. */
export type StringContent = { readonly bytes: Buffer; readonly start: number; readonly end: number };

/** A scalar that does not keep its plan, as its numbers: see the fields of a note in layout.ts. */
export type ScalarErrorRecord = Int32Array;

/** Judges a value by the schema of a plan, where the plan cannot. */
export type FallbackValidator = (plan: CompiledSchema, value: unknown) => boolean;

type WasmExports = {
  readonly accepts: (plan: number, start: number, length: number, notes: boolean) => number;
  readonly recordsEnd: () => number;
};

/**
 * Holds bodies against plans: the face of assembly/accept.ts, which says what is accepted, and what is refused though it
 * may be fine. The body is copied to where that can read it.
 */
export class WasmReader {
  readonly #plans: SchemaMemory;
  readonly #exports: WasmExports;

  /** @throws Error where there is no WebAssembly, or no memory for it. */
  constructor(validate: FallbackValidator) {
    if (WebAssembly === undefined) throw new Error("there is no WebAssembly");
    compiledModule ??= new WebAssembly.Module(Buffer.from(MODULE, "base64"));
    const memory = new WebAssembly.Memory({ initial: SCHEMAS_START / WASM_PAGE_SIZE + 1 });
    this.#plans = new SchemaMemory(memory);
    const plan = (id: number): CompiledSchema => this.#plans.schemas[id] as CompiledSchema;
    const imports = {
      validateWithSchema: (id: number, start: number, end: number) => validate(plan(id), this.readValue(start, end)),
      testText: (id: number, start: number, end: number) =>
        passesTests(plan(id), this.#plans.bytes.toString("latin1", start, end)),
      testNumber: (id: number, value: number) => plan(id).numberTests.every((test) => test(value)),
    };
    this.#exports = new WebAssembly.Instance(compiledModule, { env: { memory }, host: imports }).exports as WasmExports;
  }

  /**
   * Whether a body keeps its plan; with `notes` also where scalars alone do not, which are noted until the next body.
   *
   * @throws Error when the plan or the body is too large, or when judging the body takes too long.
   */
  accepts(plan: CompiledSchema, { bytes, start, end }: StringContent, notes = false): boolean {
    const address = this.#plans.addressOf(plan);
    const at = this.#plans.end;
    const length = end - start;
    this.#plans.reserve(at + length + READ_AHEAD_BYTES);
    const { bytes: memory } = this.#plans;
    bytes.copy(memory, at, start, end);
    memory[at + length] = QUOTATION_MARK;
    return this.#exports.accepts(address, at, length, notes) === 1;
  }

  /** All notes, one behind the other; good until the next body is read. */
  readRecords(): Int32Array {
    return new Int32Array(this.#plans.bytes.buffer, RECORDS_START, (this.#exports.recordsEnd() - RECORDS_START) / 4);
  }

  getSchema(note: ScalarErrorRecord): CompiledSchema {
    return this.#plans.schemas[note[RECORD_SCHEMA_AT / 4] ?? 0] as CompiledSchema;
  }

  /** The names on the way to a noted value; of items of lists, the first. */
  getPropertyNames(note: ScalarErrorRecord): string[] {
    return Array.from(note.subarray(RECORD_PATH_AT / 4), (key) => this.#plans.names.get(key) ?? "0");
  }

  /** How the value is written, escapes and all. */
  readText(start: number, end: number): string {
    return this.#plans.bytes.toString("utf8", start, end);
  }

  /** The value that stands at a place. */
  readValue(start: number, end: number): unknown {
    const text = JSON.parse(`"${this.readText(start, end)}"`) as string;
    return JSON.parse(text);
  }
}

/** A date that is written unusually may be one all the same. */
function passesTests({ isDateTime: isDated, textTests }: CompiledSchema, text: string): boolean {
  return (!isDated || isDateTime(text)) && textTests.every((test) => test(text));
}

/** One for all readers. */
let compiledModule: WebAssemblyModule | undefined;

const QUOTATION_MARK = 0x22;

/** More than is ever read at once. */
const READ_AHEAD_BYTES = 64;
