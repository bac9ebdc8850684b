import type { CheckFinding } from "../../checks/index.js";
import { type Document, isObject, type Operation, valueAt } from "../../document/index.js";
import { EXCHANGE_PART_POINTERS, type Exchange, getCombinedHeader } from "../../exchange/index.js";
import type { CaseEdit, CaseRequest, ProbeCase } from "../requests/probe-case.js";
import { isSafeMethod } from "../requests/safe-method.js";
import {
  NO_CREDENTIALS,
  type ProbeCredentials,
  type SerializedRequest,
  serializeCaseRequest,
} from "../requests/serialize-request.js";
import type { ProbeBudget } from "./budget.js";
import type { ProbeExchange } from "./probe-exchange.js";
import type { SendResult } from "./send.js";

/** A request to make. */
export type ProbeRequest = Pick<ProbeCase, "operation" | "request"> & {
  /** Other than the operation's. */
  readonly method?: string;
  readonly credentials?: "none" | "wrong";
  readonly edit?: CaseEdit | undefined;
  /** Sent to this URL instead of the one that the contract gives: a link that an answer has led to. */
  readonly url?: string;
  /** Of the request that this one repeats; otherwise each has its own. */
  readonly requestId?: string;
};

/** Where the requests of one case are made, and where what they show is told. */
export type TaskSession = {
  /** @throws RunEnded when nothing more is to be asked. */
  readonly send: (order: ProbeRequest) => Promise<ProbeExchange>;
  /** Tells what a judge has found in a request. */
  readonly report: (asked: ProbeExchange, disagreement: CheckFinding | undefined) => void;
  /** Takes in what the service has sent of its own: the delivery of an event that was registered for with an operation. */
  readonly recordDelivery: (operation: Operation, exchange: Exchange) => ProbeExchange;
  /** Leaves a request out of what is told: another one shows the same, and better. */
  readonly discard: (asked: ProbeExchange) => void;
};

/** One request with all that is to be told of it, in the order of asking. */
export type SessionEntry = { readonly probeExchange: ProbeExchange; readonly checkFindings: CheckFinding[] };

/** Thrown to end a case: the budget is used up, the user has had enough, or the target is gone. */
export class RunEndedError extends Error {
  override readonly name = "RunEndedError";
}

/** What a client carries to be let in; asked for anew when it was refused. */
export type CredentialSource = {
  readonly get: () => Promise<ProbeCredentials>;
  /** Whether there may be others by now. */
  readonly refresh: () => boolean;
};

export type ProbeSessionOptions = {
  readonly document: Document;
  readonly urlOf: (operation: Operation) => string | undefined;
  readonly source: string;
  readonly credentials: CredentialSource;
  readonly send: (request: SerializedRequest, signal: AbortSignal) => Promise<SendResult>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly budget: ProbeBudget;
  readonly signal: AbortSignal;
  /** Different in every run, so that no request is taken for one of an earlier run. */
  readonly nonce: string;
  /** Only methods that change nothing. */
  readonly safe: boolean;
  /** Takes note of what is sent, before it is. */
  readonly onRequest: (order: Pick<ProbeExchange, "request" | "edit">) => void;
  /** Takes note of what came of it. */
  readonly onResponse: (order: ProbeRequest, asked: ProbeExchange) => void;
};

export type ProbeSession = {
  readonly openTask: (caseId: string, entries: SessionEntry[]) => TaskSession;
  /** Why the run has ended before its time, where it has. */
  readonly getEndReason: () => string | undefined;
  /** Whether there is anything left to ask with, for now. */
  readonly canContinue: () => boolean;
};

export function createProbeSession(means: ProbeSessionOptions): ProbeSession {
  const { document, nonce } = means;
  const patient = createRetryingSender(means);
  let requests = 0;
  return {
    getEndReason: patient.getEndReason,
    canContinue: () => patient.getEndReason() === undefined && !means.signal.aborted && means.budget.canSend(),
    openTask: (caseId, entries) => ({
      send: async (order) => {
        requests += 1;
        const { operation, edit } = order;
        const request = addRequestId(document, order, order.requestId ?? `${nonce}-${requests}`);
        means.onRequest({ request, ...(edit === undefined ? {} : { edit }) });
        const exchange = await sendWithCredentials(means, patient, { ...order, request });
        const probeExchange = { document, operation, request, exchange, ...(edit === undefined ? {} : { edit }) };
        means.onResponse(order, probeExchange);
        entries.push({ probeExchange, checkFindings: [] });
        return probeExchange;
      },
      report: (asked, disagreement) => {
        if (disagreement === undefined) return;
        const entry = entries.find((it) => it.probeExchange === asked);
        if (entry === undefined) throw new Error(`${caseId}: told of a request that it has not made`);
        entry.checkFindings.push(disagreement);
      },
      recordDelivery: (operation, exchange) => {
        const probeExchange = { document, operation, request: EMPTY_REQUEST, exchange };
        entries.push({ probeExchange, checkFindings: [] });
        return probeExchange;
      },
      discard: (asked) => {
        const at = entries.findIndex((it) => it.probeExchange === asked);
        if (at !== -1) entries.splice(at, 1);
      },
    }),
  };
}

const EMPTY_REQUEST: CaseRequest = { path: {}, query: {}, header: {}, cookie: {} };

/** Sends with the credentials that the operation asks for, and once more with new ones where they have run out. */
async function sendWithCredentials(
  means: ProbeSessionOptions,
  patient: RetryingSender,
  order: ProbeRequest,
): Promise<Exchange> {
  const { operation, request, credentials: how, edit } = order;
  const method = order.method ?? operation.method;
  if (means.safe && !isSafeMethod(method)) throw new RunEndedError("not a safe method");
  const server = means.urlOf(operation) ?? patient.end(`nobody has said where ${operation.id} is served`);
  const isAboutCredentials = how !== undefined || edit?.part === "security";
  for (let attempt = 0; ; attempt += 1) {
    const credentials = needsCredentials(operation) ? await means.credentials.get() : NO_CREDENTIALS;
    const it = { operation, method, request, ...(how === undefined ? {} : { credentials: how }) };
    const written = serializeCaseRequest(means.document, it, { server, credentials });
    const wire = order.url === undefined ? written : { ...written, url: order.url };
    const sent = await patient.send(wire);
    const isRefused = sent.kind === "answered" && sent.response.status === 401 && !isAboutCredentials;
    if (!isRefused || attempt > 0 || !means.credentials.refresh()) return buildExchange(wire, sent, means.source);
  }
}

/** Sends within the budget, waits where the service asks for it, and knows when there is nobody to ask any more. */
type RetryingSender = {
  readonly send: (request: SerializedRequest) => Promise<SendResult>;
  readonly end: (reason: string) => never;
  readonly getEndReason: () => string | undefined;
};

const MAX_UNANSWERED = 5;
const MAX_RETRIES = 2;

function createRetryingSender(means: ProbeSessionOptions): RetryingSender {
  const { signal, pause, source } = means;
  let ended: string | undefined;
  let answers = 0;
  let silent = 0;
  const end = (reason: string): never => {
    ended ??= reason;
    throw new RunEndedError(reason);
  };
  const note = (sent: SendResult): SendResult => {
    if (sent.kind === "answered") {
      answers += 1;
      silent = 0;
      return sent;
    }
    silent += 1;
    const { cause, reason } = sent;
    if (cause === "refused")
      end(answers > 0 ? `${source} is gone after ${answers} answers: ${reason}` : `${source}: ${reason}`);
    if (silent >= MAX_UNANSWERED) end(`${source} has not answered ${silent} requests in a row: ${reason}`);
    return sent;
  };
  const sendPatiently = async (request: SerializedRequest, attempt = 0): Promise<SendResult> => {
    if (ended !== undefined) throw new RunEndedError(ended);
    const sent = await sendWithinBudget(means, request);
    const wait = attempt < MAX_RETRIES ? getRetryDelayMs(sent, attempt) : undefined;
    if (wait === undefined) return note(sent);
    await pause(wait, signal);
    return sendPatiently(request, attempt + 1);
  };
  return { send: sendPatiently, end, getEndReason: () => ended };
}

async function sendWithinBudget(
  { budget, signal, send }: ProbeSessionOptions,
  request: SerializedRequest,
): Promise<SendResult> {
  if (!(await budget.take(signal)))
    throw new RunEndedError(budget.getExceededLimit() ?? "the share of this phase is used up");
  const sent = await send(request, signal);
  if (sent.kind === "unanswered" && sent.cause === "aborted") throw new RunEndedError(sent.reason);
  return sent;
}

/** A service that asks for patience gets it, for a while; one that nobody answers for may be about to start. */
function getRetryDelayMs(sent: SendResult, attempt: number): number | undefined {
  if (sent.kind === "unanswered") return sent.cause === "refused" ? 200 * 4 ** attempt : undefined;
  const { status, headers } = sent.response;
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number(getCombinedHeader(headers, "retry-after"));
  return Number.isFinite(seconds) && getCombinedHeader(headers, "retry-after") !== undefined
    ? Math.min(seconds, 5) * 1000
    : undefined;
}

/** Where there is an alternative that asks for nothing, nothing is sent. */
export function needsCredentials({ security }: Operation): boolean {
  return security.length > 0 && security.every((alternative) => alternative.length > 0);
}

/** The header parameter that keeps a repeated request from having its effect twice, as the contract marks it. */
export function findIdempotencyHeader(document: Document, { parameters }: Operation): string | undefined {
  return parameters.find(({ in: place, pointer }) => {
    const parameter = valueAt(document.root, pointer);
    return place === "header" && isObject(parameter) && parameter["x-idempotency-key"] === true;
  })?.name;
}

function addRequestId(document: Document, { operation, request, edit }: ProbeRequest, id: string): CaseRequest {
  const name = findIdempotencyHeader(document, operation);
  if (name === undefined) return request;
  if (edit?.part === "header" && edit.at.toLowerCase() === name.toLowerCase()) return request;
  return { ...request, header: { ...request.header, [name]: id } };
}

function buildExchange({ method, url, headers, body }: SerializedRequest, sent: SendResult, source: string): Exchange {
  return {
    request: {
      method,
      url,
      headers,
      body: body === undefined || body.length === 0 ? { kind: "none" } : { kind: "bytes", bytes: body },
    },
    response: sent.kind === "answered" ? sent.response : { status: 0, headers: [], body: { kind: "none" } },
    // Its number is known when all cases before it are done.
    origin: { source, index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
    ...(sent.kind === "answered" ? {} : { incomplete: sent.reason }),
  };
}
