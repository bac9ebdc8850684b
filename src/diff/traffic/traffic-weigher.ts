import { type Contract, createContract, type ExchangeResult, type Finding } from "../../check/index.js";
import { matchesStatus, pickMediaType } from "../../check/router/documented-parts.js";
import { type Document, type Operation, parentPointer, parsePointer, tryParseJson } from "../../document/index.js";
import {
  type ConsumerRule,
  decodeBody,
  decodeBodyText,
  type Exchange,
  findConsumer,
  getHeaderValues,
  type RawBodyValidator,
} from "../../recording/index.js";
import type { Pair } from "../comparison.js";
import { hasValues } from "../containment/counterexamples.js";
import { generateValuesAt } from "../containment/prover.js";
import type { AffectedPart, DiffFinding } from "../finding.js";
import { createUsageTally, type Usage, type UsageUse } from "./usage-tally.js";

/** What recorded traffic says about a change. */
export type FindingTraffic = Usage & {
  readonly basis: WeighedChange["basis"];
  /** The exchanges of the affected operations. */
  readonly of: number;
  /** Those of them that do not count, because the service refused their requests with 4xx. */
  readonly refused?: number;
  /** Those that count although they do not show what changes: the recording lacks it, or only the new service sends it. */
  readonly unshown?: number;
};

export type DiffTraffic = {
  /** All recorded exchanges of operations of the old spec. */
  readonly exchanges: number;
  /** Those that belong to no operation, or that cannot be checked. */
  readonly others: number;
  /** Those without a consumer. */
  readonly unknown: number;
  /** Those that only the new spec refuses, for a reason that no finding names. */
  readonly unexplained: number;
  readonly consumers: number;
  /** By the fingerprint of each change that may break. */
  readonly findings: ReadonlyMap<string, FindingTraffic>;
};

type TrafficOptions = {
  /** Base URLs besides the servers of both specs. */
  readonly servers?: readonly string[];
  /** How to find the consumers of exchanges whose recording names none. */
  readonly consumers?: readonly ConsumerRule[];
  /** The new spec with these servers, if it is compiled already: without levels, receivers and secrets. */
  readonly newContract?: Contract;
};

/**
 * Weighs breaking changes by recorded traffic. Each exchange is checked with the new spec, and with the old one if
 * something is found. Only what the old spec accepts and the new one refuses counts.
 */
export function createTrafficWeigher(
  documents: Pair<Document>,
  findings: readonly DiffFinding[],
  { servers = [], consumers: rules = [], newContract }: TrafficOptions = {},
) {
  const contracts = {
    old: createContract(documents.old, { servers }),
    new: newContract ?? createContract(documents.new, { servers }),
  };
  const identifyOperation = createOperationFinder(contracts);
  const weighed = findings.filter(({ level }) => level !== "info").map(createWeighedChange);
  const byOperation = new Map<string, WeighedChange[]>();
  for (const it of weighed) for (const id of it.operations) byOperation.set(id, [...(byOperation.get(id) ?? []), it]);
  const operations: OperationCounts = { all: new Map(), refused: new Map() };
  const names = new Set<string>();
  const count = { exchanges: 0, others: 0, unknown: 0, unexplained: 0 };
  const countConsumer = (exchange: Exchange): string | undefined => {
    const consumer = findConsumer(exchange, rules) ?? getReceiver(exchange);
    if (consumer === undefined) count.unknown += 1;
    else if (names.size < MAX_NAMES) names.add(consumer);
    return consumer;
  };
  /**
   * Creates a validator that checks exchanges with the new spec from their bytes. It returns undefined for those that need the values
   * of bodies, because only the value of a body shows whether it carries a part that changes.
   */
  const createRawBodyValidator =
    (validate: RawBodyValidator<ExchangeResult>): RawBodyValidator<ExchangeResult> =>
    (...raw) => {
      const result = validate(...raw);
      const changes = byOperation.get(result?.operation?.id ?? "") ?? [];
      return changes.some(({ basis }) => basis === "received") ? undefined : result;
    };
  /** Weighs an exchange; `result` is the result with the new spec, if it is known. */
  const add = (exchange: Exchange, result?: ExchangeResult): void => {
    const next = result ?? contracts.new.check(exchange);
    const found = next.findings.filter(isAboutRequest);
    const before = found.length > 0 || next.operation === undefined ? contracts.old.check(exchange) : undefined;
    const id = identifyOperation(next, before);
    if (id === undefined) {
      count.others += 1;
      return;
    }
    count.exchanges += 1;
    countOne(operations.all, id);
    if (isRefused(exchange)) countOne(operations.refused, id);
    const changes = byOperation.get(id) ?? [];
    const use: UsageUse = { operation: id, consumer: countConsumer(exchange), time: exchange.origin.startedAt };
    for (const it of changes) if (it.basis === "received") addReceivedExchange(it, use, exchange, next);
    if (before !== undefined)
      addRefusedExchange(changes, use, {
        operationId: id,
        newFindings: findNewFindings(exchange, found, before),
        oldResult: before,
        newResult: next,
      });
  };
  const addRefusedExchange = (changes: readonly WeighedChange[], use: UsageUse, refused: RefusedExchange): void => {
    const refusing = changes.filter(({ basis }) => basis === "refused");
    const { causes, isExplained } = findCauses(refusing, refused);
    for (const it of causes) it.tally.add(use);
    if (!isExplained) count.unexplained += 1;
  };
  return {
    add,
    createRawBodyValidator,
    newContract: contracts.new,
    weigh: (): DiffTraffic => ({ ...count, consumers: names.size, findings: collectTraffic(weighed, operations) }),
  };
}

/** Bounds the memory if a header that is unique in each request is taken for the name of the consumer. */
const MAX_NAMES = 100_000;

function collectTraffic(
  weighed: readonly WeighedChange[],
  { all, refused }: OperationCounts,
): Map<string, FindingTraffic> {
  return new Map(
    weighed.map((it) => {
      const sum = (counts: ReadonlyMap<string, number>): number =>
        [...it.operations].reduce((total, id) => total + (counts.get(id) ?? 0), 0);
      const left = it.basis === "refused" && sum(refused) > 0 ? { refused: sum(refused) } : {};
      const unshown = it.unshown === 0 ? {} : { unshown: it.unshown };
      return [it.finding.fingerprint, { basis: it.basis, of: sum(all), ...left, ...unshown, ...it.tally.get() }];
    }),
  );
}

/** The exchanges of each operation, and those of them that the service refused. */
type OperationCounts = Readonly<Record<"all" | "refused", Map<string, number>>>;

function countOne(counts: Map<string, number>, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}

/** The service refused the request already before the change. */
function isRefused({ response }: Exchange): boolean {
  return response.status >= 400 && response.status < 500;
}

function isAboutRequest({ code }: Finding): boolean {
  return code.startsWith("request.");
}

/**
 * Returns what only the new spec finds. What the service refused before the change is not broken by it. A renamed
 * operation has other fingerprints.
 */
function findNewFindings(exchange: Exchange, found: readonly Finding[], { findings }: ExchangeResult): Finding[] {
  if (isRefused(exchange)) return [];
  const getKey = ({ code, property, keyword, name }: Finding): string => [code, property, keyword, name].join("\n");
  const known = new Set(findings.map(getKey));
  return found.filter((it) => !known.has(getKey(it)));
}

/** The receiver is the consumer of a delivery. */
function getReceiver({ webhook, request }: Exchange): string | undefined {
  return webhook !== undefined && URL.canParse(request.url) ? new URL(request.url).origin : undefined;
}

/** Returns the operation of an exchange. Findings name it by its id in the new spec, if it is there. */
function createOperationFinder({ old, new: next }: Pair<Contract>) {
  const getKey = ({ kind, method, path }: Operation): string => `${kind} ${method} ${path}`;
  const ids = new Map(next.operations.map((it) => [getKey(it), it.id]));
  const renamed = new Map(old.operations.map((it) => [it.id, ids.get(getKey(it)) ?? it.id]));
  return ({ operation }: ExchangeResult, before: ExchangeResult | undefined): string | undefined =>
    operation?.id ?? renamed.get(before?.operation?.id ?? "");
}

/** An exchange that has findings with the new spec and not with the old one. */
export type RefusedExchange = {
  /** The id of the operation, as in `affects` of a diff finding. */
  readonly operationId: string;
  /** The findings about the request that only the new spec causes. */
  readonly newFindings: readonly Finding[];
  readonly oldResult: ExchangeResult;
  readonly newResult: ExchangeResult;
};

/**
 * Finds the changes that make the new spec refuse an exchange. Drift, such as a parameter that is no longer declared, can have
 * causes too, but an exchange without a cause for its drift still counts as explained, because drift is no violation.
 */
export function findCauses(
  changes: readonly WeighedChange[],
  { operationId, newFindings, oldResult, newResult }: RefusedExchange,
): { readonly causes: ReadonlySet<WeighedChange>; readonly isExplained: boolean } {
  const isOperationRemoved = newResult.operation === undefined && oldResult.operation !== undefined;
  if (isOperationRemoved) {
    const causes = changes.filter((change) =>
      getAffectedParts(change, operationId).some(({ part }) => part === "operation" || part === "servers"),
    );
    return { causes: new Set(causes), isExplained: causes.length > 0 };
  }
  const causes = new Set<WeighedChange>();
  let isExplained = true;
  for (const finding of newFindings) {
    const closest = findClosestChanges(changes, operationId, finding);
    for (const change of closest) causes.add(change);
    if (closest.length === 0 && finding.level === "error") isExplained = false;
  }
  return { causes, isExplained };
}

/** Finds the changes with the highest rank for a finding; none if no change affects the same part of the request. */
function findClosestChanges(
  changes: readonly WeighedChange[],
  operationId: string,
  finding: Finding,
): readonly WeighedChange[] {
  const ranks = changes.map((change) =>
    Math.max(0, ...getAffectedParts(change, operationId).map((affected) => rankChange(change, affected, finding))),
  );
  const highest = Math.max(0, ...ranks);
  return highest === 0 ? [] : changes.filter((_, index) => ranks[index] === highest);
}

/**
 * Returns how likely a change is the cause of a finding: 4 same location in the spec and same value, 3 same value, 2 same location,
 * 1 the whole part changed, 0 unrelated.
 */
function rankChange({ finding: change }: WeighedChange, affected: AffectedPart, finding: Finding): number {
  if (!isSamePart(affected.part, finding)) return 0;
  const hasSameLocation = (affected.new ?? change.new)?.pointer === finding.contract.pointer;
  if (isSameValue(affected, finding)) return hasSameLocation ? 4 : 3;
  if (hasSameLocation) return 2;
  return affected.at === undefined ? 1 : 0;
}

/** Whether a part of a change, such as `query parameter limit`, is the part that a finding is about. */
function isSamePart(part: string, { code, property, name }: Finding): boolean {
  // The second segment of a finding code names the part, such as `query` in `request.query.invalid`.
  const [, codePart = ""] = code.split(".");
  if (codePart === "security") return part === "security";
  if (["server", "method", "path"].includes(codePart) && part === "servers") return true;
  if (codePart === "body" || codePart === "content-type") return part.startsWith("request body");
  const [parameterName = ""] = parsePointer(property ?? "");
  return part === `${codePart} parameter ${name ?? parameterName}`;
}

/** Whether a change and a finding have the same path in the value of a body or a parameter. */
function isSameValue({ part, at = "" }: AffectedPart, { code, property = "", name }: Finding): boolean {
  const isBody = code.startsWith("request.body");
  // A finding about a parameter without `name` has the parameter name as the first segment of its path.
  const path = isBody || name !== undefined ? property : property.replace(/^\/[^/]*/, "");
  return isBody ? at === path && part.startsWith("request body") : replaceMapKeys(at) === replaceMapKeys(path);
}

/** A path can have `{key}` or `*` for the keys of a map. */
function replaceMapKeys(path: string): string {
  return path.replaceAll("{key}", "*");
}

function getAffectedParts({ finding }: WeighedChange, operationId: string): readonly AffectedPart[] {
  return finding.affects.filter(({ operation }) => operation === operationId);
}

function addReceivedExchange(change: WeighedChange, use: UsageUse, exchange: Exchange, result: ExchangeResult): void {
  const received = findReceivedPart(change.finding, use.operation, exchange, result);
  if (received !== "none") change.tally.add(use);
  if (received === "unshown") change.unshown += 1;
}

/** Whether the response or delivery of an exchange carries the part of a message that changes, as far as the recording shows. */
function findReceivedPart(
  { code, affects }: DiffFinding,
  operation: string,
  { webhook, request, response }: Exchange,
  { status }: Pick<ExchangeResult, "status">,
): "shown" | "unshown" | "none" {
  const message = webhook === undefined ? response : request;
  const parts = affects.filter((it) => it.operation === operation);
  // No recording has a status or a media type that is new; every caller may receive it.
  if (/\.(error-status|status|media-type)\.added$/.test(code)) return parts.length === 0 ? "none" : "unshown";
  const isNew = code.endsWith(".property.refused");
  const carried = parts.filter((it) => webhook !== undefined || isPartOf(it.part, { response, status }));
  const paths = carried.map(({ at = "" }) => (isNew ? parentPointer(at) : at));
  if (paths.length === 0) return "none";
  if (!isNew && paths.includes("")) return "shown";
  const body = readBody(message);
  const isCarried = body === UNKNOWN || paths.some((path) => hasValues(generateValuesAt(body, parsePointer(path))));
  return !isCarried ? "none" : isNew || body === UNKNOWN ? "unshown" : "shown";
}

/** Whether a response has the status, and the header or the media type, of a part such as `response 200 application/json`. */
function isPartOf(
  part: string,
  { response, status }: Pick<Exchange, "response"> & Pick<ExchangeResult, "status">,
): boolean {
  const [, stated, header, range] = /^response (\S+)(?: header (\S+)| ([^\s/]+\/[^\s,]+))?/.exec(part) ?? [];
  if (stated === undefined) return true;
  if (header !== undefined && getHeaderValues(response.headers, header).length === 0) return false;
  const type = getHeaderValues(response.headers, "content-type")[0];
  const isOther =
    range !== undefined && type !== undefined && pickMediaType([{ pointer: "", range }], type) === undefined;
  return !isOther && isStatus(stated, { response, status });
}

function isStatus(
  stated: string,
  { response, status }: Pick<Exchange, "response"> & Pick<ExchangeResult, "status">,
): boolean {
  if (stated === "default") return status === undefined || status === "default";
  return matchesStatus(stated, response.status);
}

/** A body that is not JSON: it may carry the value. */
const UNKNOWN = Symbol("unknown");

function readBody({ headers, body }: Exchange["response"] | Exchange["request"]): unknown {
  if (body.kind === "missing") return UNKNOWN;
  const text = decodeBodyText(decodeBody(body, headers), undefined);
  const value = text.kind === "text" ? tryParseJson(text.text) : undefined;
  return value === undefined ? UNKNOWN : value;
}

/** A change and the traffic that it affects. */
type WeighedChange = ReturnType<typeof createWeighedChange>;

export function createWeighedChange(finding: DiffFinding) {
  return {
    finding,
    operations: new Set(finding.affects.map(({ operation }) => operation)),
    /** `refused`: the new spec refuses these exchanges. `received`: they carry the part that changes. */
    basis: RECEIVED.test(finding.code) ? "received" : "refused",
    tally: createUsageTally(),
    /** How many of the exchanges do not show what changes. */
    unshown: 0,
  };
}

/** What the service sends: a recording of the old service cannot show what only the new one may send. */
const RECEIVED = /^(response|webhook|callback|keyword|discriminator)\./;
