import type { CheckFinding } from "../../checks/index.js";
import type { Document, Operation } from "../../document/index.js";
import { EXCHANGE_PART_POINTERS, type Exchange } from "../../exchange/index.js";
import type { ProbeHooks } from "../../gate/index.js";
import { includeIfDefined } from "../../samples/include-if-defined.js";
import type { CaseEdit, CaseRequest, CredentialMode, ProbeCase } from "../requests/probe-case.js";
import { isSafeMethod } from "../requests/safe-method.js";
import {
  NO_CREDENTIALS,
  type ProbeCredentials,
  type SerializedRequest,
  serializeCaseRequest,
} from "../requests/serialize-request.js";
import { applyRequestHook, checkByHook, getHookCredentials } from "./call-hooks.js";
import { addIdempotencyKey } from "./idempotency-key.js";
import type { ProbeExchange } from "./probe-exchange.js";
import { createRetryingSender, type RetryingSender, type RetryOptions } from "./retrying-sender.js";
import { RunEndedError } from "./run-ended-error.js";
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
  /** Changes the request after the hooks have prepared it, such as a fresh assertion that is then wrong. */
  readonly transform?: (request: CaseRequest) => CaseRequest;
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

/** Provides credentials, and new ones after a 401. */
export type CredentialSource = {
  readonly get: () => Promise<ProbeCredentials>;
  /** Discards the credentials; returns whether new ones may be available. */
  readonly refresh: () => boolean;
};

export type ProbeSessionOptions = RetryOptions & {
  readonly document: Document;
  readonly urlOf: (operation: Operation) => string | undefined;
  readonly credentials: CredentialSource;
  /** Functions of the user for credentials, requests and checks. */
  readonly hooks?: ProbeHooks | undefined;
  /** Credentials of another tenant. */
  readonly otherCredentials?: CredentialSource | undefined;
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
        const keyed = addIdempotencyKey(document, probeRequest, requestId);
        const { transform } = probeRequest;
        const canPrepare = edit === undefined || edit.part === "security" || transform !== undefined;
        const prepared = canPrepare ? await applyRequestHook(options.hooks ?? {}, operation, keyed) : keyed;
        const request = transform?.(prepared) ?? prepared;
        const sent = { request, ...includeIfDefined("edit", edit), ...includeIfDefined("expect", expect) };
        options.onRequest(sent);
        const exchange = await sendWithCredentials(options, sender, { ...probeRequest, request });
        const probeExchange = { document, operation, exchange, ...sent };
        options.onResponse(probeRequest, probeExchange);
        const found = await checkByHook(options.hooks ?? {}, probeExchange);
        entries.push({ probeExchange, checkFindings: found === undefined ? [] : [found] });
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
    const credentials = typeof given === "object" ? given : await getCredentials(options, { source, operation, mode });
    const it = { operation, method, request, ...(mode === undefined ? {} : { credentials: mode }) };
    const serialized = serializeCaseRequest(options.document, it, { server, credentials });
    const outgoing = probeRequest.url === undefined ? serialized : { ...serialized, url: probeRequest.url };
    const sent = await sender.send(outgoing);
    const isRefused = sent.kind === "response" && sent.response.status === 401 && !isAboutCredentials;
    if (!isRefused || attempt > 0 || !source.refresh()) return buildExchange(outgoing, sent, options.source);
  }
}

async function getCredentials(
  { isSecurityStated, hooks = {} }: ProbeSessionOptions,
  { source, operation, mode }: CredentialRequest,
): Promise<ProbeCredentials> {
  if (!needsCredentials(operation) && isSecurityStated !== false) return NO_CREDENTIALS;
  const own = mode === "other" ? undefined : await getHookCredentials(hooks, operation);
  return own ?? source.get();
}

type CredentialRequest = {
  readonly source: CredentialSource;
  readonly operation: Operation;
  readonly mode: CredentialMode | undefined;
};

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
