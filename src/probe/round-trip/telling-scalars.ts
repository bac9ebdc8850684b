import type { Json } from "../../document/index.js";
import type { ValueConstraints } from "../../schema/model/value-constraints.js";
import { parseWords, splitWords } from "../graph/path-shape.js";

/**
 * The kinds of values that a write gives to all properties. `plain` ones differ from the example only: what shows them as
 * written stores what it gets. Each other kind is one that services lose. The listed kinds combine values of enums.
 */
export const VALUE_KINDS = [
  ...(["plain", "rich", "negative", "empty", "large", "unlisted"] as const),
  ...(["listed-1", "listed-2", "listed-3", "listed-4"] as const),
] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

export type ScalarSource = {
  readonly at: string;
  readonly value: Json;
  /** A text that makes each value another one, because a service may accept each once. */
  readonly tag: string;
  /** The position among all places, which makes the values of two places different. */
  readonly index: number;
  readonly constraints: ValueConstraints;
  readonly types: readonly string[];
};

type ValueMakers = {
  readonly text?: (tag: string, index: number) => readonly string[];
  readonly number?: (value: number, index: number) => readonly number[];
  readonly boolean?: (value: boolean) => boolean;
  readonly time?: string;
  /** The first digits of a text of digits. */
  readonly digits?: string;
};

/**
 * Letters in both cases, decomposed, outside of ASCII and of the Basic Multilingual Plane, what HTML, SQL and URLs escape, and the end of
 * a line.
 */
const CHARACTERS = 'Zoë Cafe\u0301 & 1 < 2 > 0 "47" it\'s \\ %41 + 😀';
const FILLING = " and a sentence that makes this text longer than what a short column of a database can keep";

const MAKERS: Readonly<Record<string, ValueMakers>> = {
  plain: {
    text: (tag, index) => [`plain ${tag} ${index}`, `${tag}${index}`, tag, tag.slice(0, 3)],
    number: (value, index) => [value + 1 + index, value + 1, value - 1, value + 10],
    boolean: (value) => !value,
    time: "2024-07-01T15:45:30Z",
    digits: "0",
  },
  rich: {
    text: (tag) => [
      ` ${CHARACTERS}\r\n${tag}${FILLING.repeat(3)}. `,
      ` ${CHARACTERS} ${tag}${FILLING.repeat(3)}. `,
      ` ${CHARACTERS} ${tag} `,
      ` Zoë e\u0301 & < 😀 `,
      `${tag}${FILLING.repeat(3)}`,
      ` Zoë ${tag} `,
      `Zoë ${tag}`,
      "Zë Ab",
    ],
    number: () => [2.125, 2.25],
    boolean: () => false,
    // In a week of the next year.
    time: "2024-12-30T22:10:05Z",
    digits: "00",
  },
  negative: {
    // A service may take it for a number.
    text: (tag, index) => [
      `00${Number.parseInt(tag.replaceAll(/[^\da-f]/g, "").slice(0, 6), 16)}${index}`,
      `00${index}`,
    ],
    number: () => [-3],
    boolean: () => true,
    time: "2020-02-29T12:00:00Z",
    digits: "9",
  },
  empty: { text: () => [""], number: () => [0], time: "1999-03-28T01:30:00Z", digits: "8" },
  large: {
    text: (tag) => [tag + FILLING.repeat(24)],
    number: () => [Number.MAX_SAFE_INTEGER, 2 ** 31 - 1],
    time: "2027-01-01T00:00:00Z",
    digits: "7",
  },
};

/** Codes of which a service may allow a few only. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  currency: ["EUR", "JPY", "CHF", "GBP"],
  country: ["DE", "FR", "JP", "CA"],
  language: ["de", "fr", "ja"],
  locale: ["de-DE", "fr-FR"],
};
const CODE_KINDS: readonly string[] = ["plain", "rich", "negative"];

/** Codes such as a currency, which services bring into one form but do not set. */
export function findCodes(at: string): readonly string[] | undefined {
  const words = splitWords(at.slice(at.lastIndexOf("/") + 1));
  return words.flatMap((word) => CODES[word] ?? []).at(0) === undefined
    ? undefined
    : words.flatMap((word) => CODES[word] ?? []);
}

/** Another code than the present one. */
export function makeCodes(kind: ValueKind, codes: readonly string[], value: Json): readonly string[] {
  const others = codes.filter((it) => it !== value);
  const position = CODE_KINDS.indexOf(kind);
  return position === -1 ? [] : others.slice(position, position + 1);
}

/** Names of sums of money, which have two decimals. */
const MONEY_WORDS = parseWords(
  "amount price cost fee tax tip sum money total subtotal discount balance salary budget paid due percent",
);

function isMoney(at: string): boolean {
  return at.split("/").some((name) => splitWords(name).some((word) => MONEY_WORDS.has(word)));
}

/** Values of one kind in place of a text, a number or a boolean: the best first. */
export function makeScalars(kind: ValueKind, source: ScalarSource): readonly Json[] {
  const { at, value, tag, index, constraints, types } = source;
  const { text, number, boolean, time, digits } = MAKERS[kind] ?? {};
  if (typeof value === "boolean") return boolean === undefined ? [] : [boolean(value)];
  if (typeof value === "number")
    return (number?.(value, index) ?? []).filter(
      (it) => Number.isInteger(it) || (types.includes("number") && !(isMoney(at) && it === 2.125)),
    );
  if (typeof value !== "string" || !types.includes("string")) return [];
  if (constraints.formats.some((it) => it.value === "date-time"))
    return time === undefined ? [] : [addSeconds(time, index)];
  if (digits !== undefined && /^\d{2,}$/.test(value)) return [`${digits}${value}`.slice(0, value.length)];
  // Digits are no masked number.
  if (kind === "negative" && /mask/i.test(at)) return [];
  const isText = constraints.formats.length === 0 && constraints.patterns.length === 0;
  return isText ? (text?.(tag, index) ?? []) : [];
}

function addSeconds(time: string, seconds: number): string {
  return new Date(Date.parse(time) + (seconds % 30) * 1000).toISOString().replace(".000", "");
}
