import { describeExpected, isEndOfValue, JSON_ACTION, JSON_STATE, JSON_TRANSITIONS } from "./json-grammar.js";

/** Why the scanner stopped. */
export const JSON_SIGNAL = {
  /** All bytes are processed. */
  none: 0,
  /** A value begins; its first byte is processed. */
  begin: 1,
  /** A property name is complete; it is in `key`. */
  key: 2,
  /** A value ends just before `position`. */
  end: 3,
  /** The byte at `position` is not allowed. */
  bad: 4,
} as const;

export type JsonSignal = (typeof JSON_SIGNAL)[keyof typeof JSON_SIGNAL];

/**
 * Strict streaming JSON scanner. It stops where values begin and end near the root and can continue in another buffer.
 *
 * It stores only the bytes of the current property name, so memory use does not grow with the document.
 */
export class JsonScanner {
  /** Where to continue, as an index into the bytes of the last `step`. */
  position = 0;
  /** The number of objects and arrays around the signalled value or name. */
  level = 0;
  /** The last property name, still escaped. */
  key = "";

  readonly #maxSignalLevel: number;
  #state: number = JSON_STATE.value;
  /** One item for each open container: true for an object. */
  readonly #open: boolean[] = [];
  #inKey = false;
  #keyFrom = -1;

  /** Signals are emitted only for values and names inside at most `maxSignalLevel` containers. */
  constructor(maxSignalLevel: number) {
    this.#maxSignalLevel = maxSignalLevel;
  }

  /** Describes what is allowed at the current position. */
  get expected(): string {
    if (this.#open.length >= MAX_NESTING) return `at most ${MAX_NESTING} levels of nesting`;
    return describeExpected(this.#state);
  }

  /** The number of open containers. */
  get depth(): number {
    return this.#open.length;
  }

  /** Whether the bytes so far are one complete JSON value. */
  get isComplete(): boolean {
    return this.#open.length === 0 && isEndOfValue(this.#state);
  }

  /** Scans `bytes` from `from` to the next signal or to `to`. */
  step(bytes: Buffer, from: number, to: number): JsonSignal {
    if (this.#keyFrom >= 0) this.#keyFrom = from;
    let current = this.#state;
    for (let index = from; index < to; index++) {
      if (current === JSON_STATE.string) {
        index = skipPlainText(bytes, index, to);
        if (index === to) break;
      }
      // Always in bounds: the table has 256 entries for each state, and `index` stays below `to`.
      const next = JSON_TRANSITIONS[(current << 8) | (bytes[index] as number)] as number;
      if (next < JSON_ACTION.first) {
        current = next;
        continue;
      }
      this.#state = current;
      this.position = next === JSON_ACTION.endNumber ? index : index + 1;
      const signal = this.#runAction(next, bytes);
      if (signal !== JSON_SIGNAL.none) {
        if (signal === JSON_SIGNAL.bad) this.position = index;
        return signal;
      }
      current = this.#state;
      index = this.position - 1;
    }
    this.#state = current;
    this.position = to;
    if (this.#keyFrom >= 0) this.#appendKey(bytes, to);
    return JSON_SIGNAL.none;
  }

  #runAction(action: number, bytes: Buffer): JsonSignal {
    switch (action) {
      case JSON_ACTION.openObject:
        return this.#push(true);
      case JSON_ACTION.openArray:
        return this.#push(false);
      case JSON_ACTION.closeObject:
        return this.#pop(true);
      case JSON_ACTION.closeArray:
        return this.#pop(false);
      case JSON_ACTION.comma:
        this.#state = this.#open.at(-1) ? JSON_STATE.key : JSON_STATE.value;
        return JSON_SIGNAL.none;
      case JSON_ACTION.openString:
        this.#state = JSON_STATE.string;
        return this.#begin();
      case JSON_ACTION.openKey:
        return this.#openKey();
      case JSON_ACTION.closeString:
        return this.#inKey ? this.#closeKey(bytes) : this.#end();
      case JSON_ACTION.endLiteral:
      case JSON_ACTION.endNumber:
        return this.#end();
      case JSON_ACTION.bad:
        return JSON_SIGNAL.bad;
      default:
        this.#state = action - JSON_ACTION.beginScalar;
        return this.#begin();
    }
  }

  #begin(): JsonSignal {
    this.level = this.#open.length;
    return this.level <= this.#maxSignalLevel ? JSON_SIGNAL.begin : JSON_SIGNAL.none;
  }

  #end(): JsonSignal {
    this.level = this.#open.length;
    this.#state = this.level === 0 ? JSON_STATE.done : JSON_STATE.after;
    return this.level <= this.#maxSignalLevel ? JSON_SIGNAL.end : JSON_SIGNAL.none;
  }

  #push(isObject: boolean): JsonSignal {
    if (this.#open.length >= MAX_NESTING) return JSON_SIGNAL.bad;
    const signal = this.#begin();
    this.#open.push(isObject);
    this.#state = isObject ? JSON_STATE.firstKey : JSON_STATE.firstItem;
    return signal;
  }

  #pop(isObject: boolean): JsonSignal {
    if (this.#open.at(-1) !== isObject) return JSON_SIGNAL.bad;
    this.#open.pop();
    return this.#end();
  }

  #openKey(): JsonSignal {
    this.#state = JSON_STATE.string;
    this.#inKey = true;
    if (this.#open.length <= this.#maxSignalLevel) {
      this.key = "";
      this.#keyFrom = this.position;
    }
    return JSON_SIGNAL.none;
  }

  #closeKey(bytes: Buffer): JsonSignal {
    this.#inKey = false;
    this.#state = JSON_STATE.colon;
    if (this.#keyFrom < 0) return JSON_SIGNAL.none;
    this.#appendKey(bytes, this.position - 1);
    this.#keyFrom = -1;
    this.level = this.#open.length;
    return JSON_SIGNAL.key;
  }

  #appendKey(bytes: Buffer, to: number): void {
    const room = MAX_KEY_BYTES - this.key.length;
    if (room > 0) this.key += bytes.toString("latin1", this.#keyFrom, Math.min(to, this.#keyFrom + room));
  }
}

/** Most bytes of a recording are in strings. A loop without a state takes a third of the time for them. */
function skipPlainText(bytes: Buffer, from: number, to: number): number {
  let index = from;
  // In bounds: `index` stays below `to`.
  while (index < to && IS_PLAIN[bytes[index] as number] === 1) index++;
  return index;
}

const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte >= 0x20 && byte !== 0x22 && byte !== 0x5c));

// Far more than in any real recording, and low enough to reject deeply nested attack input early.
const MAX_NESTING = 10_000;

// Callers compare with short names only. A longer name is truncated and equals none of them.
const MAX_KEY_BYTES = 64;
