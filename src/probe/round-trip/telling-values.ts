import { isObject, type Json, type Operation, parsePointer, valueAt } from "../../document/index.js";
import {
  collectValueConstraints,
  inferConstraintTypes,
  type ValueConstraints,
} from "../../samples/value-constraints.js";
import type { GenerationContext } from "../cases/generation-context.js";
import type { RequestLocation } from "../cases/request-location.js";
import { getRequestLocations } from "../cases/request-locations.js";
import { ID_WORDS, splitWords } from "../graph/name-words.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { UNKNOWN_ENUM_VALUE } from "../requests/unknown-enum-value.js";

/** The kinds of ordinary values. A service that rejects one kind may accept the others. */
export const ORDINARY_KINDS = ["items", "texts", "numbers", "flags", "signs", "zeros", "digits", "enums"] as const;
export type OrdinaryKind = (typeof ORDINARY_KINDS)[number];

/** Letters in both cases and outside of ASCII and of the Basic Multilingual Plane, an ampersand and quotes, and no spaces at the ends. */
const TEXTS = [
  'Zoë Łask & AB "47" 😀, a text of more than one hundred characters, such as a note about a delivery',
  "Zoë Łask AB 47",
  "Zoë Ab 7",
  "Zë Ab",
];
const NUMBERS: Readonly<Partial<Record<OrdinaryKind, number>>> = {
  numbers: 2.25,
  signs: -3,
  zeros: 0,
  digits: Number.MAX_SAFE_INTEGER,
};

/** Names of texts that a service may bring into one form. */
const NORMALIZED_WORDS = new Set([
  ...["email", "mail", "user", "username", "login", "domain", "host", "hostname", "url", "uri", "href", "link", "path"],
  ...["currency", "country", "locale", "language", "lang", "tag", "type", "kind", "status", "state", "phone", "color"],
  ...["secret", "password", "token", "hash", "version", "etag", "timezone", "zone", "format", "iban", "vat"],
]);

/**
 * Fills a body with ordinary values that examples seldom have: two different items in each list, mixed-case text, fractions,
 * and values that an open enum does not list. `isValid` keeps the body within its schema.
 */
export function addOrdinaryValues(
  context: GenerationContext,
  { operation, request, isValid }: OrdinaryRequest,
  kinds: readonly OrdinaryKind[],
): CaseRequest {
  const { body } = request;
  if (body === undefined || !("value" in body)) return request;
  let filled = request;
  const locations = getRequestLocations(context, operation, request);
  for (const location of locations.filter(({ part, isPresent, isOther }) => part === "body" && isPresent && !isOther)) {
    const path = parsePointer(location.at);
    const own = kinds.flatMap((kind) => listValues(kind, location, valueAt(getValue(filled), location.at)));
    const found = own
      .map((value): CaseRequest => ({ ...request, body: { ...body, value: setAt(getValue(filled), path, value) } }))
      .find((it) => isValid(operation, it));
    filled = found ?? filled;
  }
  return filled;
}

export type OrdinaryRequest = {
  readonly operation: Operation;
  readonly request: CaseRequest;
  readonly isValid: (operation: Operation, request: CaseRequest) => boolean;
};

function listValues(kind: OrdinaryKind, { at, node }: RequestLocation, value: Json | undefined): readonly Json[] {
  const constraints = collectValueConstraints(node.applicableSchemas);
  const { enumValues, extensibleValues } = constraints;
  if (kind === "items") return Array.isArray(value) && value.length > 0 ? [makeItems(value)] : [];
  if (kind === "enums")
    return enumValues === undefined && typeof extensibleValues[0] === "string" ? [UNKNOWN_ENUM_VALUE] : [];
  if (enumValues !== undefined || extensibleValues.length > 0 || isNormalized(at)) return [];
  const types = inferConstraintTypes(constraints, node.applicableSchemas);
  if (kind === "flags") return typeof value === "boolean" ? [false] : [];
  const number = NUMBERS[kind];
  if (number !== undefined)
    return typeof value === "number" && (types.includes("number") || Number.isInteger(number)) ? [number] : [];
  return listTexts(constraints, types, value);
}

function listTexts(
  { formats, patterns }: ValueConstraints,
  types: readonly string[],
  value: Json | undefined,
): readonly Json[] {
  // An object without properties may have any.
  if (isObject(value) && Object.keys(value).length === 0) return [{ label: TEXTS[1] ?? "", amount: 2.25 }];
  const isFree = formats.length === 0 && patterns.length === 0 && types.includes("string");
  return isFree && typeof value === "string" ? TEXTS : [];
}

/** Three items that differ in their texts and numbers. */
function makeItems(items: readonly Json[]): Json {
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
  return words.some((word) => NORMALIZED_WORDS.has(word)) || ID_WORDS.slice(0, 4).includes(words.at(-1) ?? "");
}

function getValue({ body }: CaseRequest): Json {
  return body !== undefined && "value" in body ? (body.value as Json) : null;
}

function setAt(value: Json, [token, ...rest]: readonly string[], it: Json): Json {
  if (token === undefined) return it;
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === token ? setAt(item, rest, it) : item));
  return isObject(value) ? { ...value, [token]: setAt((value[token] ?? null) as Json, rest, it) } : value;
}
