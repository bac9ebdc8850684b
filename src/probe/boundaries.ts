import type { Operation } from "../document/index.js";
import { BEYOND_WHAT_IS_KNOWN } from "./beyond.js";
import type { CaseRequest } from "./case.js";
import { type Draft, draftsOf, type Proposal } from "./case-maker.js";
import { listVariants, objectVariants } from "./container-variants.js";
import { fitsAround, isWrong } from "./coupling.js";
import { isAnyOf } from "./json-types.js";
import { fits } from "./make-value.js";
import type { Means } from "./means.js";
import { type Place, placesOf } from "./places.js";
import { isSame } from "./same-value.js";
import { numberFormatVariants, numberVariants, textVariants } from "./scalar-variants.js";
import { shown, slugOf, type Variant } from "./variant.js";
import { likelyTypes, type Words, wordsOf } from "./words.js";

const MOST_A_PLACE = 40;

/**
 * Every limit of every parameter and property, at its edge, inside of it and just outside: one draft each, made of a base
 * request by a change in one place.
 */
export function boundaryDrafts(means: Means, operation: Operation, base: CaseRequest): Iterable<Draft> {
  return draftsOf(operation, "boundaries", proposals(means, operation, base));
}

function* proposals(means: Means, operation: Operation, base: CaseRequest): Iterable<Proposal> {
  for (const place of placesOf(means, operation, base)) {
    for (const { slug, what, value, expect, contract: at } of variantsOf(means, place)) {
      const edit = { part: place.part, at: place.at, contract: at, what: `${place.at || "the body"}: ${what}` };
      yield { slug, edit, request: place.put(value), expect, ...around(place), replaced: { place, value } };
    }
    yield* absentCase(means, place);
  }
}

export function around({ within }: Place): { readonly within?: string } {
  return within === undefined ? {} : { within };
}

/** What may be left out is left out. */
function* absentCase(means: Means, place: Place): Iterable<Proposal> {
  const { without, isPresent, part, at } = place;
  if (without === undefined || without.required || !isPresent) return;
  const { coupled } = without;
  if (coupled !== undefined && !fitsAround(means, { part, at, coupled }, without.request)) return;
  const edit = { part, at, contract: without.contract, what: `${at}: left out, which it may be` };
  yield { slug: "absent", edit, request: without.request, expect: "accepted", ...around(place) };
}

/** Variants that are what they say by the schemas of the place itself, each value once. */
function variantsOf(means: Means, place: Place): Variant[] {
  const kept: Variant[] = [];
  const variants = [...allVariants(means, place)].sort((a, b) => rankOf(a) - rankOf(b));
  for (const variant of variants) {
    if (kept.length >= MOST_A_PLACE) break;
    const { value, expect } = variant;
    // An empty segment makes another path.
    if (value === "" && place.part === "path") continue;
    if (kept.some((it) => isSame(it.value, value))) continue;
    // Nothing can be written that is read as a list without items.
    if (place.isText && Array.isArray(value) && value.length === 0) continue;
    // What one keyword says nothing of, another may refuse.
    if (expect === "refused" ? isWrong(means, place, value) : fits(means, place.node, value)) kept.push(variant);
  }
  return kept;
}

/** Of two variants with one value the more telling one is kept: a value at a limit is more than any other value. */
function rankOf({ slug }: Variant): number {
  if (slug.startsWith("inside-")) return 1;
  if (slug === "given") return 2;
  return slug.startsWith("unstated:") ? 3 : 0;
}

function* allVariants(means: Means, place: Place): Iterable<Variant> {
  const { node, value, isPresent } = place;
  const words = wordsOf(node.shapes);
  if (!isPresent)
    yield {
      slug: "given",
      what: `${shown(value)}, ${place.isOther === true ? "another of its alternatives" : "where the base has none"}`,
      value,
      expect: "accepted",
      contract: place.contract,
    };
  yield* listedVariants(words);
  const types = likelyTypes(words, node.shapes);
  if (words.listed === undefined) {
    if (isAnyOf(types, "integer", "number")) {
      yield* numberFormatVariants(words);
      yield* numberVariants(words, !types.includes("number"));
    }
    if (types.includes("string")) yield* textVariants(words);
    if (types.includes("array")) yield* listVariants(means, place, words);
    if (types.includes("object")) yield* objectVariants(means, place, words);
    if (words.types?.includes("boolean") === true)
      for (const it of [true, false])
        yield { slug: `value:${it}`, what: String(it), value: it, expect: "accepted", contract: words.typeAt };
  }
  if (words.types?.includes("null") === true && place.part === "body")
    yield { slug: "null", what: "null, which it may be", value: null, expect: "accepted", contract: words.typeAt };
}

const MOST_LISTED = 24;

function* listedVariants({ listed, listedAt, extensible, extensibleAt }: Words): Iterable<Variant> {
  for (const value of (listed ?? []).slice(0, MOST_LISTED))
    yield {
      ...{ slug: `value:${slugOf(value)}`, what: `${shown(value)}, one of the listed values`, value },
      ...{ expect: "accepted", contract: listedAt },
    };
  if (listed !== undefined || extensible.length === 0) return;
  for (const value of extensible.slice(0, MOST_LISTED))
    yield {
      ...{ slug: `value:${slugOf(value)}`, what: `${shown(value)}, one of the known values`, value },
      ...{ expect: "accepted", contract: extensibleAt },
    };
  const beyond = typeof extensible[0] === "number" ? 987_654 : BEYOND_WHAT_IS_KNOWN;
  yield {
    ...{ slug: "unlisted", what: `${shown(beyond)}, beyond the known values, which may become more`, value: beyond },
    ...{ expect: "open", contract: extensibleAt },
  };
}
