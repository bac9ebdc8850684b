import { isObject, type Json, parentPointer, parsePointer, valueAt } from "../../document/index.js";
import { isValidForSchemas } from "../../samples/make-value.js";
import {
  collectValueConstraints,
  inferConstraintTypes,
  type ValueConstraints,
} from "../../samples/value-constraints.js";
import type { GenerationContext } from "../cases/generation-context.js";
import type { RequestLocation } from "../cases/request-location.js";
import { ID_WORDS, splitWords } from "../graph/name-words.js";
import { UNKNOWN_ENUM_VALUE } from "../requests/unknown-enum-value.js";

/**
 * The kinds of values that a write gives to all properties. `plain` ones differ from the example only: what shows them as
 * written stores what it gets. Each other kind is one that services lose.
 */
export const VALUE_KINDS = ["plain", "rich", "negative", "empty", "large", "unlisted"] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/** A place in a body, and values for it: the first one, or another if the service rejects it. */
export type TellingValue = {
  readonly at: string;
  readonly values: readonly Json[];
  /** Whether the example has a value there. */
  readonly isPresent: boolean;
};

type ValueMakers = {
  readonly text?: (tag: string) => readonly string[];
  readonly number?: (value: number) => readonly number[];
  readonly boolean?: (value: boolean) => boolean;
  readonly list?: (value: readonly Json[]) => readonly Json[];
};

/** Letters in both cases, decomposed, outside of ASCII and of the Basic Multilingual Plane, and what HTML, SQL and URLs escape. */
const CHARACTERS = 'Zoë Cafe\u0301 & 1 < 2 > 0 "47" it\'s \\ %41 + 😀';
const FILLING = " and a sentence that makes this text longer than what a short column of a database can keep";

const MAKERS: Readonly<Record<ValueKind, ValueMakers>> = {
  plain: {
    text: (tag) => [`plain ${tag}`, tag, tag.slice(0, 3)],
    number: (value) => [value + 1, value - 1, value + 10],
    boolean: (value) => !value,
  },
  rich: {
    text: (tag) => [
      ` ${CHARACTERS} ${tag}${FILLING.repeat(3)}. `,
      ` ${CHARACTERS} ${tag} `,
      ` Zoë e\u0301 & < 😀 `,
      `${tag}${FILLING.repeat(3)}`,
      ` Zoë ${tag} `,
      `Zoë ${tag}`,
      "Zë Ab",
    ],
    number: () => [2.25],
    boolean: () => false,
    list: (value) => makeItems(value),
  },
  negative: { number: () => [-3], boolean: () => true, list: (value) => value.slice(0, 1) },
  empty: { text: () => [""], number: () => [0], list: () => [] },
  large: { number: () => [Number.MAX_SAFE_INTEGER, 2 ** 31 - 1] },
  unlisted: {},
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
  context: GenerationContext,
  locations: readonly RequestLocation[],
  { kind, body, tag }: { readonly kind: ValueKind; readonly body: Json; readonly tag: string },
): readonly TellingValue[] {
  return locations.flatMap((location): TellingValue[] => {
    const { part, at, node, isPresent, isOther } = location;
    if (part !== "body" || isOther === true || at === "" || !(isPresent || isAddable(location, body))) return [];
    const constraints = collectValueConstraints(node.applicableSchemas);
    const types = inferConstraintTypes(constraints, node.applicableSchemas);
    const value = (isPresent ? valueAt(body, at) : location.value) as Json | undefined;
    const isFree = node.applicableSchemas.every(({ schema }) => schema.properties === undefined);
    const made = value === undefined ? [] : makeValues(kind, { at, value, tag, constraints, types, isFree });
    const values = made.filter((it) => isValidForSchemas(context, node, it));
    return values.length === 0 ? [] : [{ at, values, isPresent }];
  });
}

/** Whether a scalar can be added to an object of the body. References to other resources cannot be made up. */
function isAddable({ at, value }: RequestLocation, body: Json): boolean {
  const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isScalar && isObject(valueAt(body, parentPointer(at))) && !isReference(at) && !/\/\d+\//.test(at);
}

type ValueSource = {
  readonly at: string;
  readonly value: Json;
  readonly tag: string;
  readonly constraints: ValueConstraints;
  readonly types: readonly string[];
  /** Whether an object has no declared properties. */
  readonly isFree: boolean;
};

function makeValues(kind: ValueKind, source: ValueSource): readonly Json[] {
  const { at, value, constraints, isFree } = source;
  const { enumValues, extensibleValues } = constraints;
  const { list } = MAKERS[kind];
  if (kind === "unlisted")
    return enumValues === undefined && typeof extensibleValues[0] === "string" ? [UNKNOWN_ENUM_VALUE] : [];
  if (Array.isArray(value)) return list === undefined || value.length === 0 ? [] : [list(value) as Json];
  if (isObject(value)) return isFree && kind === "rich" ? [{ ...value, label: "Zoë AB", amount: 2.25 }] : [];
  if (kind === "rich" && typeof value === "string" && /^https?:\/\//.test(value))
    return [`${value.replace(/\/$/, "")}/Zoe-Ab`];
  // A large number may identify something, but other made-up ids refer to nothing.
  const isKept = isNormalized(at) && !(kind === "large" && isReference(at));
  return enumValues !== undefined || extensibleValues.length > 0 || isKept ? [] : makeScalars(kind, source);
}

function makeScalars(kind: ValueKind, { value, tag, constraints, types }: ValueSource): readonly Json[] {
  const { text, number, boolean } = MAKERS[kind];
  if (typeof value === "boolean") return boolean === undefined ? [] : [boolean(value)];
  if (typeof value === "number")
    return (number?.(value) ?? []).filter((it) => types.includes("number") || Number.isInteger(it));
  const isText = constraints.formats.length === 0 && constraints.patterns.length === 0 && types.includes("string");
  return isText && typeof value === "string" ? (text?.(tag) ?? []) : [];
}

/** Three items that differ in their texts and numbers. */
function makeItems(items: readonly Json[]): readonly Json[] {
  const more = [...items];
  while (more.length < 3) more.push(makeOther(more.at(-1) ?? null));
  return more;
}

function makeOther(value: Json): Json {
  if (Array.isArray(value)) return value.map(makeOther);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, makeOther(it as Json)]));
  if (typeof value === "number") return value + 1;
  if (typeof value !== "string") return value;
  const digit = /^(.*)([0-8])(.*?)$/s.exec(value);
  return digit === null ? value : `${digit[1]}${Number(digit[2]) + 1}${digit[3]}`;
}

function isNormalized(at: string): boolean {
  const words = splitWords(at.slice(at.lastIndexOf("/") + 1));
  return words.some((word) => NORMALIZED_WORDS.has(word)) || isReference(at);
}

function isReference(at: string): boolean {
  const words = splitWords(at.slice(at.lastIndexOf("/") + 1));
  return ID_WORDS.slice(0, 4).includes(words.at(-1) ?? "");
}

/** The body with values in place of what it has there. */
export function putValues(body: Json, values: readonly { readonly at: string; readonly value: Json }[]): Json {
  return values.reduce((whole, { at, value }) => setAt(whole, parsePointer(at), value), body);
}

function setAt(value: Json, [token, ...rest]: readonly string[], it: Json): Json {
  if (token === undefined) return it;
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === token ? setAt(item, rest, it) : item));
  return isObject(value) ? { ...value, [token]: setAt((value[token] ?? null) as Json, rest, it) } : value;
}
