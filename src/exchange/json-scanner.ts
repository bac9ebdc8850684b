import { action, expectedIn, isEndOfValue, jsonTable, state } from "./json-grammar.js";

/** What the scanner stopped for. */
export const signal = {
  /** The bytes are used up. */
  none: 0,
  /** A value begins; its first byte has been read. */
  begin: 1,
  /** A property name has been read and stands in `key`. */
  key: 2,
  /** A value has ended just before `position`. */
  end: 3,
  /** The byte at `position` cannot stand here. */
  bad: 4,
} as const;

export type Signal = (typeof signal)[keyof typeof signal];

/**
 * Reads JSON byte by byte and strictly, stops at whatever begins or ends near the root, and can go on in another buffer.
 *
 * It keeps no bytes, except those of the property name it stands in: memory does not grow with the document.
 */
export class JsonScanner {
  /** Where to go on; an index into the bytes last given. */
  position = 0;
  /** How many objects and arrays the signalled value or name stands in. */
  level = 0;
  /** The name last read, still escaped. */
  key = "";

  readonly #watched: number;
  #state: number = state.value;
  /** One item for each open container: true for an object. */
  readonly #open: boolean[] = [];
  #inKey = false;
  #keyFrom = -1;

  /** Signals come only for values and names that stand in at most `watched` containers. */
  constructor(watched: number) {
    this.#watched = watched;
  }

  /** What could have stood where the scanner stands. */
  get expected(): string {
    if (this.#open.length >= maxDepth) return `at most ${maxDepth} values inside each other`;
    return expectedIn(this.#state);
  }

  /** How many containers are open. */
  get depth(): number {
    return this.#open.length;
  }

  /** Whether the bytes so far are one whole JSON value. */
  get complete(): boolean {
    return this.#open.length === 0 && isEndOfValue(this.#state);
  }

  /** Reads `bytes` from `from` up to the next signal, or to `to`. */
  step(bytes: Buffer, from: number, to: number): Signal {
    if (this.#keyFrom >= 0) this.#keyFrom = from;
    let current = this.#state;
    for (let index = from; index < to; index++) {
      // In bounds: the table has a row of 256 for each state, and `index` stays below `to`.
      const next = jsonTable[(current << 8) | (bytes[index] as number)] as number;
      if (next < action.first) {
        current = next;
        continue;
      }
      this.#state = current;
      this.position = next === action.endNumber ? index : index + 1;
      const found = this.#act(next, bytes);
      if (found !== signal.none) {
        if (found === signal.bad) this.position = index;
        return found;
      }
      current = this.#state;
      index = this.position - 1;
    }
    this.#state = current;
    this.position = to;
    if (this.#keyFrom >= 0) this.#keep(bytes, to);
    return signal.none;
  }

  #act(what: number, bytes: Buffer): Signal {
    switch (what) {
      case action.openObject:
        return this.#push(true);
      case action.openArray:
        return this.#push(false);
      case action.closeObject:
        return this.#pop(true);
      case action.closeArray:
        return this.#pop(false);
      case action.comma:
        this.#state = this.#open.at(-1) ? state.key : state.value;
        return signal.none;
      case action.openString:
        this.#state = state.string;
        return this.#begin();
      case action.openKey:
        return this.#openKey();
      case action.closeString:
        return this.#inKey ? this.#closeKey(bytes) : this.#end();
      case action.endLiteral:
      case action.endNumber:
        return this.#end();
      case action.bad:
        return signal.bad;
      default:
        this.#state = what - action.beginScalar;
        return this.#begin();
    }
  }

  #begin(): Signal {
    this.level = this.#open.length;
    return this.level <= this.#watched ? signal.begin : signal.none;
  }

  #end(): Signal {
    this.level = this.#open.length;
    this.#state = this.level === 0 ? state.done : state.after;
    return this.level <= this.#watched ? signal.end : signal.none;
  }

  #push(isObject: boolean): Signal {
    if (this.#open.length >= maxDepth) return signal.bad;
    const found = this.#begin();
    this.#open.push(isObject);
    this.#state = isObject ? state.firstKey : state.firstItem;
    return found;
  }

  #pop(isObject: boolean): Signal {
    if (this.#open.at(-1) !== isObject) return signal.bad;
    this.#open.pop();
    return this.#end();
  }

  #openKey(): Signal {
    this.#state = state.string;
    this.#inKey = true;
    if (this.#open.length <= this.#watched) {
      this.key = "";
      this.#keyFrom = this.position;
    }
    return signal.none;
  }

  #closeKey(bytes: Buffer): Signal {
    this.#inKey = false;
    this.#state = state.colon;
    if (this.#keyFrom < 0) return signal.none;
    this.#keep(bytes, this.position - 1);
    this.#keyFrom = -1;
    this.level = this.#open.length;
    return signal.key;
  }

  #keep(bytes: Buffer, to: number): void {
    const room = maxKeyBytes - this.key.length;
    if (room > 0) this.key += bytes.toString("latin1", this.#keyFrom, Math.min(to, this.#keyFrom + room));
  }
}

// Far more than any recording nests, and small enough for a bomb of brackets to be refused early.
const maxDepth = 10_000;

// The names that anyone asks for are short; a longer one is cut and so equals none of them.
const maxKeyBytes = 64;
