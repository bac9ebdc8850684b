import type { Contract, Finding } from "../../check/index.js";
import type { Json, Operation } from "../../document/index.js";
import { isValidAtPointer } from "../../samples/make-value.js";
import { isSameJson } from "../../samples/same-json.js";
import { serializeHeaderParameter, serializeQueryPairs } from "../../samples/serialization/serialize-parameter.js";
import { type ParameterReading, readParameter, splitPairs } from "../../schema/index.js";
import type { CaseEdit, CaseRequest, Phase, ProbeCase } from "../requests/probe-case.js";
import { createBoundaryDrafts } from "./boundaries.js";
import type { CaseDraft, DraftOutcome, ReplacedValue } from "./case-draft.js";
import { isValidInContext } from "./dependent-constraints.js";
import { type GenerationContext, getGenerationContext, type Ungenerated } from "./generation-context.js";
import { createNegativeDrafts } from "./negatives.js";

/** Generates cases from a spec: requests and the expected outcome of each. This module sends nothing. */

type DocumentSource = Pick<Contract, "document">;

/** Generates cases at each limit of a request, just inside and just outside; see `boundaries.ts`. */
export function* generateBoundaryCases(
  contract: DocumentSource,
  operation: Operation,
  base: CaseRequest,
): Iterable<ProbeCase> {
  const context = getGenerationContext(contract);
  yield* validateCaseDrafts(context, createBoundaryDrafts(context, operation, base));
}

/** Generates requests with exactly one error; see `negatives.ts`. */
export function* generateNegativeCases(
  contract: DocumentSource,
  operation: Operation,
  base: CaseRequest,
): Iterable<ProbeCase> {
  const context = getGenerationContext(contract);
  yield* validateCaseDrafts(context, createNegativeDrafts(context, operation, base));
}

export type CaseSource = { readonly operation: Operation; readonly base: CaseRequest };

/**
 * Generates boundary and negative cases of several operations by priority. Each case is validated only when the
 * consumer requests it, so the first cases are available at once.
 */
export function* generateCases(
  contract: DocumentSource,
  sources: Iterable<CaseSource>,
  phases: readonly Phase[] = ["boundaries", "negatives"],
): Iterable<ProbeCase> {
  const context = getGenerationContext(contract);
  const drafts = [...sources].flatMap(({ operation, base }) => [
    ...(phases.includes("negatives") ? createNegativeDrafts(context, operation, base) : []),
    ...(phases.includes("boundaries") ? createBoundaryDrafts(context, operation, base) : []),
  ]);
  yield* validateCaseDrafts(
    context,
    prioritizeBy(drafts, ({ probeCase }) => probeCase),
  );
}

function* validateCaseDrafts(context: GenerationContext, drafts: Iterable<CaseDraft>): Iterable<ProbeCase> {
  for (const draft of drafts) {
    const validated = validateCaseDraft(context, draft);
    if (validated !== undefined) yield validated;
  }
}

/** Lists the locations without cases and the reasons; complete after all cases of an operation are generated. */
export function listUngenerated(contract: DocumentSource): Ungenerated[] {
  return [...getGenerationContext(contract).stats.ungenerated.values()];
}

/**
 * Orders cases so that any prefix is a fair sample. Operations take turns. Within an operation, the first case of each
 * kind precedes the second of any kind, and cases for untested keywords come first.
 */
export function prioritizeCases(cases: Iterable<ProbeCase>): ProbeCase[] {
  return prioritizeBy(cases, (it) => it);
}

/** Like `prioritizeCases`, for items that contain a case. */
function prioritizeBy<Held>(cases: Iterable<Held>, caseOf: (item: Held) => ProbeCase): Held[] {
  const queues = new Map<string, Held[]>();
  for (const item of cases) {
    const { pointer } = caseOf(item).operation;
    const queue = queues.get(pointer) ?? [];
    queue.push(item);
    queues.set(pointer, queue);
  }
  const ranked = [...queues.values()].map((queue) => rankByKind(queue, caseOf));
  const longest = Math.max(0, ...ranked.map((queue) => queue.length));
  const ordered: Held[] = [];
  for (let index = 0; index < longest; index += 1)
    for (const queue of ranked) if (index < queue.length) ordered.push(...queue.slice(index, index + 1));
  return ordered;
}

function rankByKind<Held>(queue: readonly Held[], caseOf: (item: Held) => ProbeCase): Held[] {
  const kinds = new Map<string, number>();
  const clauses = new Map<string, number>();
  return queue
    .map((item) => {
      const it = caseOf(item);
      const kind = getCaseKind(it);
      return { item, rank: countUp(kinds, kind) + 2 * countUp(clauses, `${kind} ${it.edit?.contract ?? ""}`) };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** The phase, the part and the kind of edit, without the number or value. */
function getCaseKind({ id, phase, edit }: ProbeCase): string {
  const slug = id.slice(id.lastIndexOf("/") + 1).replace(/:.*$|-\d+$/, "");
  return `${phase} ${edit?.part ?? ""} ${slug}`;
}

function countUp(counts: Map<string, number>, key: string): number {
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  return before;
}

/**
 * Validates a draft against the spec. Returns undefined if the result contradicts `expect`: an accepted case must be
 * valid, and a refused case must be invalid at the edited location only.
 */
function validateCaseDraft(context: GenerationContext, draft: CaseDraft): ProbeCase | undefined {
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
function isValidRequest(context: GenerationContext, { probeCase }: CaseDraft, request: CaseRequest): boolean {
  const known = context.validRequests.get(request);
  if (known !== undefined) return known;
  const { errors, drift, isMatched, isRoundTripped, reasons } = context.validate({ ...probeCase, request });
  const found = errors.length + drift.length + reasons.length === 0 && isMatched && isRoundTripped;
  context.validRequests.set(request, found);
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
