import { tryParseJson } from "./json.js";

/**
 * The JSON grammar as a transition table: a state and a byte give the next state or an action.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */
const STATE_NAMES = [
  ...["value", "firstItem", "firstKey", "key", "colon", "after", "done"],
  ...["string", "escape", "hex1", "hex2", "hex3", "hex4"],
  ...["minus", "zero", "integer", "point", "fraction", "exponent", "exponentSign", "exponentDigits"],
  ...["t", "tr", "tru", "f", "fa", "fal", "fals", "n", "nu", "nul"],
] as const;

type JsonState = (typeof STATE_NAMES)[number];

/** The row of each state in the table. */
const JSON_STATE = Object.fromEntries(STATE_NAMES.map((name, number) => [name, number])) as Readonly<
  Record<JsonState, number>
>;

/** Table entries from `first` upwards are actions, not states. */
const JSON_ACTION = {
  first: 64,
  openObject: 64,
  openArray: 65,
  closeObject: 66,
  closeArray: 67,
  comma: 68,
  openString: 69,
  openKey: 70,
  closeString: 71,
  endLiteral: 72,
  /** The byte after a number ends it; that byte still has to be processed. */
  endNumber: 73,
  /** Added to the state that follows the first byte of a number or literal. */
  beginScalar: 128,
  bad: 255,
} as const;

const COMPLETE_NUMBER_STATES = ["zero", "integer", "fraction", "exponentDigits"] as const;

const JSON_TRANSITIONS: Uint8Array = buildTable();

/** Describes the expected input of a state for messages. */
function describeExpected(number: number): string {
  return EXPECTED_BY_STATE[STATE_NAMES[number] ?? "value"] ?? "the rest of a number, true, false or null";
}

/** Whether a document that ends in this state, outside all containers, is complete. */
function isEndOfValue(number: number): boolean {
  return number === JSON_STATE.done || COMPLETE_NUMBER_STATES.some((name) => JSON_STATE[name] === number);
}

const EXPECTED_BY_STATE: { readonly [name in JsonState]?: string } = {
  value: "a value",
  firstItem: "a value or ]",
  firstKey: "a property name or }",
  key: "a property name",
  colon: "a colon",
  after: "a comma or a closing bracket",
  done: "the end of the file",
  string: "the rest of a string, without control characters",
  escape: 'one of " \\ / b f n r t u after a backslash',
  hex1: "four hexadecimal digits after \\u",
  hex2: "four hexadecimal digits after \\u",
  hex3: "four hexadecimal digits after \\u",
  hex4: "four hexadecimal digits after \\u",
};

function buildTable(): Uint8Array {
  const table = new Uint8Array(STATE_NAMES.length * 256).fill(JSON_ACTION.bad);
  const on = (from: JsonState, bytes: string, next: number): void => {
    for (const byte of Buffer.from(bytes, "latin1")) table[JSON_STATE[from] * 256 + byte] = next;
  };
  const blank = " \t\n\r";
  const digits = "0123456789";

  for (const name of ["value", "firstItem", "firstKey", "key", "colon", "after", "done"] as const) {
    on(name, blank, JSON_STATE[name]);
  }
  for (const name of ["value", "firstItem"] as const) {
    on(name, "{", JSON_ACTION.openObject);
    on(name, "[", JSON_ACTION.openArray);
    on(name, '"', JSON_ACTION.openString);
    on(name, "-", JSON_ACTION.beginScalar + JSON_STATE.minus);
    on(name, "0", JSON_ACTION.beginScalar + JSON_STATE.zero);
    on(name, "123456789", JSON_ACTION.beginScalar + JSON_STATE.integer);
    for (const letter of ["t", "f", "n"] as const) on(name, letter, JSON_ACTION.beginScalar + JSON_STATE[letter]);
  }
  on("firstItem", "]", JSON_ACTION.closeArray);
  on("firstKey", "}", JSON_ACTION.closeObject);
  on("firstKey", '"', JSON_ACTION.openKey);
  on("key", '"', JSON_ACTION.openKey);
  on("colon", ":", JSON_STATE.value);
  on("after", ",", JSON_ACTION.comma);
  on("after", "}", JSON_ACTION.closeObject);
  on("after", "]", JSON_ACTION.closeArray);

  const hex = `${digits}abcdefABCDEF`;
  table.fill(JSON_STATE.string, JSON_STATE.string * 256 + 0x20, JSON_STATE.string * 256 + 256);
  on("string", '"', JSON_ACTION.closeString);
  on("string", "\\", JSON_STATE.escape);
  on("escape", '"\\/bfnrt', JSON_STATE.string);
  on("escape", "u", JSON_STATE.hex1);
  on("hex1", hex, JSON_STATE.hex2);
  on("hex2", hex, JSON_STATE.hex3);
  on("hex3", hex, JSON_STATE.hex4);
  on("hex4", hex, JSON_STATE.string);

  on("minus", "0", JSON_STATE.zero);
  on("minus", "123456789", JSON_STATE.integer);
  for (const name of ["integer", "fraction", "exponentDigits"] as const) on(name, digits, JSON_STATE[name]);
  for (const name of ["zero", "integer"] as const) on(name, ".", JSON_STATE.point);
  on("point", digits, JSON_STATE.fraction);
  for (const name of ["zero", "integer", "fraction"] as const) on(name, "eE", JSON_STATE.exponent);
  on("exponent", "+-", JSON_STATE.exponentSign);
  for (const name of ["exponent", "exponentSign"] as const) on(name, digits, JSON_STATE.exponentDigits);
  for (const name of COMPLETE_NUMBER_STATES) on(name, `${blank},]}`, JSON_ACTION.endNumber);

  for (const literal of ["true", "false", "null"]) {
    for (let length = 1; length < literal.length; length++) {
      const next =
        length + 1 === literal.length ? JSON_ACTION.endLiteral : JSON_STATE[literal.slice(0, length + 1) as JsonState];
      on(literal.slice(0, length) as JsonState, literal.charAt(length), next);
    }
  }
  return table;
}

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

type JsonSignal = (typeof JSON_SIGNAL)[keyof typeof JSON_SIGNAL];

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
    if (isEndOfValue(this.#state))
      return this.#open.length > 0 ? "a comma or a closing bracket" : "the end of the file";
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

/** Finds the first JSON syntax error. The message of the JavaScript engine is not used because it quotes the text. */
export function findJsonSyntaxError(bytes: Buffer) {
  const scanner = new JsonScanner(-1);
  if (scanner.step(bytes, 0, bytes.length) !== JSON_SIGNAL.bad) {
    return { offset: bytes.length, message: `the text ends early; expected ${scanner.expected}`, mode: "cut" };
  }
  const { position, expected } = scanner;
  // Text that is not JSON at all, such as HTML, is another mistake than one inside of JSON.
  const mode =
    bytes.subarray(0, position).toString("latin1").trim() === ""
      ? "not JSON"
      : `expected ${expected.replace(/ or [\]}]$/, "")}`;
  return {
    offset: position,
    message: `${formatByte(bytes[position])} is not allowed here; expected ${expected}`,
    mode,
  };
}

/** The kind of the JSON value that starts with this byte, with an article. */
export function describeJsonKind(first: number | undefined): string {
  return JSON_KINDS[String.fromCharCode(first ?? 0)] ?? "a number";
}

/** Formats a byte for messages. */
export function formatByte(byte: number | undefined): string {
  if (byte === undefined) return "the end of the file";
  const isPrintable = byte > 0x20 && byte < 0x7f;
  return isPrintable ? `"${String.fromCharCode(byte)}"` : `the byte 0x${byte.toString(16).padStart(2, "0")}`;
}

/** Describes the start of a file that does not start with a JSON value. */
export function describeFileStart(first: number | undefined): string {
  return first === 0x3c ? "looks like HTML or XML" : `starts with ${formatByte(first)}`;
}

/** Decodes the escapes of a JSON property name; recorders may escape any character. */
export function unescapeJsonName(key: string): string {
  // The scanner truncates long names, possibly inside an escape. No name that callers look for is that long.
  return key.includes("\\") ? String(tryParseJson(`"${key}"`) ?? key) : key;
}

const JSON_KINDS: Readonly<Record<string, string>> = {
  "{": "an object",
  "[": "an array",
  '"': "a string",
  t: "true",
  f: "false",
  n: "null",
};
