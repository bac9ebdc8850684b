import type { CheckFinding } from "../../checks/index.js";
import type { Document, Operation } from "../../document/index.js";
import { EXCHANGE_PART_POINTERS, type Exchange, getCombinedHeader } from "../../exchange/index.js";
import { includeIfDefined } from "../../samples/include-if-defined.js";
import type { CaseEdit, CaseRequest, CredentialMode, ProbeCase } from "../requests/probe-case.js";
import { isSafeMethod } from "../requests/safe-method.js";
import {
  NO_CREDENTIALS,
  type ProbeCredentials,
  type SerializedRequest,
  serializeCaseRequest,
} from "../requests/serialize-request.js";
import type { ProbeBudget } from "./budget.js";
import { addIdempotencyKey } from "./idempotency-key.js";
import type { ProbeExchange } from "./probe-exchange.js";
import type { SendResult } from "./send.js";

/** A request to send. */
export type ProbeRequest = Pick<ProbeCase, "operation" | "request"> & {
  /** Differs from the operation's method in method cases. */
  readonly method?: string;
  /** Other credentials than those of the first identity. */
  readonly credentials?: CredentialMode | ProbeCredentials;
  readonly edit?: CaseEdit | undefined;
  readonly expect?: ProbeCase["expect"];
  /** Replaces the URL built from the spec, for links from responses. */
  readonly url?: string;
  /** The id of the request that this one repeats; by default each request has a new id. */
  readonly requestId?: string;
};

/** Sends the requests of one case and collects their findings. */
export type TaskSession = {
  /** @throws {RunEndedError} if the run is over. */
  readonly send: (probeRequest: ProbeRequest) => Promise<ProbeExchange>;
  /** Adds a finding to an exchange. */
  readonly report: (result: ProbeExchange, finding: CheckFinding | undefined) => void;
  /** Adds an exchange that the service started: an event for a registered webhook. */
  readonly recordDelivery: (operation: Operation, exchange: Exchange) => ProbeExchange;
  /** Removes an exchange from the report, because another one shows the same more clearly. */
  readonly discard: (result: ProbeExchange) => void;
};

/** An exchange and its findings, in the order of sending. */
export type SessionEntry = { readonly probeExchange: ProbeExchange; readonly checkFindings: CheckFinding[] };

/** Ends a case: the budget is used up, the user aborted the run, or the target is unreachable. */
export class RunEndedError extends Error {
  override readonly name = "RunEndedError";
}

/** Provides credentials, and new ones after a 401. */
export type CredentialSource = {
  readonly get: () => Promise<ProbeCredentials>;
  /** Discards the credentials; returns whether new ones may be available. */
  readonly refresh: () => boolean;
};

export type ProbeSessionOptions = {
  readonly document: Document;
  readonly urlOf: (operation: Operation) => string | undefined;
  readonly source: string;
  readonly credentials: CredentialSource;
  /** Credentials of another tenant. */
  readonly otherCredentials?: CredentialSource | undefined;
  readonly send: (request: SerializedRequest, signal: AbortSignal) => Promise<SendResult>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly budget: ProbeBudget;
  readonly signal: AbortSignal;
  /** A different value in each run, so that request ids never repeat. */
  readonly nonce: string;
  /** Whether to send safe methods only. */
  readonly safe: boolean;
  /** Whether the spec states the security of any operation. Otherwise credentials are sent with all requests. */
  readonly isSecurityStated?: boolean;
  /** Called before each request. */
  readonly onRequest: (probeRequest: Pick<ProbeExchange, "request" | "edit" | "expect">) => void;
  /** Called after each response. */
  readonly onResponse: (probeRequest: ProbeRequest, result: ProbeExchange) => void;
};

export type ProbeSession = {
  readonly openTask: (caseId: string, entries: SessionEntry[]) => TaskSession;
  /** Why the run ended early, if it did. */
  readonly getEndReason: () => string | undefined;
  /** Whether another request is possible now. */
  readonly canContinue: () => boolean;
};

export function createProbeSession(options: ProbeSessionOptions): ProbeSession {
  const { document, nonce } = options;
  const sender = createRetryingSender(options);
  let requests = 0;
  return {
    getEndReason: sender.getEndReason,
    canContinue: () => sender.getEndReason() === undefined && !options.signal.aborted && options.budget.canSend(),
    openTask: (caseId, entries) => ({
      send: async (probeRequest) => {
        requests += 1;
        const { operation, edit, expect, requestId = `${nonce}-${requests}` } = probeRequest;
        const request = addIdempotencyKey(document, probeRequest, requestId);
        const sent = { request, ...includeIfDefined("edit", edit), ...includeIfDefined("expect", expect) };
        options.onRequest(sent);
        const exchange = await sendWithCredentials(options, sender, { ...probeRequest, request });
        const probeExchange = { document, operation, exchange, ...sent };
        options.onResponse(probeRequest, probeExchange);
        entries.push({ probeExchange, checkFindings: [] });
        return probeExchange;
      },
      report: (result, finding) => {
        if (finding === undefined) return;
        const entry = entries.find((it) => it.probeExchange === result);
        if (entry === undefined) throw new Error(`${caseId}: finding for a request that this task did not send`);
        entry.checkFindings.push(finding);
      },
      recordDelivery: (operation, exchange) => {
        const probeExchange = { document, operation, request: EMPTY_REQUEST, exchange };
        entries.push({ probeExchange, checkFindings: [] });
        return probeExchange;
      },
      discard: (result) => {
        const at = entries.findIndex((it) => it.probeExchange === result);
        if (at !== -1) entries.splice(at, 1);
      },
    }),
  };
}

const EMPTY_REQUEST: CaseRequest = { path: {}, query: {}, header: {}, cookie: {} };

/** Sends a request with the credentials of its operation, and retries once with new credentials after a 401. */
async function sendWithCredentials(
  options: ProbeSessionOptions,
  sender: RetryingSender,
  probeRequest: ProbeRequest,
): Promise<Exchange> {
  const { operation, request, credentials: given, edit } = probeRequest;
  const mode = typeof given === "string" ? given : undefined;
  const source = (mode === "other" ? options.otherCredentials : undefined) ?? options.credentials;
  const method = probeRequest.method ?? operation.method;
  if (options.safe && !isSafeMethod(method)) throw new RunEndedError("not a safe method");
  const server = options.urlOf(operation) ?? sender.end(`no base URL for ${operation.id}`);
  // The credentials of another tenant may have to be renewed too.
  const isAboutCredentials = mode !== "other" && (given !== undefined || edit?.part === "security");
  for (let attempt = 0; ; attempt += 1) {
    const credentials = typeof given === "object" ? given : await getCredentials(options, source, operation);
    const it = { operation, method, request, ...(mode === undefined ? {} : { credentials: mode }) };
    const serialized = serializeCaseRequest(options.document, it, { server, credentials });
    const outgoing = probeRequest.url === undefined ? serialized : { ...serialized, url: probeRequest.url };
    const sent = await sender.send(outgoing);
    const isRefused = sent.kind === "response" && sent.response.status === 401 && !isAboutCredentials;
    if (!isRefused || attempt > 0 || !source.refresh()) return buildExchange(outgoing, sent, options.source);
  }
}

async function getCredentials(
  { isSecurityStated }: ProbeSessionOptions,
  source: CredentialSource,
  operation: Operation,
): Promise<ProbeCredentials> {
  return needsCredentials(operation) || isSecurityStated === false ? source.get() : NO_CREDENTIALS;
}

/** Sends within the budget, retries with delays, and ends the run if the target is unreachable. */
type RetryingSender = {
  readonly send: (request: SerializedRequest) => Promise<SendResult>;
  readonly end: (reason: string) => never;
  readonly getEndReason: () => string | undefined;
};

const MAX_FAILURES = 5;
const MAX_RETRIES = 2;

function createRetryingSender(options: ProbeSessionOptions): RetryingSender {
  const { signal, pause, source } = options;
  let endReason: string | undefined;
  let responseCount = 0;
  let failureCount = 0;
  const end = (reason: string): never => {
    endReason ??= reason;
    throw new RunEndedError(reason);
  };
  const countResult = (sent: SendResult): SendResult => {
    if (sent.kind === "response") {
      responseCount += 1;
      failureCount = 0;
      return sent;
    }
    failureCount += 1;
    const { cause, reason } = sent;
    if (cause === "refused")
      end(
        responseCount > 0
          ? `${source} became unreachable after ${responseCount} responses: ${reason}`
          : `${source}: ${reason}`,
      );
    if (failureCount >= MAX_FAILURES) end(`${source} sent no response to ${failureCount} requests in a row: ${reason}`);
    return sent;
  };
  const sendWithRetries = async (request: SerializedRequest, attempt = 0): Promise<SendResult> => {
    if (endReason !== undefined) throw new RunEndedError(endReason);
    const sent = await sendWithinBudget(options, request);
    const wait = attempt < MAX_RETRIES ? getRetryDelayMs(sent, attempt) : undefined;
    if (wait === undefined) return countResult(sent);
    await pause(wait, signal);
    return sendWithRetries(request, attempt + 1);
  };
  return { send: sendWithRetries, end, getEndReason: () => endReason };
}

async function sendWithinBudget(
  { budget, signal, send }: ProbeSessionOptions,
  request: SerializedRequest,
): Promise<SendResult> {
  if (!(await budget.take(signal)))
    throw new RunEndedError(budget.getExceededLimit() ?? "the requests of this phase are used up");
  const sent = await send(request, signal);
  if (sent.kind === "failed" && sent.cause === "aborted") throw new RunEndedError(sent.reason);
  return sent;
}

/** The delay before a retry: `Retry-After`, or a backoff while a service starts. Undefined means no retry. */
function getRetryDelayMs(sent: SendResult, attempt: number): number | undefined {
  if (sent.kind === "failed") return sent.cause === "refused" ? 200 * 4 ** attempt : undefined;
  const { status, headers } = sent.response;
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number(getCombinedHeader(headers, "retry-after"));
  return Number.isFinite(seconds) && getCombinedHeader(headers, "retry-after") !== undefined
    ? Math.min(seconds, 5) * 1000
    : undefined;
}

/** Credentials are sent only if every security alternative requires them. */
export function needsCredentials({ security }: Operation): boolean {
  return security.length > 0 && security.every((alternative) => alternative.length > 0);
}

function buildExchange({ method, url, headers, body }: SerializedRequest, sent: SendResult, source: string): Exchange {
  return {
    request: {
      method,
      url,
      headers,
      body: body === undefined || body.length === 0 ? { kind: "none" } : { kind: "bytes", bytes: body },
    },
    response: sent.kind === "response" ? sent.response : { status: 0, headers: [], body: { kind: "none" } },
    // The recorder sets the index when all earlier cases are done.
    origin: { source, index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
    ...(sent.kind === "response" ? {} : { incomplete: sent.reason }),
  };
}
