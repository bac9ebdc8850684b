import { type Document, getOrCreate, type MediaTypeDefinition, type Operation } from "../document/index.js";
import { REDIRECT_STATUSES } from "../recording/index.js";
import { listBodyProperties } from "./body-properties.js";
import type { CaseRecorderOptions } from "./session/case-recorder.js";
import type { ProbeExchange } from "./session/probe-exchange.js";
import { needsCredentials, type ProbeRequest } from "./session/session.js";

export type UnacceptedOperation = {
  readonly operation: Operation;
  /** Statuses of the valid requests; 0 means that no response came. */
  readonly statuses: readonly number[];
  /** Names whose values must exist in the service: path parameters, then id properties of the body. */
  readonly names: readonly string[];
};

/** Which operations accepted requests. */
export type AcceptanceSummary = {
  readonly accepted: number;
  /** Operations that could accept a request but accepted none. */
  readonly unaccepted: readonly UnacceptedOperation[];
  /** Whether the service rejected any request because of its content, which shows that it validates requests. */
  readonly hasRejections: boolean;
};

/** Operations that reject every request for a reason that no request can change, and the number of those that were asked. */
export type WrongSetup = { readonly rejected: readonly UnacceptedOperation[]; readonly asked: number };

type SetupCause = "credentials" | "base URL" | "redirect" | "busy";

export type AcceptanceStats = ReturnType<typeof createAcceptanceStats>;

/** @param first The operations whose first requests show whether the setup is wrong. */
export function createAcceptanceStats(document: Document, first: readonly Operation[], needsOwn = needsCredentials) {
  const statuses = new Map<Operation, Set<number>>();
  const accepted = new Set<Operation>();
  /** Undefined for an operation whose responses have several causes, or another one. */
  const causes = new Map<Operation, SetupCause | undefined>();
  const watched = first.filter((it) => isAcceptable(document, it));
  let hasRejections = false;
  const describe = (operation: Operation): UnacceptedOperation => ({
    operation,
    statuses: [...(statuses.get(operation) ?? [])].sort((a, b) => a - b),
    names: listValueNames(document, operation),
  });
  const isSetupOpen = (): boolean => !watched.every((it) => causes.has(it));
  const weigh = (cause: SetupCause) => {
    const asked = watched.filter((it) => causes.has(it) && (cause !== "credentials" || needsOwn(it)));
    const rejected = asked.filter((it) => causes.get(it) === cause);
    const opposed = asked.filter((it) => (cause === "credentials" ? accepted.has(it) : causes.get(it) !== cause));
    return { asked, rejected, opposed };
  };
  /** A 403 may also be about the values of the request, and a 404 about the resource of the path. */
  const isClear = (it: Operation): boolean =>
    !(it.path.includes("{") ? ["403", "404"] : ["403"]).includes([...(statuses.get(it) ?? [])].join());
  return {
    /** Whether the setup may still turn out to be wrong: not all operations were asked. */
    isSetupOpen,
    /** What is wrong, once enough operations reject everything; or if all were asked, a single one. */
    findWrongSetup: (): WrongSetup | undefined => {
      for (const { asked, rejected, opposed } of SETUP_CAUSES.map(weigh)) {
        const clear = rejected.filter(isClear).length;
        const isEnough = isSetupOpen() ? clear >= MIN_OPERATIONS : clear > 0 || rejected.length >= MIN_OPERATIONS;
        if (isEnough && rejected.length >= opposed.length * MIN_RATIO)
          return { rejected: rejected.map(describe), asked: asked.length };
      }
      return undefined;
    },
    add: ({ operation, method, edit, credentials }: ProbeRequest, result: ProbeExchange): void => {
      const requestStatuses = getOrCreate(statuses, operation, () => new Set<number>());
      // A request with another method belongs to another operation.
      if (method !== undefined && method !== operation.method) return;
      const { status } = result.exchange.response;
      if (result.isAccepted) accepted.add(operation);
      if (result.isRefusal && status !== 405) hasRejections = true;
      if (edit !== undefined || credentials !== undefined) return;
      if (result.isDocumentedRedirect) accepted.add(operation);
      requestStatuses.add(status);
      const cause = getSetupCause(result);
      causes.set(operation, !causes.has(operation) || causes.get(operation) === cause ? cause : undefined);
    },
    hasResponse: (): boolean => [...statuses.values()].some((it) => [...it].some((status) => status !== 0)),
    wasRequested: (operation: Operation): boolean => statuses.has(operation),
    /** @param isIncluded Selects the reported operations; the probe may call others only to find values. */
    summarize: (isIncluded: (operation: Operation) => boolean): AcceptanceSummary => ({
      accepted: accepted.size,
      unaccepted: [...statuses.keys()]
        .filter((it) => isIncluded(it) && !accepted.has(it) && isAcceptable(document, it))
        .map(describe),
      hasRejections,
    }),
  };
}

type SetupGuardOptions = Pick<CaseRecorderOptions, "onExchange"> & { readonly caseId?: string | undefined };

/**
 * Ends a run whose setup is wrong. Its exchanges say nothing about the service: they are held until the setup is known to be right, and are
 * skipped otherwise. A single case is decided by what else the service accepts.
 */
export function createSetupGuard({ caseId, onExchange }: SetupGuardOptions, stats: AcceptanceStats) {
  const held: Parameters<typeof onExchange>[] = [];
  let isOpen = caseId === undefined;
  let wrongSetup: WrongSetup | undefined;
  const release = (isWrong: boolean): void => {
    for (const [exchange, checkResult, id] of held.splice(0)) {
      const skipped = { ...checkResult, findings: [], verdict: "skipped", reasons: ["the setup is wrong"] } as const;
      onExchange(exchange, isWrong ? skipped : checkResult, id);
    }
  };
  return {
    findEndReason: (): string | undefined => {
      if (isOpen) wrongSetup = stats.findWrongSetup();
      isOpen &&= stats.isSetupOpen();
      return wrongSetup && "the setup is wrong";
    },
    onExchange: (...exchange: Parameters<typeof onExchange>): void => {
      held.push(exchange);
      if (!isOpen && wrongSetup === undefined) release(false);
    },
    end: (isUnreachable: boolean): WrongSetup | undefined => {
      release(isUnreachable || wrongSetup !== undefined);
      return wrongSetup;
    },
  };
}

/** With fewer operations, a service may reject all of them for other reasons. */
const MIN_OPERATIONS = 10;
/** A service with wrong credentials may still have some public operations, such as a health check. */
const MIN_RATIO = 9;

const SETUP_STATUSES: Readonly<Record<SetupCause, readonly number[]>> = {
  credentials: [401, 403],
  "base URL": [404, 405],
  redirect: REDIRECT_STATUSES,
  busy: [429, 502, 503, 504],
};
const SETUP_CAUSES = Object.keys(SETUP_STATUSES) as SetupCause[];

/** A service of web pages may send its start page for every path that it does not know. */
function getSetupCause(result: ProbeExchange): SetupCause | undefined {
  const ranges = result.operation.responses.flatMap(({ content }) => content.map(({ range }) => range));
  const isPage = result.isAccepted && /^text\/html\b/i.test(result.header("content-type") ?? "");
  if (isPage && !ranges.some((it) => /html|\*/.test(it))) return "base URL";
  if (result.isDocumentedRedirect) return undefined;
  return SETUP_CAUSES.find((it) => SETUP_STATUSES[it].includes(result.status));
}

function listValueNames(document: Document, { parameters, requestBody }: Operation): string[] {
  const inPath = parameters.filter((it) => it.in === "path").map(({ name }) => name);
  const properties = listBodyProperties(document, requestBody?.content ?? []);
  return [...inPath, ...[...properties].filter((name) => /.(Id|_id)$/.test(name))];
}

/**
 * Whether a service could accept a request of an operation. False if the spec documents no success response, and for
 * sign-in operations, because the probe has no user credentials.
 */
export function isAcceptable(document: Document, operation: Operation): boolean {
  return operation.responses.some(isSuccess) && !isSignIn(document, operation);
}

function isSuccess({ status }: Operation["responses"][number]): boolean {
  return /^2/.test(status) || status === "default";
}

/** A sign-in operation needs no credentials, takes a secret in its body, and returns a token. */
function isSignIn(document: Document, operation: Operation): boolean {
  const has = (content: readonly MediaTypeDefinition[], name: RegExp): boolean =>
    [...listBodyProperties(document, content)].some((property) => name.test(property));
  const given = operation.responses.filter(isSuccess).flatMap(({ content }) => content);
  return (
    !needsCredentials(operation) && has(operation.requestBody?.content ?? [], PROOF_NAME) && has(given, TOKEN_NAME)
  );
}

const PROOF_NAME = /password|passphrase|assertion|secret|refresh_?token/i;
const TOKEN_NAME = /^((access|auth|bearer|id|refresh|session)[_-]?)?token$|jwt$/i;
