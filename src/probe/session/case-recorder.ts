import {
  type CheckFinding,
  type Contract,
  createFindingMaker,
  createLevelResolver,
  type ExchangeResult,
  type Finding,
  type LevelRule,
} from "../../check/index.js";
import {
  isObject,
  type Json,
  joinPointer,
  lastToken,
  type Operation,
  type Pointer,
  valueAt,
} from "../../document/index.js";
import type { Exchange } from "../../recording/index.js";
import { findDuplicateNames, toPrintable } from "../../schema/index.js";
import {
  checkHttpRules,
  checkMaskedNumber,
  checkRedirect,
  checkSecretInError,
  checkStackTrace,
} from "../checks/http/http-rules.js";
import { checkNamedResource } from "../checks/named-resource.js";
import { checkServiceResponse } from "../checks/response.js";
import { UNKNOWN_ENUM_VALUE } from "../requests/probe-case.js";
import { formatCurlCommand } from "../requests/serialize-request.js";
import { RunEndedError } from "./budget.js";
import { type ExchangeFacts, type ProbeExchange, parseJsonBody } from "./probe-exchange.js";
import type { ProbeSession, SessionEntry, TaskSession } from "./session.js";

export type CaseRecorderOptions = {
  readonly contract: Contract;
  readonly levels: readonly LevelRule[];
  readonly injected: InjectedValues;
  /** Formats the command that reproduces one case. */
  readonly command: (caseId: string) => string;
  readonly onExchange: (exchange: Exchange, checkResult: ExchangeResult, caseId: string) => void;
};

type CaseRecorder = ReturnType<typeof createCaseRecorder>;

/** Checks and numbers the exchanges in case order, whatever order the responses arrived in. */
export function createCaseRecorder({ contract, levels, injected, command, onExchange }: CaseRecorderOptions) {
  const makeFinding = createFindingMaker(contract.document, createLevelResolver(levels));
  const levelOf = createLevelResolver(levels);
  const operationsByPointer = new Map(contract.operations.map((it) => [it.pointer, it]));
  const findSubject = (pointer: string, sent: Operation): Operation | undefined =>
    pointer === sent.pointer ? undefined : operationsByPointer.get(pointer);
  const nameCause = createCauseNames();
  let index = 0;
  return {
    record: (caseId: string, entries: readonly SessionEntry[]): void => {
      for (const { probeExchange, checkFindings } of entries) {
        const { source, parts } = probeExchange.exchange.origin;
        const exchange = {
          ...probeExchange.exchange,
          origin: { source, parts, index, pointer: joinPointer("", index) },
        };
        index += 1;
        const checkResult = contract.check(exchange);
        // A delivery belongs to its webhook. An exchange without a response has no operation of its own, but still has findings.
        const operation = (exchange.webhook && checkResult.operation) ?? probeExchange.operation;
        const redirect =
          checkResult.verdict === "skipped" ? checkRedirect(probeExchange.with({ exchange })) : undefined;
        const isFailure = isUncheckedFailure(checkResult, exchange, checkFindings);
        const general = listGeneralRules(caseId, isFailure).map((check) => check(probeExchange.with({ exchange })));
        const probeFindings = [...checkFindings, redirect, ...general]
          .filter((it) => it !== undefined)
          .map((it) => nameCause(it, probeExchange))
          .filter(({ code }) => levelOf(code, probeExchange.operation.id, exchange.response.status) !== "off")
          // A finding may be about another operation, such as a webhook without a delivery.
          .map((it) => makeFinding(exchange, findSubject(it.contract, probeExchange.operation) ?? operation, it));
        const checked = dropProbeFindings(checkResult.findings, probeExchange, injected).map((it) =>
          nameEdit(it, probeExchange.edit),
        );
        const found = mergeUndocumentedStatus([...checked, ...dropRepeated(probeFindings, checkResult.findings)]);
        const declared = new Set(probeExchange.operation.parameters.map(({ name }) => name.toLowerCase()));
        const curl =
          found.length === 0
            ? ""
            : formatCurlCommand(exchange, declared, contract.urlRedactor.sensitiveNames, probeExchange.edit);
        const findings = found.map((finding) => ({ ...finding, reproduce: { curl, probe: command(caseId) } }));
        const isFailed = found.some(({ level }) => level === "error");
        // A body that is malformed on purpose need not be readable.
        const isOwn = (reason: string) => probeExchange.edit?.part === "body" && /^request body\b/.test(reason);
        const reasons = checkResult.reasons.filter((it) => !isOwn(it));
        const isPassed =
          checkResult.verdict === "failed" || (checkResult.verdict === "partial" && reasons.length === 0);
        const verdict: ExchangeResult["verdict"] = isFailed ? "failed" : isPassed ? "passed" : checkResult.verdict;
        const subject = checkResult.operation ?? operation;
        onExchange(exchange, { ...checkResult, operation: subject, findings, verdict, reasons }, caseId);
      }
    },
  };
}

/**
 * Creates a function that gives later findings the identity of their cause. An operation that lets in requests without credentials, or with
 * unknown ones, lets in any others too. A request that fails is the same in a case and in a scenario.
 */
function createCauseNames(): (finding: CheckFinding, result: ProbeExchange) => CheckFinding {
  const causes = new Map<string, CheckFinding>();
  return (finding, { operation: { id }, request: { query, body }, edit }) => {
    if (finding.code === "exchange.request.failed") {
      const key = JSON.stringify([id, finding.valueClass, query, body]);
      if (edit?.part === "body" || edit?.part === "query") causes.set(key, causes.get(key) ?? finding);
      return edit === undefined ? (causes.get(key) ?? finding) : finding;
    }
    if (finding.code !== "exchange.security.unchecked" || !finding.valueClass.startsWith("let in ")) return finding;
    const { message, valueClass } = causes.get(id) ?? finding;
    if (/ (none|wrong)$/.test(valueClass)) causes.set(id, causes.get(id) ?? finding);
    return { ...finding, message, valueClass };
  };
}

/** The message of an accepted invalid request, with what is invalid. */
function nameEdit(finding: Finding, edit: ProbeExchange["edit"]): Finding {
  if (finding.code !== "response.status.invalid-accepted" || edit === undefined) return finding;
  return { ...finding, message: `${finding.message}: ${edit.part} ${toPrintable(edit.what)}` };
}

/** The rules for every response. A mock returns the example of the spec, whatever resource the path names. */
function listGeneralRules(
  caseId: string,
  isFailure: boolean,
): readonly ((result: ProbeExchange) => CheckFinding | undefined)[] {
  const rules = [checkHttpRules, checkStackTrace, checkSecretInError, checkMaskedNumber];
  if (isFailure) rules.push(checkServiceResponse);
  return caseId.startsWith("examples/") ? rules : [...rules, checkNamedResource];
}

/** Drops what the check of the exchange alone has found too, and what two checks of the probe found. */
function dropRepeated(findings: readonly Finding[], known: readonly Finding[]): readonly Finding[] {
  const all = [...known, ...findings].map(({ fingerprint }) => fingerprint);
  return findings.filter(({ fingerprint }, at) => all.indexOf(fingerprint) === known.length + at);
}

function isUndocumentedStatus({ code }: Finding): boolean {
  return code === "response.status.undocumented";
}

/** A request of a scenario fails for the same cause as that of a case, which is checked for it. */
function isUncheckedFailure(
  { findings }: Pick<ExchangeResult, "findings">,
  { response }: Exchange,
  checked: readonly (CheckFinding | undefined)[],
): boolean {
  const isChecked = checked.some((it) => it?.code === "exchange.request.failed");
  return !isChecked && response.status >= 500 && findings.some(isUndocumentedStatus);
}

/** A failure or a wrong rejection whose status the spec does not document is one finding, not two. */
function mergeUndocumentedStatus(findings: readonly Finding[]): readonly Finding[] {
  const undocumented = findings.filter(isUndocumentedStatus);
  const cause = findings.find(({ code }) => code === "exchange.request.failed" || code === "exchange.valid.rejected");
  if (cause === undefined) return findings;
  return findings
    .filter((it) => !undocumented.includes(it))
    .map((it) =>
      it !== cause || undocumented.length === 0
        ? it
        : { ...it, consequences: undocumented.map(({ code, message }) => ({ code, message })) },
    );
}

/**
 * Drops findings that the probe caused: whatever is wrong with its own requests, and responses that return injected values. Only whether
 * the service accepts an invalid request says something about the service.
 */
function dropProbeFindings(
  findings: readonly Finding[],
  { edit, exchange, expect, operation, request }: ProbeExchange,
  injected: InjectedValues,
): readonly Finding[] {
  // The service itself sends the request of a delivery.
  if (exchange.webhook !== undefined) return findings;
  const { status } = exchange.response;
  // The spec does not say that the service accepts the request, so it need not document the rejection either.
  const isRejectedOpen = expect === "open" && status >= 400 && status < 500;
  // A service may examine content without a Content-Type (RFC 9110, section 8.3), unless it says that it rejects other types.
  const isUntyped = edit?.part === "content-type" && !operation.responses.some((it) => it.status === "415");
  // A lenient parser may read a body that is not quite of its media type.
  const isRaw = edit?.part === "body" && request.body !== undefined && !("value" in request.body);
  const isLenient = edit?.part === "query" || isUntyped || isRaw;
  return findings.filter((finding) => {
    const { code } = finding;
    if (isRejectedOpen && code.startsWith("response.")) return false;
    if (expect === "open" && isLenient && code === "response.status.invalid-accepted") return false;
    if (code.startsWith("request.")) return false;
    return !injected.isInjected(finding, exchange);
  });
}

/** A case or a scenario of several requests, recorded as a unit. */
export type ProbeTask = {
  readonly id: string;
  readonly run: (session: TaskSession) => Promise<void>;
};

type TaskRunOptions = {
  readonly session: ProbeSession;
  /** Undefined if the tasks only prepare later ones and are not recorded. */
  readonly recorder: CaseRecorder | undefined;
  readonly concurrency: number;
};

/**
 * Runs tasks concurrently and records them in order. Creates each task only when a worker is free. A task that the
 * budget ends records its results so far.
 *
 * @returns The tasks that ended early, and all that are left: these, and those that were not begun.
 * @throws if a task fails with any other error than `RunEndedError`.
 */
export async function runTasks(tasks: Iterable<ProbeTask>, { session, recorder, concurrency }: TaskRunOptions) {
  const waiting = tasks[Symbol.iterator]();
  const done = new Map<number, { readonly task: ProbeTask; readonly entries: readonly SessionEntry[] }>();
  const interrupted: ProbeTask[] = [];
  let begun = 0;
  let recorded = 0;
  const work = async (): Promise<void> => {
    while (session.canContinue()) {
      const { value: task, done: isLast } = waiting.next();
      if (isLast === true) return;
      const at = begun;
      begun += 1;
      const entries: SessionEntry[] = [];
      try {
        await task.run(session.openTask(task.id, entries));
      } catch (error) {
        if (!(error instanceof RunEndedError)) throw error;
        if (!session.canContinue()) interrupted.push(task);
      }
      done.set(at, { task, entries });
      for (let ready = done.get(recorded); ready !== undefined; ready = done.get(recorded)) {
        recorder?.record(ready.task.id, ready.entries);
        done.delete(recorded);
        recorded += 1;
      }
      // Generating cases blocks the event loop, so yield for responses and for the abort signal.
      await new Promise((done) => setImmediate(done));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  function* listLeft(): Iterable<ProbeTask> {
    yield* interrupted;
    for (let it = waiting.next(); it.done !== true; it = waiting.next()) yield it.value;
  }
  return { interrupted, left: listLeft() };
}

type InjectedValues = ReturnType<typeof createInjectedValues>;

type Sent = Pick<ExchangeFacts, "request" | "edit" | "expect">;
type Stored = Pick<ExchangeFacts, "request" | "expect" | "exchange">;
/** A value may be valid in one operation only. */
type Sender = { readonly operation?: Pick<Operation, "id"> };

/** Values that the probe wrote into the service. Findings about such values do not come from the service. */
export function createInjectedValues() {
  const values = new Set<string>();
  const doubleNames = new Set<string>();
  const editedNames = new Set<string>();
  const validNames = new Set<string>();
  const refusedPairs = new Set<string>();
  /** The operations that stored an invalid value. */
  const storedPairs = new Map<string, Set<string>>();
  const validPairs = new Set<string>();
  return {
    add: ({ request: { body }, edit, expect, operation }: Sent & Sender): void => {
      const name = body !== undefined && "text" in body ? findDuplicateNames(String(body.text))[0]?.name : undefined;
      if (name !== undefined) doubleNames.add(name);
      if (body === undefined || !("value" in body)) return;
      for (const [name, value] of listPairs("", body.value as Json)) {
        (edit === undefined ? validNames : editedNames).add(name);
        values.add(formatPair(name, value));
        const pair = formatWholePair(name, value);
        if (expect === "refused") refusedPairs.add(pair);
        else validPairs.add(pair).add(`${operation?.id} ${pair}`);
      }
    },
    /** Adds the values of an invalid request that the service did not reject, so that later responses may show them. */
    addStored: ({ request: { body }, expect, exchange: { response }, operation }: Stored & Sender): void => {
      const isRejected = response.status >= 400 && response.status < 500;
      if (expect !== "refused" || isRejected || body === undefined || !("value" in body)) return;
      for (const [name, value] of listPairs("", body.value as Json)) {
        const pair = formatWholePair(name, value);
        storedPairs.set(pair, (storedPairs.get(pair) ?? new Set()).add(`${operation?.id} ${pair}`));
      }
    },
    isInjected: ({ code, recording }: Finding, { response }: Exchange): boolean => {
      const { body: place } = recording;
      if (place === undefined) return false;
      const name = getPropertyName(place);
      const readValue = (): Json => valueAt(parseJsonBody(response) ?? null, place) ?? null;
      // A value of a request that the service should have rejected. The request is the finding.
      if (code === "response.body.invalid") {
        const pair = formatWholePair(name, readValue());
        // The response to a rejected request may repeat what was wrong.
        if (response.status >= 400) return refusedPairs.has(pair) && !validPairs.has(pair);
        return [...(storedPairs.get(pair) ?? [])].some((it) => !validPairs.has(it));
      }
      if (code === "response.body.undeclared") return editedNames.has(name) && !validNames.has(name);
      // A service may keep a JSON text as it is.
      if (code === "response.body.duplicate-name") return doubleNames.has(name);
      if (code !== "response.body.not-in-enum") return false;
      const value = readValue();
      // An earlier run may have written this value.
      return value === UNKNOWN_ENUM_VALUE || values.has(formatPair(name, value));
    },
  };
}

/** Lists every value with the name of its property, of its array, or of its path in a JSON Patch (RFC 6902). */
function* listPairs(name: string, value: Json, depth = 0): Iterable<readonly [string, Json]> {
  if (depth > MAX_DEPTH) return;
  yield [name, value];
  if (Array.isArray(value)) for (const item of value) yield* listPairs(name, item, depth + 1);
  if (!isObject(value)) return;
  const { path, value: put } = value;
  if (typeof path === "string" && path.startsWith("/") && put !== undefined)
    yield* listPairs(getPropertyName(path), put, depth + 1);
  for (const [inner, it] of Object.entries(value)) yield* listPairs(inner, it, depth + 1);
}

function getPropertyName(place: Pointer): string {
  return lastToken(place.replace(/(\/(\d+|-))+$/, ""));
}

function formatPair(name: string, value: Json): string {
  return typeof value === "object" && value !== null ? name : `${name}=${JSON.stringify(value)}`;
}

function formatWholePair(name: string, value: Json): string {
  return `${name}=${JSON.stringify(value)}`;
}

const MAX_DEPTH = 20;
