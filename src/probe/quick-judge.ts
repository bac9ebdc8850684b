import type { Json } from "../document/index.js";
import { type ParameterReading, readParameter, splitPairs } from "../schema/index.js";
import type { CaseRequest } from "./case.js";
import type { Draft, Replaced, Verdict } from "./case-maker.js";
import { fitsAround } from "./coupling.js";
import { isValidAt } from "./make-value.js";
import type { Means } from "./means.js";
import { isSame } from "./same-value.js";
import { headerText, queryPairs } from "./write-parameter.js";

/**
 * What the contract's judge would say of a draft, told from the one value in which it differs from a request of which all is
 * known; undefined where that does not tell. Never another verdict than the full judge's.
 */
export function quickJudge(means: Means, draft: Draft): Verdict | undefined {
  const { replaced, it } = draft;
  if (replaced === undefined || it.credentials !== undefined) return undefined;
  const { place, value } = replaced;
  if (!isPlain(value) && it.expect === "accepted") return undefined;
  if (!isClean(means, draft, place.standing.request)) return undefined;
  if (place.part === "body") return place.isText ? undefined : inBody(means, draft, replaced);
  return place.part === "path" ? undefined : inParameter(means, draft, replaced);
}

/** A value that is written and read back as what it is, and in which nothing is that the contract could not have heard of. */
function isPlain(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && String(value).length < 16;
  return typeof value !== "object" || value === null;
}

/** Whether the request around the value is one of which the contract has nothing to say. */
function isClean({ judge, clean }: Means, { it }: Draft, request: CaseRequest): boolean {
  const known = clean.get(request);
  if (known !== undefined) return known;
  const { errors, drift, isOurs, isRead, reasons } = judge({ ...it, request });
  const found = errors.length + drift.length + reasons.length === 0 && isOurs && isRead;
  clean.set(request, found);
  return found;
}

function inBody(means: Means, { it }: Draft, { place, value }: Replaced): Verdict | undefined {
  const { expect, request } = it;
  // Whether the value itself fits was asked when the draft was made, and of a wrong one whether it is so in its branch as well.
  if (expect !== "accepted") return expect;
  if (place.within !== undefined || !isListed(place, value)) return undefined;
  return fitsAround(means, place, request) ? expect : "dropped";
}

/** Whether an open enumeration has heard of a value. */
function isListed({ node }: Replaced["place"], value: unknown): boolean {
  return node.extensible?.known.has(value as Json) !== false;
}

/** Parameters that are other things as well. */
const TAKEN = /^(accept|authorization|content-.*|cookie|host)$/i;

function inParameter(means: Means, { it }: Draft, { place, value }: Replaced): Verdict | undefined {
  const parameter = it.operation.parameters.find((known) => known.in === place.part && known.name === place.at);
  // A list may be written as nothing at all, and an object as anything.
  if (parameter?.schema === undefined || !isPlain(value) || value === "" || place.within !== undefined)
    return undefined;
  if (parameter.style === "deepObject" || TAKEN.test(parameter.name)) return undefined;
  if (it.expect === "open") return it.expect;
  const reading = place.part === "query" ? fromQuery(means, parameter, value) : fromHeader(means, parameter, value);
  if (reading === undefined) return undefined;
  if (reading.kind === "absent" || reading.kind === "empty" || reading.kind === "unjudged") return undefined;
  if (reading.kind === "malformed") return it.expect === "refused" ? "refused" : "dropped";
  const isValid = isValidAt(means, parameter.schema, reading.value);
  if (it.expect === "refused") return isValid ? "dropped" : "refused";
  if (!isSame(reading.value, value)) return "dropped";
  return !isValid ? "dropped" : isListed(place, value) ? "accepted" : undefined;
}

type Declared = Draft["it"]["operation"]["parameters"][number];

function fromQuery({ schemas }: Means, parameter: Declared, value: unknown): ParameterReading {
  const pairs = splitPairs(queryPairs(parameter, value).join("&"));
  return readParameter(schemas, parameter, { in: "query", pairs });
}

function fromHeader({ schemas }: Means, parameter: Declared, value: unknown): ParameterReading | undefined {
  if (parameter.in !== "header") return undefined;
  return readParameter(schemas, parameter, { in: "header", text: headerText(parameter, value) });
}
