import { isObject, joinPointer, type Operation, valueAt } from "../document/index.js";
import { around } from "./boundaries.js";
import type { CaseRequest } from "./case.js";
import { type Draft, draftsOf, type Proposal } from "./case-maker.js";
import { fitsAround, isWrong } from "./coupling.js";
import { withBody } from "./example-requests.js";
import { isAnyOf, jsonType } from "./json-types.js";
import { fits, makeValue } from "./make-value.js";
import type { Means } from "./means.js";
import { type Place, placesOf } from "./places.js";
import { operationNegatives } from "./request-negatives.js";
import { shown } from "./variant.js";
import { likelyTypes, type Words, wordsOf } from "./words.js";

/** One thing wrong at a time: requests that the contract forbids, each made of a base request by a change in one place. */
export function negativeDrafts(means: Means, operation: Operation, base: CaseRequest): Iterable<Draft> {
  return draftsOf(operation, "negatives", proposals(means, operation, base));
}

function* proposals(means: Means, operation: Operation, base: CaseRequest): Iterable<Proposal> {
  yield* operationNegatives(means.document, operation, withBody(means, operation, base));
  for (const place of placesOf(means, operation, base))
    for (const proposal of negativesAt(means, place)) yield { ...proposal, ...around(place) };
}

function* negativesAt(means: Means, place: Place): Iterable<Proposal> {
  yield* leftOut(means, place);
  const words = wordsOf(place.node.shapes);
  yield* wrongType(means, place, words);
  yield* notListed(means, place, words);
  yield* extraProperty(means, place, words);
  yield* readOnlySent(means, place);
}

function* leftOut(means: Means, place: Place): Iterable<Proposal> {
  const { without, part, at, isPresent } = place;
  // A path is not one of the contract without its parameters.
  if (without === undefined || !without.required || !isPresent || part === "path") return;
  const { coupled } = without;
  if (coupled !== undefined && fitsAround(means, { part, at, coupled }, without.request)) return;
  const edit = { part, at, contract: without.contract, what: `${at}: left out, and it is required` };
  yield { slug: "missing", edit, request: without.request, expect: "refused" };
}

/** The most telling first. */
const WRONG_TYPES: readonly (readonly [unknown, string])[] = [
  ["not-a-value", "a string"],
  [12345, "a number"],
  [null, "null"],
  [true, "a boolean"],
  [[], "an array"],
  [{}, "an object"],
  [1.5, "a fraction"],
];
const FRACTION = "1.5";
/** In a URL, a header or a form everything is text. */
const WRONG_TEXTS: readonly (readonly [unknown, string])[] = [
  ["not-a-value", "words"],
  [FRACTION, "a fraction"],
  ["1e3x", "what begins like a number"],
  ["TRUE-ish", "what begins like a boolean"],
];

const MOST_WRONG_TYPES = 4;

function* wrongType(means: Means, place: Place, words: Words): Iterable<Proposal> {
  const types = likelyTypes(words, place.node.shapes);
  if (words.types === undefined && words.listed === undefined) return;
  let count = 0;
  for (const [value, name] of place.isText ? WRONG_TEXTS : WRONG_TYPES) {
    if (count === MOST_WRONG_TYPES) return;
    const type = jsonType(value);
    if (types.includes(type) || (type === "integer" && types.includes("number")) || !isWrong(means, place, value))
      continue;
    if (
      place.isText &&
      (isAnyOf(types, "array", "object", "string") || (value === FRACTION && types.includes("number")))
    )
      continue;
    count += 1;
    const expected = types.map(withArticle).join(" or ");
    const what = `${place.at || "the body"}: ${shown(value)}, ${name} where the contract wants ${expected}`;
    const edit = { part: place.part, at: place.at, contract: words.typeAt, what };
    yield {
      slug: `type:${type}${count}`,
      edit,
      request: place.put(value),
      expect: "refused",
      replaced: { place, value },
    };
  }
}

function withArticle(type: string): string {
  return type === "null" ? type : `${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
}

function* notListed(means: Means, place: Place, { listed, listedAt }: Words): Iterable<Proposal> {
  if (listed === undefined || listed.length === 0) return;
  const [first] = listed;
  const candidates =
    typeof first === "number"
      ? [987_654, -987_654]
      : [`${String(first)}x`, "NOT_LISTED", ...(typeof first === "string" ? [otherCase(first), ""] : [])];
  let count = 0;
  for (const value of candidates) {
    if (!isWrong(means, place, value)) continue;
    count += 1;
    const what = `${place.at || "the body"}: ${shown(value)}, not one of the listed values ${shown(listed)}`;
    const edit = { part: place.part, at: place.at, contract: listedAt, what };
    yield {
      slug: `not-listed:${count}`,
      edit,
      request: place.put(value),
      expect: "refused",
      replaced: { place, value },
    };
  }
}

function otherCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

const EXTRA = "notInTheContract";

function* extraProperty(means: Means, { part, at, put, value, node }: Place, { closedAt }: Words): Iterable<Proposal> {
  if (closedAt === undefined || !isObject(value)) return;
  const extra = { ...value, [EXTRA]: "extra" };
  if (fits(means, node, extra)) return;
  const what = `${at || "the body"}: with a property "${EXTRA}", and no others may come`;
  yield {
    slug: "extra-property",
    edit: { part, at, contract: closedAt, what },
    request: put(extra),
    expect: "refused",
  };
}

/** What a request does not carry a service may refuse, or pass over: the contract leaves it open. */
function* readOnlySent(means: Means, { part, at, put, value, node }: Place): Iterable<Proposal> {
  if (!isObject(value)) return;
  for (const { pointer, schema } of node.shapes) {
    for (const name of Object.keys(isObject(schema.properties) ? schema.properties : {})) {
      const child = means.nodes.child(node, name);
      if (child?.readOnly === undefined) continue;
      const inner = joinPointer(pointer, "properties", name);
      if (valueAt(means.schemas.root, inner) === undefined) continue;
      const made = makeValue(means, child);
      if (made === undefined) continue;
      const place = at === "" || at.startsWith("/") ? joinPointer(at, name) : `${at}${joinPointer("", name)}`;
      const edit = { part, at: place, contract: inner, what: `${place}: sent, and it is read-only` };
      yield { slug: "read-only", edit, request: put({ ...value, [name]: made.value }), expect: "open" };
    }
  }
}
