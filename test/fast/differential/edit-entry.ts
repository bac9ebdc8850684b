import type { Random } from "../../../scripts/mutate/random.js";

/** Edits the bytes of an entry in one to three places. The result may be no JSON. */
export function editEntry(random: Random, entry: string, other: string): Buffer {
  let edited: Buffer = Buffer.from(entry);
  for (let count = 1 + random.below(3); count > 0; count -= 1) edited = pick(random, EDITS)(random, edited, other);
  return edited;
}

type Edit = (random: Random, entry: Buffer, other: string) => Buffer;

/** A name, a text or a number, also in bodies, whose quotation marks are escaped. */
const TOKEN = /\\?"(?:[^"\\]|\\[^"])*\\?"|-?\d[\d.eE+-]*|true|false|null/g;

const EDITS: readonly Edit[] = [
  // Another byte, one more, or one less.
  (random, entry) => splice(entry, random.below(entry.length), 1, Buffer.of(random.below(256))),
  (random, entry) => splice(entry, random.below(entry.length), 0, Buffer.from(pick(random, PIECES))),
  (random, entry) => splice(entry, random.below(entry.length), 1, EMPTY),
  // No UTF-8.
  (random, entry) => splice(entry, random.below(entry.length), 1, Buffer.of(128 + random.below(128))),
  // Another token of the entry, or of another one.
  (random, entry) => replaceToken(random, entry, () => pick(random, listTokens(entry.toString("latin1"))).text),
  (random, entry, other) => replaceToken(random, entry, () => pick(random, listTokens(other)).text),
  (random, entry) => replaceToken(random, entry, () => pick(random, VALUES)),
  // A digit or a letter of a token, so that it often stays of its kind.
  (random, entry) => replaceToken(random, entry, (token) => token.replace(/[0-9a-z]/i, () => pick(random, LETTERS))),
  (random, entry) => replaceToken(random, entry, (token) => `${token},${token}`),
];

const EMPTY = Buffer.alloc(0);
const LETTERS: readonly string[] = [..."0159aAzé"];
const PIECES: readonly string[] = [
  " ",
  "\t",
  "\n",
  "\\",
  '"',
  '\\"',
  "\\u0041",
  "\\ud800",
  "é",
  ",",
  "{}",
  "[",
  "}",
  "0",
  "-",
  "\0",
];
const VALUES: readonly string[] = [
  ...["null", "true", "0", "-1", "1.50", "1e3", "12345678901234567890", '""', "{}", "[]", '\\"\\"', '\\"x\\"', '"x"'],
  ...['"2026-02-30T00:00:00Z"', '\\"2026-02-28T00:00:00Z\\"', '\\"\\\\u00e9\\"', '"\\ud83d\\ude00"', '"\\udc00"'],
];

function replaceToken(random: Random, entry: Buffer, replace: (token: string) => string): Buffer {
  const tokens = listTokens(entry.toString("latin1"));
  if (tokens.length === 0) return entry;
  const { text, at } = pick(random, tokens);
  return splice(entry, at, text.length, Buffer.from(replace(text)));
}

function listTokens(text: string): { readonly text: string; readonly at: number }[] {
  return [...text.matchAll(TOKEN)].map((match) => ({ text: match[0], at: match.index }));
}

function splice(bytes: Buffer, at: number, length: number, by: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(at + length)]);
}

function pick<T>(random: Random, list: readonly T[]): T {
  const picked = list[random.below(list.length)];
  if (picked === undefined) throw new Error("the list is empty");
  return picked;
}
