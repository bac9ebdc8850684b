import type { CheckFinding } from "../../check/index.js";
import {
  type Document,
  dropUndefined,
  isObject,
  isWithin,
  type Json,
  joinPointer,
  type Operation,
  type Parameter,
  resolvePointer,
} from "../../document/index.js";
import { isEqual } from "../../document/values/exact-number.js";
import { findPageFields, getListFacts } from "../../resources/index.js";
import { readDescription } from "../body-properties.js";
import { createRequestTest, type GenerationContext, getGenerationContext } from "../cases/generation-context.js";
import { checkCredentialsRequired, checkServiceResponse } from "../checks/response.js";
import { createUuidGenerator } from "../deterministic-uuid.js";
import {
  type CaseRequest,
  isSafeMethod,
  type ProbeCase,
  readWrittenBody,
  removeFromBody,
} from "../requests/probe-case.js";
import { hasOpenQuestion } from "../scenarios/filters/filter-values.js";
import { buildUnknownRequest, reportRejection } from "../scenarios/scenario-context.js";
import type { ProbeTask } from "../session/case-recorder.js";
import type { ProbeExchange, Rule } from "../session/probe-exchange.js";
import type { ProbeRequest, TaskSession } from "../session/session.js";
import type { SeedRequest, SeedRequests } from "./seed-requests.js";

/** The outcome of a case with an expectation: exactly one of these. */
export const CASE_VERDICTS = ["handled", "accepted-invalid", "rejected-valid", "broke", "open"] as const;
export type CaseVerdict = (typeof CASE_VERDICTS)[number];

export type CaseTaskOptions = {
  readonly document: Document;
  readonly seeds: SeedRequests;
  readonly count: (verdict: CaseVerdict) => void;
  readonly shrunk: Map<string, number>;
};

/** Creates a task that sends a case, and repeats it if that is needed for a reliable verdict. */
export function createCaseTask(options: CaseTaskOptions, it: ProbeCase): ProbeTask {
  return {
    id: it.id,
    run: async (session) => options.count(await runCase(options, it, session)),
  };
}

/** The maximum number of findings per operation whose requests are shrunk. Later ones show the request as it was sent. */
const MAX_SHRUNK = 4;

/** Sends a case. If it shows a finding, returns the smallest request that does. */
async function sendShrunk({ shrunk }: CaseTaskOptions, it: ProbeCase, session: TaskSession): Promise<ProbeExchange> {
  const result = await session.send(it);
  const code = checkServiceResponse(result)?.code;
  const isAcceptedInvalid = it.expect === "refused" && result.status < 400;
  const isWrong = isAcceptedInvalid || code === "exchange.request.failed";
  const count = shrunk.get(it.operation.id) ?? 0;
  if (!isWrong || !isShrinkable(it) || count >= MAX_SHRUNK) return result;
  shrunk.set(it.operation.id, count + 1);
  return shrink(
    session,
    { result, probeRequest: it },
    // Without its whole body, a request may fail for that.
    (again) =>
      again.status === result.status &&
      checkServiceResponse(again)?.code === code &&
      (isAcceptedInvalid || again.request.body !== undefined || result.request.body === undefined),
  );
}

async function runCase(options: CaseTaskOptions, it: ProbeCase, session: TaskSession): Promise<CaseVerdict> {
  const { report } = session;
  const result = await sendShrunk(options, it, session);
  const { status } = result.exchange.response;
  const seed = options.seeds.get(it.operation);
  if (await reportFailure(it, result, seed, session)) return "broke";
  const base = seed?.accepted;
  if (it.credentials !== undefined || it.edit?.part === "security") {
    if (base !== undefined && it.method === it.operation.method) report(result, checkCredentialsRequired(base, result));
    return status < 400 ? "accepted-invalid" : "handled";
  }
  if (it.edit?.part === "method") report(result, checkUndefinedMethod(result));
  // The check of the exchange already reports a forbidden request that was accepted.
  if (it.expect === "refused") return status < 400 ? "accepted-invalid" : "handled";
  if (it.expect === "open" || status < 400) return it.expect === "open" ? "open" : "handled";
  if (base === undefined || !result.isRefusal || !mustBeAccepted(options, it, status)) return "open";
  const { edit: _edit, expect: _expect, ...accepted } = { ...it, request: base.request };
  const isRejected = await reportRejection(session, result, accepted, it);
  return isRejected ? "rejected-valid" : "open";
}

/**
 * Reports a case without a readable response, or whose response is a server error. Then two requests are sent. The first one is that which the
 * case differs from, or one with an unknown id if the case changes an id. If it fails too, the case is not the cause: an earlier request has
 * broken the operation, or it never works. The second one is the case again. If it is accepted, its values are not the cause. The last one
 * leaves out the property that the case is about. If it fails too, what it is added to is the cause. Returns whether there is any failure.
 */
async function reportFailure(
  it: ProbeCase,
  result: ProbeExchange,
  seed: SeedRequest | undefined,
  { send, report, discard }: TaskSession,
): Promise<boolean> {
  if (checkServiceResponse(result) === undefined) return false;
  let [shown, cause] = [result, result];
  try {
    if (seed === undefined || checkServiceResponse(result)?.code === "response.body.malformed") return true;
    const base = await send({ operation: it.operation, request: buildComparedRequest(it, seed) });
    if (base.status === 0 || base.status >= 500) [shown, cause] = [base, base];
    discard(shown === base ? result : base);
    if (shown === base || result.status === 0) return true;
    const again = await send({ ...it, request: result.request });
    discard(again);
    if (again.isAccepted) cause = result.with({ edit: undefined });
    const request = leaveOutEdit(result);
    if (again.isAccepted || request === undefined) return true;
    const rest = await send({ operation: it.operation, request });
    if (rest.status >= 500) [shown, cause] = [rest, rest];
    discard(shown === rest ? result : rest);
    return true;
  } finally {
    // Also if the run ends here, because the case has ended the service.
    report(shown, checkServiceResponse(cause));
  }
}

/** A valid request without the property of the body that a case is about; undefined if there is none. */
function leaveOutEdit(result: ProbeExchange): CaseRequest | undefined {
  const { operation, request, edit } = result;
  if (edit?.part !== "body" || edit.at === "" || !("value" in (request.body ?? {}))) return undefined;
  const smaller = removeFromBody(request, [edit.at]);
  const isSame = isEqual(readWrittenBody(smaller), readWrittenBody(request));
  return isSame || !createRequestTest(result)(operation, smaller) ? undefined : smaller;
}

/** Checks that a method that the path does not define is rejected (RFC 9110, section 15.5.6). */
export const checkUndefinedMethod: Rule = (result) => {
  const { method } = result.exchange.request;
  const { status } = result;
  // A page for browsers, or the options of a path, change nothing.
  if (isSafeMethod(method) || !result.isAccepted) return undefined;
  const message = `the response to ${method} is ${status}, but the path does not define this method; expected 405 (RFC 9110, section 15.5.6)`;
  return result.failStatus("exchange.http.violated", message, `method ${method}`);
};

function buildComparedRequest({ operation, edit }: ProbeCase, { request, accepted }: SeedRequest): CaseRequest {
  if (edit?.part !== "path" || accepted === undefined || request.path[edit.at] === undefined) return request;
  const options = { createId: createUuidGenerator(0), isValid: createRequestTest(accepted) };
  const unknown = buildUnknownRequest(options, accepted, edit.at, `compared ${operation.id}`);
  return unknown?.request ?? request;
}

/** With other credentials or another method, these are the whole finding. */
function isShrinkable({ edit, credentials, method, operation }: ProbeCase): boolean {
  return edit !== undefined && edit.part !== "security" && credentials === undefined && method === operation.method;
}

/**
 * Whether the service must accept a valid value: only in queries and headers of read operations. Writes may have
 * further rules, paths may lead nowhere, and open questions (`x-open-point`) leave the choice to the service.
 */
function mustBeAccepted(options: CaseTaskOptions, { operation, request, edit }: ProbeCase, status: number): boolean {
  // A charset changes nothing in the content.
  if (edit?.part === "content-type") return true;
  if (edit === undefined || (edit.part !== "query" && edit.part !== "header")) return false;
  const [name = ""] = edit.at.split("/");
  const parameter = operation.parameters.find((it) => it.in === edit.part && it.name === name);
  // A paging token is valid only if the service has issued it. Numbers beyond a double are not sent exactly.
  const sent = request[edit.part][edit.at];
  const isInexact = typeof sent === "number" && Math.abs(sent) > Number.MAX_SAFE_INTEGER;
  if (isCursor(options.document, operation, name) || isInexact) return false;
  if (parameter !== undefined && isMadeUpText(options.document, parameter, request[edit.part][name])) return false;
  // Such as "if no statistic with that name exists, the response has a 422 status".
  const texts = [parameter?.pointer, operation.pointer].map((it) => readDescription(options.document, it));
  if (texts.some((text) => new RegExp(`\\b${status}\\b`).test(text))) return false;
  const places = [edit.contract, ...(parameter === undefined ? [] : [parameter.pointer])];
  return (
    ["GET", "HEAD"].includes(operation.method) && !places.some((place) => hasOpenQuestion(options.document, place))
  );
}

/** Whether a parameter is a cursor: a text at which a page of the list begins, whatever its name is, such as `from`. */
function isCursor(document: Document, operation: Operation, name: string): boolean {
  const { style, start } = getListFacts(document, operation) ?? {};
  const starts = [{ style, name: start }, ...findPageFields(document, operation).starts];
  const isStart = starts.some((it) => it.name === name && /^(cursor|after|from)$/.test(`${it.style}`));
  return isStart || /token|cursor|marker|continuation/i.test(name);
}

/** The schema does not say what a text means. What is made for it, unlike an example, may be no name, date or list of the service. */
function isMadeUpText(document: Document, { pointer }: Parameter, value: unknown): boolean {
  return (
    [value].flat().includes("text") &&
    !JSON.stringify(resolvePointer(document, pointer)?.value ?? {}).includes('"text"')
  );
}

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
  // The names of parameters may go on with a pointer into the value.
  const isEdited = (part: string, at: string): boolean => edit?.part === part && isWithin(edit.at, at);
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
 * @param sent The request, and its exchange.
 */
export async function reportShrunk(
  session: TaskSession,
  sent: SentRequest,
  check: (result: ProbeExchange) => CheckFinding | undefined,
): Promise<void> {
  const finding = check(sent.result);
  if (finding === undefined) return;
  const smallest = await shrink(session, sent, (again) => {
    const found = check(again);
    return found?.code === finding.code && found.valueClass === finding.valueClass;
  });
  session.report(smallest, check(smallest));
}

type SentRequest = { readonly result: ProbeExchange; readonly probeRequest: ProbeRequest };

/** Replaces a request that shows something by the smallest one that still does. */
async function shrink(
  { send, discard }: TaskSession,
  { result, probeRequest }: SentRequest,
  isSame: (again: ProbeExchange) => boolean,
): Promise<ProbeExchange> {
  let smallest = result;
  const { operation, method = operation.method, request, edit } = probeRequest;
  const it = { operation, method, request, ...dropUndefined({ edit }) };
  await findSmallestRequest(getGenerationContext(result), it, async (smaller) => {
    const again = await send({ ...probeRequest, request: smaller });
    const isShown = isSame(again);
    discard(isShown ? smallest : again);
    if (isShown) smallest = again;
    return isShown;
  });
  return smallest;
}
