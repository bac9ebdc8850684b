import type { Random } from "../../../scripts/long/mutate/random.js";

/** Edits the bytes of an entry in one to three places. The result may be no JSON. */
export function editEntry(random: Random, entry: string, other: string): Buffer {
  let edited: Buffer = Buffer.from(entry);
  for (let count = 1 + random.below(3); count > 0; count -= 1) edited = pick(random, EDITS)(random, edited, other);
  return edited;
}

/**
 * Varies an entry in one or two places: a little in the first half of the entries, so that a template leaves these values open, then also in
 * any way. Every second time, the entry gets another header, whose value is one of the places.
 */
export function varyEntry(random: Random, entry: string, count: number): Buffer[] {
  const text = random.below(2) === 0 ? entry : insertHeader(random, entry);
  const values = listTokens(text).filter(({ at, text: { length } }) => !/^\s*:/.test(text.slice(at + length)));
  const header = values.filter((it) => it.text === HEADER_VALUE).slice(0, 1);
  const places = [...new Set([pick(random, values), ...header])].sort((one, next) => next.at - one.at);
  return Array.from({ length: count }, (_, index) => {
    const isAny = index >= count / 2 && random.below(2) === 0;
    const write = (token: string): string => (isAny ? pick(random, VALUES) : vary(token, index));
    return Buffer.from(
      places.reduce((varied, { text: token, at }) => replaceAt(varied, at, [token.length, write(token)]), text),
    );
  });
}

/** Another text, or a positive number. */
function vary(token: string, index: number): string {
  if (/^-?\d/.test(token)) return String(index + 1);
  return token.startsWith('"') ? `"${index}${token.slice(1)}` : token;
}

function replaceAt(text: string, at: number, [length, by]: readonly [number, string]): string {
  return text.slice(0, at) + by + text.slice(at + length);
}

/** Adds a header before the others of the request or of the response, as an object or as a pair. */
function insertHeader(random: Random, entry: string): string {
  const lists = [...entry.matchAll(/"headers":\s*\[\s*(?=([[{]))/g)];
  if (lists.length === 0) return entry;
  const list = pick(random, lists);
  const at = list.index + list[0].length;
  const name = pick(random, HEADERS);
  const header = list[1] === "[" ? `["${name}",${HEADER_VALUE}],` : `{"name":"${name}","value":${HEADER_VALUE}},`;
  return entry.slice(0, at) + header + entry.slice(at);
}

const HEADER_VALUE = '"a1b2"';

/** Some are read by the checks, or decide how an entry is read. */
const HEADERS =
  "Content-Length Content-Type Content-Encoding Transfer-Encoding Cookie Set-Cookie Host Location Accept Sec-Fetch-Dest Authorization Expect :authority :path Date X-Id".split(
    " ",
  );

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
  ...['"document"', '"gzip"', '"Bearer a"', '"a=b; c=d"', '"12"', "99999"],
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
