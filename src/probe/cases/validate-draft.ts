import type { Json } from "../../document/index.js";
import type { Finding } from "../../gate/index.js";
import { isValidAtPointer } from "../../samples/make-value.js";
import { isSameJson } from "../../samples/same-json.js";
import { serializeHeaderParameter, serializeQueryPairs } from "../../samples/serialization/serialize-parameter.js";
import { type ParameterReading, readParameter, splitPairs } from "../../schema/index.js";
import type { CaseEdit, CaseRequest, ProbeCase } from "../requests/probe-case.js";
import type { CaseDraft, DraftOutcome, ReplacedValue } from "./case-draft.js";
import { isValidInContext } from "./dependent-constraints.js";
import type { GenerationContext } from "./generation-context.js";

/**
 * Validates a draft against the spec. Returns undefined if the result contradicts `expect`: an accepted case must be
 * valid, and a refused case must be invalid at the edited location only.
 */
export function validateCaseDraft(context: GenerationContext, draft: CaseDraft): ProbeCase | undefined {
  const expect = fastValidateDraft(context, draft) ?? fullyValidateDraft(context, draft);
  context.stats[expect === "dropped" ? "dropped" : "planned"] += 1;
  return expect === "dropped" ? undefined : { ...draft.probeCase, expect };
}

/** Validates the whole serialized request. */
export function fullyValidateDraft(context: GenerationContext, { probeCase, enclosing }: CaseDraft): DraftOutcome {
  const { expect, edit, credentials } = probeCase;
  const isAbout = createLocationTest(edit, enclosing);
  // The spec only says whether credentials are present, not whether they are valid.
  if (credentials === "wrong" || edit.part === "method") return expect;
  const checkResult = context.validate(probeCase);
  if (!checkResult.isMatched) return "dropped";
  if (expect === "refused")
    return checkResult.errors.length > 0 && checkResult.errors.every(isAbout) ? expect : "dropped";
  if (expect === "open") return expect;
  if (checkResult.errors.length > 0 || !checkResult.isRoundTripped || checkResult.reasons.length > 0) return "dropped";
  // A service may reject undocumented data.
  return checkResult.drift.some(isAbout) ? "open" : expect;
}

/**
 * Creates a test whether a finding is about the edited location: same part, and in the body an ancestor or a
 * descendant.
 */
function createLocationTest({ part }: CaseEdit, at: string): (finding: Finding) => boolean {
  return ({ code, recording }) => {
    if (!code.startsWith(`request.${part}.`)) return false;
    const place = recording.body;
    return part !== "body" || place === undefined || isSameOrInside(place, at) || isSameOrInside(at, place);
  };
}

function isSameOrInside(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/**
 * Validates a draft by its one changed value if the surrounding request is known to be valid. Returns undefined if that
 * is not sufficient. A result is always the same as that of `fullyValidateDraft`.
 */
export function fastValidateDraft(context: GenerationContext, draft: CaseDraft): DraftOutcome | undefined {
  const { replaced, probeCase } = draft;
  if (replaced === undefined || probeCase.credentials !== undefined) return undefined;
  const { location, value } = replaced;
  if (!isPlainScalar(value) && probeCase.expect === "accepted") return undefined;
  if (!isValidRequest(context, draft, location.surroundings.request)) return undefined;
  if (location.part === "body") return location.isText ? undefined : validateBodyValue(context, draft, replaced);
  return location.part === "path" ? undefined : validateParameterValue(context, draft, replaced);
}

/** Whether a value survives serialization unchanged and cannot contain undocumented data. */
function isPlainScalar(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && String(value).length < 16;
  return typeof value !== "object" || value === null;
}

/** Whether validation of the surrounding request gives no findings. */
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
  context: GenerationContext,
  { probeCase }: CaseDraft,
  { location, value }: ReplacedValue,
): DraftOutcome | undefined {
  const { expect, request } = probeCase;
  // The value was already validated when the draft was made; a wrong value also in the context of its branch.
  if (expect !== "accepted") return expect;
  if (location.enclosing !== undefined || !isKnownEnumValue(location, value)) return undefined;
  return isValidInContext(context, location, request) ? expect : "dropped";
}

/** Whether an extensible enum, if any, lists the value. */
function isKnownEnumValue({ node }: ReplacedValue["location"], value: unknown): boolean {
  return node.extensible?.known.has(value as Json) !== false;
}

/** Headers that also have a meaning of their own in HTTP. */
const RESERVED_HEADERS = /^(accept|authorization|content-.*|cookie|host)$/i;

function validateParameterValue(
  context: GenerationContext,
  { probeCase }: CaseDraft,
  { location, value }: ReplacedValue,
): DraftOutcome | undefined {
  const parameter = probeCase.operation.parameters.find(
    (known) => known.in === location.part && known.name === location.at,
  );
  // An array may be serialized as an empty text, and an object in any form.
  if (parameter?.schema === undefined || !isPlainScalar(value) || value === "" || location.enclosing !== undefined)
    return undefined;
  if (parameter.style === "deepObject" || RESERVED_HEADERS.test(parameter.name)) return undefined;
  if (probeCase.expect === "open") return probeCase.expect;
  const reading =
    location.part === "query" ? readFromQuery(context, parameter, value) : readFromHeader(context, parameter, value);
  if (reading === undefined) return undefined;
  if (reading.kind === "absent" || reading.kind === "empty" || reading.kind === "not-checked") return undefined;
  if (reading.kind === "malformed") return probeCase.expect === "refused" ? "refused" : "dropped";
  const isValid = isValidAtPointer(context, parameter.schema, reading.value);
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
