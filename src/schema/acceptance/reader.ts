import { isDateTime } from "../date-time.js";
import { NOTE_PATH_AT, NOTE_PLAN_AT, NOTES_START, PLANS_START } from "./layout.js";
import { MODULE } from "./module.js";
import type { Plan } from "./plan.js";
import { PAGE, PlanMemory } from "./plan-memory.js";

/** The content of a JSON string, still escaped; the quotation mark that ends it stands at `end`. */
export type StringContent = { readonly bytes: Buffer; readonly start: number; readonly end: number };

/** A scalar that does not keep its plan, as its numbers: see the fields of a note in layout.ts. */
export type Note = Int32Array;

/** Judges a value by the schema of a plan, where the plan cannot. */
export type SliceJudge = (plan: Plan, value: unknown) => boolean;

type Exports = {
  readonly accepts: (plan: number, start: number, length: number, notes: boolean) => number;
  readonly notesEnd: () => number;
};

/**
 * Holds bodies against plans: the face of assembly/accept.ts, which says what is accepted, and what is refused though it
 * may be fine. The body is copied to where that can read it.
 */
export class Reader {
  readonly #plans: PlanMemory;
  readonly #exports: Exports;

  /** @throws Error where there is no WebAssembly, or no memory for it. */
  constructor(judge: SliceJudge) {
    if (WebAssembly === undefined) throw new Error("there is no WebAssembly");
    compiled ??= new WebAssembly.Module(Buffer.from(MODULE, "base64"));
    const memory = new WebAssembly.Memory({ initial: PLANS_START / PAGE + 1 });
    this.#plans = new PlanMemory(memory);
    const plan = (id: number): Plan => this.#plans.plans[id] as Plan;
    const imports = {
      judge: (id: number, start: number, end: number) => judge(plan(id), this.valueAt(start, end)),
      testText: (id: number, start: number, end: number) =>
        fitsTests(plan(id), this.#plans.bytes.toString("latin1", start, end)),
      testNumber: (id: number, value: number) => plan(id).numberTests.every((test) => test(value)),
    };
    this.#exports = new WebAssembly.Instance(compiled, { env: { memory }, host: imports }).exports as Exports;
  }

  /**
   * Whether a body keeps its plan; with `notes` also where scalars alone do not, which are noted until the next body.
   *
   * @throws Error when the plan or the body is too large, or when judging the body takes too long.
   */
  accepts(plan: Plan, { bytes, start, end }: StringContent, notes = false): boolean {
    const address = this.#plans.addressOf(plan);
    const at = this.#plans.end;
    const length = end - start;
    this.#plans.reserve(at + length + BEHIND);
    const { bytes: memory } = this.#plans;
    bytes.copy(memory, at, start, end);
    memory[at + length] = QUOTATION_MARK;
    return this.#exports.accepts(address, at, length, notes) === 1;
  }

  /** All notes, one behind the other; good until the next body is read. */
  notes(): Int32Array {
    return new Int32Array(this.#plans.bytes.buffer, NOTES_START, (this.#exports.notesEnd() - NOTES_START) / 4);
  }

  planOf(note: Note): Plan {
    return this.#plans.plans[note[NOTE_PLAN_AT / 4] ?? 0] as Plan;
  }

  /** The names on the way to a noted value; of items of lists, the first. */
  namesOf(note: Note): string[] {
    return Array.from(note.subarray(NOTE_PATH_AT / 4), (key) => this.#plans.names.get(key) ?? "0");
  }

  /** How the value is written, escapes and all. */
  textAt(start: number, end: number): string {
    return this.#plans.bytes.toString("utf8", start, end);
  }

  /** The value that stands at a place. */
  valueAt(start: number, end: number): unknown {
    const text = JSON.parse(`"${this.textAt(start, end)}"`) as string;
    return JSON.parse(text);
  }
}

/** A date that is written unusually may be one all the same. */
function fitsTests({ isDateTime: isDated, textTests }: Plan, text: string): boolean {
  return (!isDated || isDateTime(text)) && textTests.every((test) => test(text));
}

/** One for all readers. */
let compiled: WebAssemblyModule | undefined;

const QUOTATION_MARK = 0x22;

/** More than is ever read at once. */
const BEHIND = 64;
