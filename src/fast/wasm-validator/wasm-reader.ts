import type { MarkedValue } from "../../exchange/index.js";
import { isDateTime } from "../../schema/formats/date-time.js";
import { ANY_VALUE_SCHEMA, type CompiledSchema } from "./compiled-schema.js";
import {
  MARK_PATH_AT,
  MARKS_START,
  OUTLINE_ENTRY_SIZE,
  OUTLINE_START,
  RECORD_PATH_AT,
  RECORD_SCHEMA_AT,
  RECORDS_START,
  SCHEMAS_START,
} from "./layout.js";
import { MarkedPaths } from "./marked-paths.js";
import { MODULE } from "./module.js";
import { SchemaMemory, WASM_PAGE_SIZE } from "./schema-memory.js";

/** A scalar that violates its compiled schema, as the integers of a record (see layout.ts). */
export type ScalarErrorRecord = Int32Array;

/** Validates a value with the original schema, where the compiled schema cannot. */
export type FallbackValidator = (compiled: CompiledSchema, value: unknown) => boolean;

type WasmExports = {
  readonly accepts: (schema: number, start: number, length: number, isRecording: boolean) => number;
  readonly recordsEnd: () => number;
  readonly getOutlineEnd: () => number;
  readonly getMarksEnd: () => number;
};

/**
 * Checks bodies against compiled schemas. Wraps assembly/accept.ts, which defines what is accepted, and what is refused
 * although it may be valid. The body is copied to WebAssembly memory.
 */
export class WasmReader {
  readonly #memory: SchemaMemory;
  readonly #exports: WasmExports;
  readonly #paths = new MarkedPaths();

  /** @throws {Error} if WebAssembly is not available, or there is no memory for it. */
  constructor(validate: FallbackValidator) {
    if (WebAssembly === undefined) throw new Error("WebAssembly is not available");
    compiledModule ??= new WebAssembly.Module(Buffer.from(MODULE, "base64"));
    const memory = new WebAssembly.Memory({ initial: SCHEMAS_START / WASM_PAGE_SIZE + 1 });
    this.#memory = new SchemaMemory(memory);
    const getById = (id: number): CompiledSchema => this.#memory.schemas[id] as CompiledSchema;
    const imports = {
      validateWithSchema: (id: number, start: number, end: number) => validate(getById(id), this.readValue(start, end)),
      testText: (id: number, start: number, end: number) =>
        passesTests(getById(id), this.#memory.bytes.toString("latin1", start, end)),
      testNumber: (id: number, value: number) => getById(id).numberTests.every((test) => test(value)),
    };
    this.#exports = new WebAssembly.Instance(compiledModule, { env: { memory }, host: imports }).exports as WasmExports;
  }

  /**
   * Whether a body, as the content of a JSON string with its escapes, matches its compiled schema. With `isRecording`, also returns true if only scalars violate it. Their
   * records stay readable until the next body.
   *
   * @throws {Error} if the schema or the body is too large, or if the check takes too long.
   */
  accepts(compiled: CompiledSchema, content: Buffer, isRecording = false): boolean {
    const address = this.#memory.addressOf(compiled);
    const at = this.#memory.end;
    const { length } = content;
    this.#memory.reserve(at + length + READ_AHEAD_BYTES);
    const { bytes: memory } = this.#memory;
    content.copy(memory, at);
    memory[at + length] = QUOTATION_MARK;
    return this.#exports.accepts(address, at, length, isRecording) === 1;
  }

  /** All records in sequence, valid until the next body is read. */
  readRecords(): Int32Array {
    return new Int32Array(this.#memory.bytes.buffer, RECORDS_START, (this.#exports.recordsEnd() - RECORDS_START) / 4);
  }

  /**
   * The value of the last body with empty items in its arrays, except for `links`. Undefined if the body is not an object with
   * declared properties only. Valid until the next body is read.
   */
  readOutline(): Readonly<Record<string, unknown>> | undefined {
    const end = this.#exports.getOutlineEnd();
    if (end === 0) return undefined;
    const entries = new Int32Array(this.#memory.bytes.buffer, OUTLINE_START, (end - OUTLINE_START) / 4);
    const outline: Record<string, unknown> = {};
    for (let at = 0; at < entries.length; at += OUTLINE_ENTRY_SIZE / 4) {
      const [key = 0, start = 0, valueEnd = 0, count = 0] = entries.subarray(at, at + OUTLINE_ENTRY_SIZE / 4);
      const name = this.#memory.names.get(key) ?? "";
      outline[name] = count < 0 || name === "links" ? this.readValue(start, valueEnd) : new Array(count);
    }
    return outline;
  }

  /** The marked values of the last body; undefined if there are too many. */
  readMarkedValues(): MarkedValue[] | undefined {
    const end = this.#exports.getMarksEnd();
    if (end === 0) return undefined;
    const bodyStart = this.#memory.end;
    const marks = new Int32Array(this.#memory.bytes.buffer, MARKS_START, (end - MARKS_START) / 4);
    const values: MarkedValue[] = [];
    for (let at = 0, next = 0; at < marks.length; at = next) {
      next = at + MARK_PATH_AT / 4 + (marks[at + 3] ?? 0);
      const compiled = this.#memory.schemas[marks[at] ?? 0] ?? ANY_VALUE_SCHEMA;
      values.push({
        start: (marks[at + 1] ?? 0) - bodyStart,
        end: (marks[at + 2] ?? 0) - bodyStart,
        path: this.#paths.get(marks.subarray(at + MARK_PATH_AT / 4, next), this.#memory.names),
        accepts: (content) => this.#acceptsValue(compiled, content),
      });
    }
    return values;
  }

  #acceptsValue(compiled: CompiledSchema, content: Buffer): boolean {
    try {
      return this.accepts(compiled, content);
    } catch {
      return false;
    }
  }

  getSchema(record: ScalarErrorRecord): CompiledSchema {
    return this.#memory.schemas[record[RECORD_SCHEMA_AT / 4] ?? 0] as CompiledSchema;
  }

  /** The property names on the path to a recorded value; "0" for array items. */
  getPropertyNames(record: ScalarErrorRecord): string[] {
    return Array.from(record.subarray(RECORD_PATH_AT / 4), (key) => this.#memory.names.get(key) ?? "0");
  }

  /** The text of a value, with its escapes. */
  readText(start: number, end: number): string {
    return this.#memory.bytes.toString("utf8", start, end);
  }

  /** Parses the value between two addresses. */
  readValue(start: number, end: number): unknown {
    const text = JSON.parse(`"${this.readText(start, end)}"`) as string;
    return JSON.parse(text);
  }
}

/** Repeats the date test, because the byte test refuses valid dates in unusual notation. */
function passesTests({ isDateTime: isDated, textTests }: CompiledSchema, text: string): boolean {
  return (!isDated || isDateTime(text)) && textTests.every((test) => test(text));
}

/** Shared by all readers. */
let compiledModule: WebAssemblyModule | undefined;

const QUOTATION_MARK = 0x22;

/** More bytes than the reader loads at once. */
const READ_AHEAD_BYTES = 64;
