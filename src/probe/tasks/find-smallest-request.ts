import type { CheckFinding } from "../../checks/index.js";
import { type Document, isObject, type Json, joinPointer } from "../../document/index.js";
import { type GenerationContext, getGenerationContext } from "../cases/generation-context.js";
import type { CaseRequest, ProbeCase } from "../requests/probe-case.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeRequest, TaskSession } from "../session/session.js";

/** The maximum number of requests for one finding. */
const MAX_ATTEMPTS = 16;

type ShrinkableCase = Pick<ProbeCase, "operation" | "method" | "request" | "credentials" | "edit">;

/**
 * Finds the smallest request that still shows a finding, by leaving out parameters and properties one by one. Only requests
 * with the same violations as the given one are tried, so that the cause stays the same.
 *
 * @param isShown Sends a request.
 */
export async function findSmallestRequest(
  context: GenerationContext,
  it: ShrinkableCase,
  isShown: (request: CaseRequest) => Promise<boolean>,
): Promise<CaseRequest> {
  const violations = listViolations(context, it, it.request);
  let smallest = it.request;
  let attempts = 0;
  for (let isReduced = true; isReduced; ) {
    isReduced = false;
    for (const request of listSmallerRequests(smallest, it)) {
      if (attempts >= MAX_ATTEMPTS) return smallest;
      if (listViolations(context, it, request) !== violations) continue;
      attempts += 1;
      if (!(await isShown(request))) continue;
      smallest = request;
      isReduced = true;
      break;
    }
  }
  return smallest;
}

function listViolations({ validate }: GenerationContext, it: ShrinkableCase, request: CaseRequest): string {
  const { errors, isMatched } = validate({ ...it, request });
  return JSON.stringify([isMatched, ...errors.map(({ fingerprint }) => fingerprint).sort()]);
}

/** Lists requests with one part less, the largest parts first. The edited location is kept. */
function* listSmallerRequests(request: CaseRequest, { edit }: ShrinkableCase): Iterable<CaseRequest> {
  const isEdited = (part: string, at: string): boolean => edit?.part === part && isSameOrAround(at, edit.at);
  const { body, ...bodiless } = request;
  if (body !== undefined && edit?.part !== "body" && edit?.part !== "content-type") yield bodiless;
  for (const part of ["query", "header", "cookie"] as const)
    for (const name of Object.keys(request[part])) {
      if (isEdited(part, name)) continue;
      const { [name]: _, ...others } = request[part];
      yield { ...request, [part]: others };
    }
  if (body === undefined || !("value" in body)) return;
  const { contentType } = body;
  for (const value of listSmallerValues(body.value as Json, "", (at) => isEdited("body", at)))
    yield { ...request, body: { contentType, value } };
}

/** The names of parameters may go on with a pointer into the value. */
function isSameOrAround(at: string, edited: string): boolean {
  return edited === at || edited.startsWith(`${at}/`);
}

function* listSmallerValues(value: Json, at: string, isKept: (at: string) => boolean): Iterable<Json> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const here = joinPointer(at, index);
      // The pointer of the edited item must stay the same, so only later items can go.
      const isLast = index === value.length - 1;
      if (isLast && !isKept(here) && value.length > 1) yield value.slice(0, -1);
      for (const smaller of listSmallerValues(item, here, isKept)) yield value.with(index, smaller);
    }
    return;
  }
  // Exact numbers are objects too, but without properties.
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    if (isKept(joinPointer(at, name))) continue;
    const { [name]: _, ...others } = value;
    yield others;
  }
  for (const [name, inner] of Object.entries(value))
    for (const smaller of listSmallerValues(inner, joinPointer(at, name), isKept)) yield { ...value, [name]: smaller };
}

/**
 * Reports what a check finds in a response, for the smallest request that still shows it.
 *
 * @param result The exchange of `probeRequest`.
 */
export async function reportShrunk(
  { send, report, discard }: TaskSession,
  { result, probeRequest }: { readonly result: ProbeExchange; readonly probeRequest: ProbeRequest },
  check: (result: ProbeExchange) => CheckFinding | undefined,
): Promise<void> {
  const finding = check(result);
  if (finding === undefined) return;
  let smallest = { result, finding };
  const { operation, method = operation.method, request, edit } = probeRequest;
  const it = { operation, method, request, ...(edit === undefined ? {} : { edit }) };
  const context = getGenerationContext({ document: result.document satisfies Document });
  await findSmallestRequest(context, it, async (smaller) => {
    const again = await send({ ...probeRequest, request: smaller });
    const found = check(again);
    const isSame = found?.code === finding.code && found.valueClass === finding.valueClass;
    discard(isSame ? smallest.result : again);
    if (isSame) smallest = { result: again, finding: found };
    return isSame;
  });
  report(smallest.result, smallest.finding);
}
