import {
  isObject,
  isScalar,
  type Json,
  type JsonObject,
  type Pointer,
  parentPointer,
  parsePointer,
  setMember,
  valueAt,
} from "../../document/index.js";
import { REFERENCE_WORDS, splitWords } from "../../resources/index.js";
import { isValidForSchemas } from "../../samples/make-value.js";
import { inferConstraintTypes, type ValueConstraints } from "../../schema/model/value-constraints.js";
import type { RequestLocation } from "../cases/request-location.js";
import { parseWords } from "../graph/path-shape.js";
import { type CaseEdit, type CaseRequest, UNKNOWN_ENUM_VALUE, updateBody } from "../requests/probe-case.js";

/** A place in a body, and values for it: the first one, or another if the service rejects it. */
export type TellingValue = {
  readonly at: string;
  readonly values: readonly Json[];
  /** Whether the example has a value there. */
  readonly isPresent: boolean;
};

/** Names of texts that a service may bring into one form. */
const NORMALIZED_WORDS = new Set([
  ...["email", "mail", "user", "username", "login", "domain", "host", "hostname", "url", "uri", "href", "link", "path"],
  ...["currency", "country", "locale", "language", "lang", "tag", "type", "kind", "status", "state", "phone", "color"],
  ...["secret", "password", "token", "hash", "version", "etag", "timezone", "zone", "format", "iban", "vat"],
]);

/**
 * Lists the values of one kind for the places of a body, from the outside in.
 *
 * @param tag A text that makes each value another one, because a service may accept each once.
 */
export function listTellingValues(
  locations: readonly RequestLocation[],
  { kind, body, tag }: { readonly kind: ValueKind; readonly body: Json; readonly tag: string },
): readonly TellingValue[] {
  return dropOtherBranches(locations).flatMap((location, index): TellingValue[] => {
    const { context, part, at, node, isPresent } = location;
    if (part !== "body" || at === "" || !(isPresent || isAddable(location, body))) return [];
    const { constraints } = node;
    const types = inferConstraintTypes(node);
    const value = (isPresent ? valueAt(body, at) : location.value) as Json | undefined;
    const source = { at, value: value ?? null, tag, index, constraints, types, isFree: hasFreeProperties(node) };
    const made = value === undefined ? [] : makeValues(kind, source);
    const values = made.filter((it) => isValidForSchemas(context, node, it));
    return values.length === 0 ? [] : [{ at, values, isPresent }];
  });
}

/** Whether the properties of an object are not declared. */
export function hasFreeProperties({ applicableSchemas }: RequestLocation["node"]): boolean {
  return applicableSchemas.every(({ schema }) => schema.properties === undefined);
}

/** Leaves out the places of alternatives that the body does not match: their properties are undeclared in the present one. */
function dropOtherBranches(locations: readonly RequestLocation[]): readonly RequestLocation[] {
  let other: string | undefined;
  return locations.filter(({ at, isOther }) => {
    if (other !== undefined && at.startsWith(`${other}/`)) return false;
    other = isOther === true ? at : undefined;
    return isOther !== true;
  });
}

/** Whether a scalar can be added to an object of the body. References to other resources cannot be made up. */
function isAddable({ at, value }: RequestLocation, body: Json): boolean {
  return isScalar(value) && isObject(valueAt(body, parentPointer(at))) && !isReference(at) && !/\/\d+\//.test(at);
}

type ValueSource = ScalarSource & {
  readonly isFree: boolean;
};

function makeValues(kind: ValueKind, source: ValueSource): readonly Json[] {
  const { at, value, constraints, isFree } = source;
  const { enumValues, extensibleValues } = constraints;
  if (kind === "unlisted")
    return enumValues === undefined && typeof extensibleValues[0] === "string" ? [UNKNOWN_ENUM_VALUE] : [];
  if (Array.isArray(value)) return value.length === 0 ? [] : makeLists(kind, value);
  if (isObject(value)) return isFree && kind === "rich" ? makeObjects(value) : [];
  if (kind === "rich" && typeof value === "string" && /^https?:\/\//.test(value))
    return [`${value.replace(/\/$/, "")}/Zoe-Ab`];
  if (enumValues !== undefined || extensibleValues.length > 0) return [];
  const codes = findCodes(at);
  if (codes !== undefined) return makeCodes(kind, codes, value);
  // A large number may identify something, but other made-up ids refer to nothing.
  if (kind === "large" && isReference(at)) return makeScalars(kind, source).map((it) => (it === MAX ? LARGE_ID : it));
  return isNormalized(at) ? [] : makeScalars(kind, source);
}

const MAX = Number.MAX_SAFE_INTEGER;
/** An id that does not fit into 32 bits. */
const LARGE_ID = 6_012_345_678;

/** Objects with more properties, or with a name in letters of both cases. */
function makeObjects(value: JsonObject): readonly Json[] {
  const [first] = Object.values(value);
  return [
    { ...value, label: "Zoë AB", amount: 2.25, "0xAb1F": "Zoë" },
    { ...value, label: "Zoë AB", amount: 2.25 },
    ...(first === undefined ? [] : [{ ...value, "0xAb1F": first }]),
    { ...value, "0xAb1F": "0a1b" },
  ];
}

function makeLists(kind: ValueKind, value: readonly Json[]): readonly Json[] {
  if (kind === "rich") return [makeItems(value, 3)];
  if (kind === "plain") return makeUnnamed(value);
  if (kind === "negative") return [value.slice(0, 1)];
  if (kind === "empty") return [[]];
  if (kind !== "large") return [];
  // Two items with the same texts, and more than fit on a usual page.
  const twins = [value[0] ?? null, makeTwin(value[0] ?? null)];
  return [makeItems(twins, 60), makeItems(twins, 12), twins];
}

/** Two items without an id, which differ in their texts. */
function makeUnnamed([item]: readonly Json[]): readonly Json[] {
  if (!isObject(item)) return [];
  const unnamed = Object.fromEntries(Object.entries(item).filter(([name]) => name.toLowerCase() !== "id"));
  const isChanged = JSON.stringify(makeOther(unnamed)) !== JSON.stringify(unnamed);
  return isChanged ? [[unnamed, makeOther(unnamed)]] : [];
}

/** An item with the same texts, but another id and other numbers. */
function makeTwin(item: Json): Json {
  if (!isObject(item)) return makeOther(item);
  return Object.fromEntries(
    Object.entries(item).map(([name, it]) => [
      name,
      typeof it === "number" || isReference(`/${name}`) ? makeOther(it) : it,
    ]),
  );
}

/** Items that differ in their texts and numbers. */
function makeItems(items: readonly Json[], count: number): readonly Json[] {
  const more = [...items];
  while (more.length < count) more.push(makeOther(more.at(-1) ?? null));
  return more;
}

function makeOther(value: Json): Json {
  if (Array.isArray(value)) return value.map(makeOther);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, makeOther(it)]));
  if (typeof value === "number") return value + 1;
  if (typeof value !== "string") return value;
  const digit = /^(.*)([0-8])(.*?)$/s.exec(value);
  return digit === null ? value : `${digit[1]}${Number(digit[2]) + 1}${digit[3]}`;
}

function isNormalized(at: string): boolean {
  const words = splitWords(at.slice(at.lastIndexOf("/") + 1));
  return words.some((word) => NORMALIZED_WORDS.has(word)) || isReference(at);
}

export function isReference(at: string): boolean {
  const last = splitWords(at.slice(at.lastIndexOf("/") + 1)).at(-1) ?? "";
  // A slug is chosen by who writes the resource.
  return last !== "slug" && REFERENCE_WORDS.includes(last);
}

/** Lists what a body lacks: properties, and an item of each empty list. References to other resources cannot be made up. */
export function listAbsentValues(locations: readonly RequestLocation[], body: Json): readonly TellingValue[] {
  return dropOtherBranches(locations).flatMap(({ context, part, at, node, isPresent, value }): TellingValue[] => {
    const outer = at === "" ? undefined : valueAt(body, parentPointer(at));
    const isItem = Array.isArray(outer) && outer.length === 0;
    if (part !== "body" || isPresent || !(isItem || isObject(outer))) return [];
    if (isReference(at) || !isValidForSchemas(context, node, value)) return [];
    return [{ at, values: [value as Json], isPresent: false }];
  });
}

/** The request with values in place of what its body has there. */
export function putIntoBody(
  request: CaseRequest,
  values: readonly { readonly at: string; readonly value: Json }[],
): CaseRequest {
  return updateBody(request, (body) =>
    values.reduce((whole, { at, value }) => setMember(whole, parsePointer(at), value), body),
  );
}

type NullablePlace = {
  readonly location: RequestLocation;
  /** The edit of a request with null there, as in the cases of the phase `boundaries`. */
  readonly edit: CaseEdit;
};

/** Lists the optional properties of the objects of a body that may be null, whether the body has them or not. */
export function listNullablePlaces(locations: readonly RequestLocation[], body: Json): readonly NullablePlace[] {
  const inBody = locations.filter(({ part }) => part === "body");
  const nullBranches = new Map<Pointer, Pointer>(
    inBody.filter(({ value }) => value === null).map(({ at, node }) => [at, node.constraints.typeAt]),
  );
  return dropOtherBranches(inBody).flatMap((location, index, all): NullablePlace[] => {
    const { at, node, without } = location;
    const { types, typeAt } = node.constraints;
    const contract = types?.includes("null") === true ? typeAt : nullBranches.get(at);
    const isFirst = all.findIndex((it) => it.at === at) === index;
    const isOptional = without?.required === false && isObject(valueAt(body, parentPointer(at)));
    if (contract === undefined || !isFirst || !isOptional) return [];
    return [{ location, edit: { part: "body", at, contract, what: `${at}: null, which is allowed` } }];
  });
}

/**
 * The kinds of values that a write gives to all properties. `plain` ones differ from the example only: what shows them as
 * written stores what it gets. Each other kind is one that services lose.
 */
export const VALUE_KINDS = [...(["plain", "rich", "negative", "empty", "large", "unlisted"] as const)] as const;

export type ValueKind = (typeof VALUE_KINDS)[number];

type ScalarSource = {
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
  const codes = words.flatMap((word) => CODES[word] ?? []);
  return codes.length === 0 ? undefined : codes;
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
  const texts = isText ? (text?.(tag, index) ?? []) : [];
  // A text as long as the spec allows, because a column may be shorter.
  const { maxLength } = constraints;
  return kind === "large" && maxLength !== undefined ? texts.map((it) => it.slice(0, maxLength.value)) : texts;
}

function addSeconds(time: string, seconds: number): string {
  return new Date(Date.parse(time) + (seconds % 30) * 1000).toISOString().replace(".000", "");
}
