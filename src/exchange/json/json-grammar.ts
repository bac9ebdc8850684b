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

export type JsonState = (typeof STATE_NAMES)[number];

/** The row of each state in the table. */
export const JSON_STATE = Object.fromEntries(STATE_NAMES.map((name, number) => [name, number])) as Readonly<
  Record<JsonState, number>
>;

/** Table entries from `first` upwards are actions, not states. */
export const JSON_ACTION = {
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

export const JSON_TRANSITIONS: Uint8Array = buildTable();

/** Describes the expected input of a state for messages. */
export function describeExpected(number: number): string {
  return EXPECTED_BY_STATE[STATE_NAMES[number] ?? "value"] ?? "the rest of a number, true, false or null";
}

/** Whether a document that ends in this state, outside all containers, is complete. */
export function isEndOfValue(number: number): boolean {
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
