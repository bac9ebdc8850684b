import type { Json } from "../../document/index.js";
import { isValidAtPointer } from "../../samples/make-value.js";
import { isSameJson } from "../../samples/same-json.js";
import { type ParameterReading, readParameter, splitPairs } from "../../schema/index.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { serializeHeaderParameter, serializeQueryPairs } from "../requests/serialize-parameter.js";
import type { CaseDraft, DraftOutcome, ReplacedValue } from "./case-draft.js";
import { isValidInContext } from "./dependent-constraints.js";
import type { GenerationContext } from "./generation-context.js";

/**
 * What the contract's judge would say of a draft, told from the one value in which it differs from a request of which all is
 * known; undefined where that does not tell. Never another verdict than the full judge's.
 */
export function fastValidateDraft(means: GenerationContext, draft: CaseDraft): DraftOutcome | undefined {
  const { replaced, probeCase } = draft;
  if (replaced === undefined || probeCase.credentials !== undefined) return undefined;
  const { location, value } = replaced;
  if (!isPlainScalar(value) && probeCase.expect === "accepted") return undefined;
  if (!isValidRequest(means, draft, location.standing.request)) return undefined;
  if (location.part === "body") return location.isText ? undefined : validateBodyValue(means, draft, replaced);
  return location.part === "path" ? undefined : validateParameterValue(means, draft, replaced);
}

/** A value that is written and read back as what it is, and in which nothing is that the contract could not have heard of. */
function isPlainScalar(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && String(value).length < 16;
  return typeof value !== "object" || value === null;
}

/** Whether the request around the value is one of which the contract has nothing to say. */
function isValidRequest(
  { validate, validRequests }: GenerationContext,
  { probeCase }: CaseDraft,
  request: CaseRequest,
): boolean {
  const known = validRequests.get(request);
  if (known !== undefined) return known;
  const { errors, drift, isMatched, isRoundTripped, reasons } = validate({ ...probeCase, request });
  const found = errors.length + drift.length + reasons.length === 0 && isMatched && isRoundTripped;
  validRequests.set(request, found);
  return found;
}

function validateBodyValue(
  means: GenerationContext,
  { probeCase }: CaseDraft,
  { location, value }: ReplacedValue,
): DraftOutcome | undefined {
  const { expect, request } = probeCase;
  // Whether the value itself fits was asked when the draft was made, and of a wrong one whether it is so in its branch as well.
  if (expect !== "accepted") return expect;
  if (location.within !== undefined || !isKnownEnumValue(location, value)) return undefined;
  return isValidInContext(means, location, request) ? expect : "dropped";
}

/** Whether an open enumeration has heard of a value. */
function isKnownEnumValue({ node }: ReplacedValue["location"], value: unknown): boolean {
  return node.extensible?.known.has(value as Json) !== false;
}

/** Parameters that are other things as well. */
const RESERVED_HEADERS = /^(accept|authorization|content-.*|cookie|host)$/i;

function validateParameterValue(
  means: GenerationContext,
  { probeCase }: CaseDraft,
  { location, value }: ReplacedValue,
): DraftOutcome | undefined {
  const parameter = probeCase.operation.parameters.find(
    (known) => known.in === location.part && known.name === location.at,
  );
  // A list may be written as nothing at all, and an object as anything.
  if (parameter?.schema === undefined || !isPlainScalar(value) || value === "" || location.within !== undefined)
    return undefined;
  if (parameter.style === "deepObject" || RESERVED_HEADERS.test(parameter.name)) return undefined;
  if (probeCase.expect === "open") return probeCase.expect;
  const reading =
    location.part === "query" ? readFromQuery(means, parameter, value) : readFromHeader(means, parameter, value);
  if (reading === undefined) return undefined;
  if (reading.kind === "absent" || reading.kind === "empty" || reading.kind === "not-checked") return undefined;
  if (reading.kind === "malformed") return probeCase.expect === "refused" ? "refused" : "dropped";
  const isValid = isValidAtPointer(means, parameter.schema, reading.value);
  if (probeCase.expect === "refused") return isValid ? "dropped" : "refused";
  if (!isSameJson(reading.value, value)) return "dropped";
  return !isValid ? "dropped" : isKnownEnumValue(location, value) ? "accepted" : undefined;
}

type DeclaredParameter = CaseDraft["probeCase"]["operation"]["parameters"][number];

function readFromQuery({ schemas }: GenerationContext, parameter: DeclaredParameter, value: unknown): ParameterReading {
  const pairs = splitPairs(serializeQueryPairs(parameter, value).join("&"));
  return readParameter(schemas, parameter, { in: "query", pairs });
}

function readFromHeader(
  { schemas }: GenerationContext,
  parameter: DeclaredParameter,
  value: unknown,
): ParameterReading | undefined {
  if (parameter.in !== "header") return undefined;
  return readParameter(schemas, parameter, { in: "header", text: serializeHeaderParameter(parameter, value) });
}
