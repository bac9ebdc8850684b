import { isObject, type Operation, type Parameter, pluralize } from "../../document/index.js";
import { includesAnyType, isEqual } from "../../document/values/exact-number.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { splitWords } from "../../resources/index.js";
import { addMembers, isValidForSchemas, makeSampleValues } from "../../samples/make-value.js";
import type { SampleContext, SamplingState } from "../../samples/sample-context.js";
import { inferConstraintTypes, type ValueConstraints } from "../../schema/model/value-constraints.js";
import { type CaseRequest, UNKNOWN_ENUM_VALUE } from "../requests/probe-case.js";
import type { BaseRequest } from "./generation-context.js";
import type { CaseProposal, RequestLocation } from "./request-location.js";
import { getRequestLocations, isInvalidAt, isValidInContext } from "./request-locations.js";
import {
  formatWhere,
  generateNumberFormatMutations,
  generateNumberMutations,
  generateTextMutations,
  isLimitWithin,
  listLimits,
  listNearLimit,
  proposeMutation,
  summarizeValue,
  toSlug,
  type ValueMutation,
} from "./scalar-mutations.js";

const MAX_PER_LOCATION = 48;
/** Larger amounts of time or data than this one are not sent without need. */
const MAX_UNSTATED_AMOUNT = 1000;
/** Servers accept URLs and headers of at least 8,000 bytes (RFC 9110, section 4.1). */
const MAX_URL_TEXT = 4000;

/**
 * Proposes a request for each limit of each parameter and property: at the limit, just inside and just outside. Each
 * changes one location of the base request.
 */
export function* proposeBoundaries(given: BaseRequest): Iterable<CaseProposal> {
  for (const location of getRequestLocations(given.context, given.operation, given.base)) {
    for (const mutation of selectMutations(location)) yield proposeMutation(location, mutation);
    yield* proposeOmitted(location, false);
  }
  yield* proposeRequestVariants(given);
}

/** Omits a parameter or property: a required one, or an optional one. */
export function* proposeOmitted(location: RequestLocation, isRequired: boolean): Iterable<CaseProposal> {
  const { without, isPresent, part, at, enclosing } = location;
  // Without its path parameters, a request matches another path or none.
  if (without === undefined || without.required !== isRequired || !isPresent || (isRequired && part === "path")) return;
  const { dependency, request, contract } = without;
  if (dependency !== undefined && isValidInContext({ ...location, dependency }, request) === isRequired) return;
  const what = `${at}: ${isRequired ? "missing, but required" : "omitted, because it is optional"}`;
  const [slug, expect] = isRequired ? (["missing", "refused"] as const) : (["absent", "accepted"] as const);
  yield { slug, edit: { part, at, contract, what }, request, expect, enclosing };
}

/** Selects the mutations that the schemas at the location confirm, each value once. */
function selectMutations(location: RequestLocation): ValueMutation[] {
  const selected: ValueMutation[] = [];
  const mutations = [...generateMutations(location)].sort((a, b) => getRank(a) - getRank(b));
  for (const mutation of mutations) {
    if (selected.length >= MAX_PER_LOCATION) break;
    const { value, expect } = mutation;
    // An empty path segment leads to another path.
    if (value === "" && location.part === "path") continue;
    if (selected.some((it) => isEqual(it.value, value))) continue;
    if (!canSend(location, mutation)) continue;
    // An empty array cannot be expressed as text.
    if (location.isText && Array.isArray(value) && value.length === 0) continue;
    // Another keyword may reject the value.
    if (expect === "refused" ? isInvalidAt(location, value) : isValidForSchemas(location.context, location.node, value))
      selected.push(mutation);
  }
  return selected;
}

function canSend(location: RequestLocation, { slug, value }: ValueMutation): boolean {
  if (typeof value === "string") return canSendText(location, value);
  return !(Number(value) > MAX_UNSTATED_AMOUNT && slug.startsWith("unstated:") && isTimeOrSize(location));
}

/** How long the service waits, or how many bytes it sends, is what the request says. A late response is right. */
function isTimeOrSize({ at }: RequestLocation): boolean {
  return splitWords(at.slice(at.lastIndexOf("/") + 1)).some((word) => TIME_OR_SIZE_WORDS.has(word));
}

const TIME_OR_SIZE_WORDS = new Set(["delay", "duration", "timeout", "wait", "sleep", "second", "byte", "numbyte"]);

/** URLs and headers are short, headers have no control characters, and cookies no separators. */
function canSendText({ part }: RequestLocation, text: string): boolean {
  if (part === "body") return true;
  return text.length <= MAX_URL_TEXT && (part === "path" || part === "query" || !/\p{Cc}/u.test(text));
}

/** Ranks mutations with the same value: a limit says more than an arbitrary value. */
function getRank({ slug }: ValueMutation): number {
  if (slug.startsWith("inside-")) return 1;
  if (slug === "given") return 2;
  return slug.startsWith("unstated:") ? 3 : 0;
}

function* generateMutations(location: RequestLocation): Iterable<ValueMutation> {
  const { node, value, isPresent, isOther, contract } = location;
  const { constraints } = node;
  const where = isOther === true ? "another branch of the schema" : "absent in the base request";
  if (!isPresent)
    yield { slug: "given", what: `${summarizeValue(value)}, ${where}`, value, expect: "accepted", contract };
  yield* generateEnumMutations(constraints);
  const types = inferConstraintTypes(node);
  if (constraints.enumValues === undefined) {
    if (includesAnyType(types, "integer", "number")) {
      yield* generateNumberFormatMutations(constraints);
      yield* generateNumberMutations(constraints, !types.includes("number"));
    }
    if (types.includes("string")) yield* generateTextMutations(constraints);
    if (types.includes("array")) yield* generateArrayMutations(location);
    if (types.includes("object") && isObject(value))
      yield* generateSizeMutations(
        listLimits(constraints.minProperties, constraints.maxProperties),
        ["property", "properties"],
        (count) => resizeObject(location, value, count),
      );
    for (const it of constraints.types?.includes("boolean") ? [true, false] : [])
      yield { slug: `value:${it}`, what: String(it), value: it, expect: "accepted", contract: constraints.typeAt };
  }
  const what = "null, which is allowed";
  if (constraints.types?.includes("null") === true && location.part === "body")
    yield { slug: "null", what, value: null, expect: "accepted", contract: constraints.typeAt };
}

const MAX_ENUM_VALUES = 24;

function* generateEnumMutations(constraints: ValueConstraints): Iterable<ValueMutation> {
  const { enumValues, enumAt, extensibleValues, extensibleAt } = constraints;
  const contract = enumValues === undefined ? extensibleAt : enumAt;
  const list = enumValues === undefined ? "values in x-extensible-enum" : "enum values";
  for (const value of (enumValues ?? extensibleValues).slice(0, MAX_ENUM_VALUES)) {
    const what = `${summarizeValue(value)}, one of the ${list}`;
    yield { slug: `value:${toSlug(value)}`, what, value, expect: "accepted", contract };
  }
  if (enumValues !== undefined || extensibleValues.length === 0) return;
  const value = typeof extensibleValues[0] === "number" ? 987_654 : UNKNOWN_ENUM_VALUE;
  const what = `${summarizeValue(value)}, not listed in x-extensible-enum`;
  yield { slug: "not-in-enum", what, value, expect: "open", contract };
}

/** Proposes the same request in unusual forms: repeated and empty parameters, and a charset in the Content-Type. */
function* proposeRequestVariants({ context, operation, base }: BaseRequest): Iterable<CaseProposal> {
  const locations = getRequestLocations(context, operation, base);
  for (const parameter of operation.parameters) {
    const location = locations.find(({ part, at }) => part === "query" && at === parameter.name);
    if (parameter.in === "query" && location !== undefined)
      yield* proposeQueryVariants(parameter, base, location.value);
  }
  yield* proposeCharset(operation, base);
}

/** The spec does not say what a repeated or an empty parameter means, unless it is an array. */
function* proposeQueryVariants(parameter: Parameter, base: CaseRequest, value: unknown): Iterable<CaseProposal> {
  const { name, style, explode, content, pointer: contract } = parameter;
  if (style !== "form" || !explode || content !== undefined || typeof value === "object") return;
  for (const [slug, it, how] of [
    ["empty-text", "", "empty, where it could be absent"],
    ["repeated", [value, value], "sent twice"],
  ] as const) {
    const edit = { part: "query", at: name, contract, what: `${name}: ${how}` } as const;
    const request = { ...base, query: { ...base.query, [name]: it } };
    yield { slug: `unstated:${slug}`, edit, request, expect: "open" };
  }
}

/**
 * JSON is always UTF-8, and a charset has no effect on it (RFC 8259, section 11). Letters of both cases mean the same in a media type
 * (RFC 9110, section 8.3.1).
 */
function* proposeCharset({ requestBody }: Operation, base: CaseRequest): Iterable<CaseProposal> {
  const { body } = base;
  if (requestBody === undefined || body === undefined || !("value" in body)) return;
  if (!/^application\/(.+\+)?json$/i.test(body.contentType)) return;
  for (const [slug, contentType] of [
    ["charset", `${body.contentType}; charset=utf-8`],
    ["upper-case", body.contentType.toUpperCase()],
  ] as const) {
    const what = `the body sent as ${contentType}`;
    const edit = { part: "content-type", at: "", contract: requestBody.pointer, what } as const;
    const request = { ...base, body: { contentType, text: serializeExactJson(body.value) } };
    yield { slug, edit, request, expect: "accepted" };
  }
}

/** Longer arrays cost too much to test a limit. */
const MAX_SIZE = 300;

/** Generates values whose size is at each limit, just inside and just outside. `resize` returns undefined if there is no such value. */
function* generateSizeMutations(
  limits: ReturnType<typeof listLimits>,
  [one, several]: readonly [one: string, several: string],
  resize: (count: number) => unknown,
): Iterable<ValueMutation> {
  for (const limit of limits.filter((it) => isLimitWithin(it.limit, MAX_SIZE)))
    for (const near of listNearLimit(limit)) {
      const { where, amount, expect } = near;
      const value = amount < 0 ? undefined : resize(amount);
      const what = `${pluralize(amount, one, several)}, ${formatWhere(near)} the ${limit.name} of ${limit.limit.value}`;
      const slug = `${where}-${limit.name}-${several}`;
      if (value !== undefined) yield { slug, what, value, expect, contract: limit.limit.at };
    }
}

/** Generates arrays at each length limit, just inside and just outside, and one with a duplicate item. */
function* generateArrayMutations(location: RequestLocation): Iterable<ValueMutation> {
  if (!Array.isArray(location.value)) return;
  const { minItems, maxItems, uniqueAt, typeAt } = location.node.constraints;
  const resize = (count: number, isUnique: boolean) => resizeArray(location, count, isUnique);
  yield* generateSizeMutations(listLimits(minItems, maxItems), ["item", "items"], (count) =>
    resize(count, uniqueAt !== undefined),
  );
  const [item] = uniqueAt === undefined ? [] : (resize(1, true) ?? []);
  if (uniqueAt !== undefined && item !== undefined) {
    const what = "the same item twice, but items must be unique";
    yield { slug: "twice", what, value: [item, item], expect: "refused", contract: uniqueAt };
  }
  const expect = minItems === undefined ? "open" : "accepted";
  yield { slug: "unstated:no-items", what: "an empty array", value: [], expect, contract: typeAt };
}

/** Truncates the array, or adds items to it. */
function resizeArray(
  { context, node, value }: RequestLocation,
  count: number,
  isUnique: boolean,
): unknown[] | undefined {
  const items = (value as readonly unknown[]).slice(0, count);
  const wanted = count - items.length;
  if (wanted === 0) return items;
  const samplingState = createSamplingState(context);
  const item = context.schemas.model.item(node, items.length);
  const made = item === null ? [{ value: "text" }] : makeSampleValues(samplingState, item, isUnique ? count + 1 : 1);
  const known = new Set(items.map((it) => JSON.stringify(it)));
  const others = made.map((it) => it.value).filter((it) => !isUnique || !known.has(JSON.stringify(it)));
  if (others.length === 0 || (isUnique && others.length < wanted)) return undefined;
  for (let index = 0; index < wanted; index += 1) items.push(others[index % others.length]);
  return items;
}

function createSamplingState(context: SampleContext): SamplingState {
  return { context, stack: [], budget: { left: 4000 } };
}

function resizeObject({ context, node }: RequestLocation, value: object, count: number): object | undefined {
  const { required } = node.constraints;
  const byRequired = Object.entries(value).sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  const members = new Map<string, unknown>(byRequired.slice(0, count));
  addMembers({ state: createSamplingState(context), node, tags: new Map() }, members, count);
  return members.size === count ? Object.fromEntries(members) : undefined;
}
