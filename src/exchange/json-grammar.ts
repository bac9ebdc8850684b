/**
 * The grammar of JSON as a table: one state and one byte give the next state, or an action.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */
const states = [
  ...["value", "firstItem", "firstKey", "key", "colon", "after", "done"],
  ...["string", "escape", "hex1", "hex2", "hex3", "hex4"],
  ...["minus", "zero", "integer", "point", "fraction", "exponent", "exponentSign", "exponentDigits"],
  ...["t", "tr", "tru", "f", "fa", "fal", "fals", "n", "nu", "nul"],
] as const;

export type State = (typeof states)[number];

/** The number of each state, as the table knows it. */
export const state = Object.fromEntries(states.map((name, number) => [name, number])) as Readonly<
  Record<State, number>
>;

/** Anything from `first` upwards is not a state: it is something to be done. */
export const action = {
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
  /** A number ends at the byte after it, which has still to be read. */
  endNumber: 73,
  /** Added to the state that the first byte of a number or literal leads to. */
  beginScalar: 128,
  bad: 255,
} as const;

// A number may end in these states.
const wholeNumbers = ["zero", "integer", "fraction", "exponentDigits"] as const;

export const jsonTable: Uint8Array = buildTable();

/** What a state waits for, in words. */
export function expectedIn(number: number): string {
  return expectations[states[number] ?? "value"] ?? "the rest of a number, true, false or null";
}

/** Whether a document that ends in this state, outside of any container, is whole. */
export function isEndOfValue(number: number): boolean {
  return number === state.done || wholeNumbers.some((name) => state[name] === number);
}

const expectations: { readonly [name in State]?: string } = {
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
  const table = new Uint8Array(states.length * 256).fill(action.bad);
  const on = (from: State, bytes: string, next: number): void => {
    for (const byte of Buffer.from(bytes, "latin1")) table[state[from] * 256 + byte] = next;
  };
  const blank = " \t\n\r";
  const digits = "0123456789";

  for (const name of ["value", "firstItem", "firstKey", "key", "colon", "after", "done"] as const) {
    on(name, blank, state[name]);
  }
  for (const name of ["value", "firstItem"] as const) {
    on(name, "{", action.openObject);
    on(name, "[", action.openArray);
    on(name, '"', action.openString);
    on(name, "-", action.beginScalar + state.minus);
    on(name, "0", action.beginScalar + state.zero);
    on(name, "123456789", action.beginScalar + state.integer);
    for (const letter of ["t", "f", "n"] as const) on(name, letter, action.beginScalar + state[letter]);
  }
  on("firstItem", "]", action.closeArray);
  on("firstKey", "}", action.closeObject);
  on("firstKey", '"', action.openKey);
  on("key", '"', action.openKey);
  on("colon", ":", state.value);
  on("after", ",", action.comma);
  on("after", "}", action.closeObject);
  on("after", "]", action.closeArray);

  const hex = `${digits}abcdefABCDEF`;
  table.fill(state.string, state.string * 256 + 0x20, state.string * 256 + 256);
  on("string", '"', action.closeString);
  on("string", "\\", state.escape);
  on("escape", '"\\/bfnrt', state.string);
  on("escape", "u", state.hex1);
  on("hex1", hex, state.hex2);
  on("hex2", hex, state.hex3);
  on("hex3", hex, state.hex4);
  on("hex4", hex, state.string);

  on("minus", "0", state.zero);
  on("minus", "123456789", state.integer);
  for (const name of ["integer", "fraction", "exponentDigits"] as const) on(name, digits, state[name]);
  for (const name of ["zero", "integer"] as const) on(name, ".", state.point);
  on("point", digits, state.fraction);
  for (const name of ["zero", "integer", "fraction"] as const) on(name, "eE", state.exponent);
  on("exponent", "+-", state.exponentSign);
  for (const name of ["exponent", "exponentSign"] as const) on(name, digits, state.exponentDigits);
  for (const name of wholeNumbers) on(name, `${blank},]}`, action.endNumber);

  for (const literal of ["true", "false", "null"]) {
    for (let length = 1; length < literal.length; length++) {
      const next = length + 1 === literal.length ? action.endLiteral : state[literal.slice(0, length + 1) as State];
      on(literal.slice(0, length) as State, literal.charAt(length), next);
    }
  }
  return table;
}
