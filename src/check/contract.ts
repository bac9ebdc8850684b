import { type Document, listOperations, loadDocument, type Operation } from "../document/index.js";
import { type Exchange, isUncheckedReason } from "../recording/index.js";
import { findSignatureHeader } from "../resources/index.js";
import {
  CannotValidateError,
  type CollectUndeclared,
  createUndeclaredCollector,
  getSchemas,
  readParameter,
  type Schemas,
} from "../schema/index.js";
import { type BodySnippet, buildBodySnippet } from "./exchange/body-snippet.js";
import { buildCheckContext, type CheckResult, type MatchedExchange, runChecks } from "./exchange/check-context.js";
import { EMPTY_RESULT, type ExchangeResult, type Verdict } from "./exchange/exchange-result.js";
import { createFindingMaker, type Finding, type FindingMaker } from "./exchange/finding.js";
import {
  addCredentialVariants,
  applyErrorResponseRule,
  dropUnrecorded,
  mergeCascades,
  mergeDefaultSuccess,
} from "./exchange/finding-rules.js";
import { createLevelResolver, type LevelResolver, type LevelRule } from "./exchange/levels.js";
import { classifyUnmatched, findInfrastructureReason, type UnmatchedRequest } from "./exchange/skipped-request.js";
import {
  createReceiverMatcher,
  createRegistrationReader,
  createWebhookValidator,
  type ReceiverMatcher,
  type WebhookValidator,
} from "./exchange/webhook.js";
import { createRouter, type Match, type OperationMatch, type Router } from "./router/router.js";
import type { CheckContext, CheckFinding, EarlierExchanges } from "./rules/check.js";
import type { Level } from "./rules/codes.js";
import type { WebhookRegistration } from "./rules/webhook.js";
import { createUrlRedactor, type UrlRedactor } from "./url-redactor.js";

/** A spec compiled for checking exchanges. */
export type Contract = {
  /** The spec; the first one if there are several. */
  readonly document: Document;
  /** All specs, each with its operations. */
  readonly specs: readonly ContractSpec[];
  readonly operations: readonly Operation[];
  /** Redacts the parts of URLs that the spec marks as sensitive. */
  readonly urlRedactor: UrlRedactor;
  /** Checks one exchange synchronously, without I/O. The result is `partial` if a schema cannot be compiled. */
  readonly check: (exchange: Exchange) => ExchangeResult;
  /** Like `check`, with what the recording has before the exchange. */
  readonly checkRecorded: (exchange: Exchange, before: RecordedBefore) => ExchangeResult;
  /** The address for deliveries that an exchange registers, and what they have; requests to it are deliveries. */
  readonly findRegistration: (exchange: Exchange) => WebhookRegistration | undefined;
  /** Whether a webhook of the spec states with `x-webhook-signature` how deliveries are signed. */
  readonly hasStatedSignatures: boolean;
  /** Whether a request belongs to an operation of the spec. */
  readonly hasOperation: (request: Pick<Exchange["request"], "method" | "url">) => boolean;
  /** The parts of the check of each spec, for checks from the bytes of recordings. */
  readonly checkParts: readonly CheckParts[];
};

/** What a recording has before an exchange: the registrations of the address of a delivery, and exchanges to compare it with. */
export type RecordedBefore = {
  readonly registrations: readonly WebhookRegistration[];
  readonly earlier?: EarlierExchanges | undefined;
};

type RecordedExchange = Pick<MatchedExchange, "exchange" | "earlier">;

export type CheckParts = {
  readonly schemas: Schemas;
  readonly collectUndeclared: CollectUndeclared;
  readonly match: Router["match"];
  readonly isReceiver: ReceiverMatcher;
  readonly makeFinding: FindingMaker;
  readonly levels: LevelResolver;
  /** Converts the findings of an exchange to its result. */
  readonly completeCheck: (context: CheckContext, found: CheckResult) => ExchangeResult;
  /** Whether there were enough exchanges of an operation, so that compiling its schemas pays. */
  readonly isFrequent: (operation: Operation) => boolean;
};

export type ContractSpec = { readonly document: Document; readonly operations: readonly Operation[] };

export type ContractOptions = {
  /** Base URLs besides the servers of the spec, or `variable=URL` for one server variable. */
  readonly servers?: readonly string[];
  /** Addresses that receive webhooks: requests to them are checked as deliveries. */
  readonly receivers?: readonly string[];
  /** Secrets that sign webhook deliveries, as far as recordings do not contain them. */
  readonly secrets?: readonly string[];
  /** Overrides of the default levels; the last matching rule applies. */
  readonly levels?: readonly LevelRule[];
  /** How messages name the option that adds a server. Default: that of the command line. */
  readonly nameServerOption?: (url: string) => string;
  /**
   * The number of exchanges of an operation after which the fast path checks those that are like earlier ones. Before, compiling
   * takes longer than it saves. The results are the same.
   */
  readonly fastAfter?: number;
};

/**
 * Loads an OpenAPI 3.0, 3.1 or 3.2 document from a YAML or JSON file and compiles it.
 *
 * @throws {DocumentError} if the document cannot be used.
 */
export function loadContract(path: string, options: ContractOptions = {}): Contract {
  // JavaScript callers have no type check.
  if (typeof path !== "string")
    throw new TypeError(`loadContract() expects the path of an OpenAPI document in YAML or JSON, got ${typeof path}`);
  return createContract(loadDocument(path), { nameServerOption: (url) => `servers: ["${url}"]`, ...options });
}

/** @param operations those of the document, which may have other ids than it gives them. */
export function createContract(
  document: Document,
  options: ContractOptions = {},
  operations: readonly Operation[] = listOperations(document),
): Contract {
  const { servers = [], receivers, secrets = [], fastAfter = FAST_AFTER } = options;
  const router = createRouter(operations, servers);
  const schemas = getSchemas(document);
  const collectUndeclared = createUndeclaredCollector(schemas);
  const levels = createLevelResolver(options.levels);
  const makeFinding = createFindingMaker(document, levels);
  const { fromContext, fromUndocumented } = createResultBuilder(levels, makeFinding);
  const isReceiver = createReceiverMatcher(receivers);
  const checkRecorded: Contract["checkRecorded"] = (exchange, { registrations, earlier }) => {
    const { incomplete, request } = exchange;
    if (incomplete !== undefined && !isUncheckedReason(incomplete)) return createSkippedResult(incomplete);
    const isDelivery = exchange.webhook !== undefined || isReceiver(request.url);
    const match = router.match(request.method, request.url);
    const isOtherHost = !isDelivery && match.kind === "elsewhere" && !match.isServer;
    if (incomplete !== undefined && !isOtherHost) return { ...EMPTY_RESULT, verdict: "partial", reasons: [incomplete] };
    if (isDelivery) return checkDelivery(exchange, { registrations, secrets, earlier });
    if (match.kind !== "operation") return checkUnmatched(exchange, match);
    return {
      ...checkOperation({ exchange, earlier }, match),
      ...(match.lacksBasePath && { elsewhere: WITHOUT_BASE_PATH }),
    };
  };
  const checkOperation = (recorded: RecordedExchange, match: Extract<Match, { kind: "operation" }>): ExchangeResult => {
    const { ambiguousMatches } = match;
    if (ambiguousMatches === undefined) return checkMatched({ ...pickFittingPath(schemas, match), ...recorded });
    const checkAgainst: OperationValidator = (candidate, ambiguousOperations) =>
      checkMatched({ ...candidate, ambiguousOperations, ...recorded });
    return resultOrPartial(match.operation, () =>
      resolveAmbiguousOperation(schemas, [match, ...ambiguousMatches], checkAgainst),
    );
  };
  const completeCheck = createCheckCompleter(levels, fromContext);
  const counts = new Map<Operation, number>();
  const checkMatched = (matched: MatchedExchange): ExchangeResult =>
    resultOrPartial(matched.operation, () => {
      const infrastructure = findInfrastructureReason(matched.exchange, matched.operation, levels);
      if (infrastructure !== undefined) return createSkippedResult(infrastructure);
      counts.set(matched.operation, (counts.get(matched.operation) ?? 0) + 1);
      const context = buildCheckContext(schemas, collectUndeclared, matched);
      return completeCheck(context, runChecks(context));
    });
  const deliveries = createWebhookValidator({ operations, schemas, collectUndeclared });
  const checkDelivery = createDeliveryCheck(deliveries, { fromContext, fromUndocumented });
  const checkUnmatched = (exchange: Exchange, match: UnmatchedRequest): ExchangeResult => {
    if (operations.length === 0) return createSkippedResult("the spec has no operations");
    const it = classifyUnmatched(exchange, match, levels, options.nameServerOption);
    if (it.kind === "undocumented") return fromUndocumented(exchange, [it.finding]);
    return { ...createSkippedResult(it.reason), ...(it.elsewhere && { elsewhere: it.elsewhere }) };
  };
  const isFrequent = (operation: Operation): boolean => (counts.get(operation) ?? 0) >= fastAfter;
  return {
    document,
    specs: [{ document, operations }],
    operations,
    urlRedactor: createUrlRedactor(document, schemas, operations),
    check: (exchange) => checkRecorded(exchange, { registrations: [] }),
    checkRecorded,
    findRegistration: createRegistrationReader(document, operations, router),
    hasStatedSignatures: operations.some((it) => it.kind === "webhook" && findSignatureHeader(document, it)),
    hasOperation: ({ method, url }) => router.match(method, url).kind === "operation",
    checkParts: [
      { schemas, collectUndeclared, match: router.match, isReceiver, makeFinding, levels, completeCheck, isFrequent },
    ],
  };
}

const FAST_AFTER = 10;

const WITHOUT_BASE_PATH = { origin: "", server: "/", mismatch: "the path has no base path of the spec's servers" };

function createCheckCompleter(levels: LevelResolver, fromContext: ResultBuilder["fromContext"]) {
  return (context: CheckContext, found: CheckResult): ExchangeResult => {
    const { notValidated, notLogged, findings: recorded } = dropUnrecorded(context, found);
    return addCredentialVariants(context, recorded, (findings, notRecorded) => {
      const { kept, refused } = applyErrorResponseRule(context, findings, levels);
      return fromContext(context, kept, { notValidated, refused, notLogged: [...notLogged, ...notRecorded] });
    });
  };
}

function createDeliveryCheck(validate: WebhookValidator, { fromContext, fromUndocumented }: ResultBuilder) {
  return (...delivery: Parameters<WebhookValidator>): ExchangeResult =>
    resultOrPartial(undefined, () => {
      const [exchange] = delivery;
      const delivered = validate(...delivery);
      if (delivered.kind === "none") return createSkippedResult(delivered.reason);
      if (delivered.kind === "unknown") return fromUndocumented(exchange, delivered.findings);
      return fromContext(delivered.context, delivered.findings, { ...delivered, refused: [] });
    });
}

type ResultBuilder = ReturnType<typeof createResultBuilder>;

/** Converts check findings to findings, without those whose level is `off`. */
function createResultBuilder(levels: LevelResolver, makeFinding: FindingMaker) {
  return {
    fromContext: (
      context: CheckContext,
      checkFindings: readonly CheckFinding[],
      {
        notValidated,
        refused,
        notLogged = [],
      }: Pick<ExchangeResult, "refused" | "notLogged"> & { readonly notValidated: readonly string[] },
    ) => {
      const { exchange, operation, response } = context;
      const levelOf = ({ code }: CheckFinding): Level => levels(code, operation.id, exchange.response.status);
      const enabled = checkFindings.filter((it) => levelOf(it) !== "off");
      const merged = mergeDefaultSuccess(context, mergeCascades(context, enabled, levelOf), levelOf);
      const findings = merged.map((it) => makeFinding(exchange, operation, it));
      const verdict = getVerdict(findings, notValidated.length > 0 || notLogged.length > 0);
      const getSnippet = (index: number): BodySnippet | undefined =>
        merged[index] && buildBodySnippet(context, merged[index]);
      const result = {
        verdict,
        operation,
        findings,
        status: response?.status,
        reasons: notValidated,
        refused,
        getSnippet,
        context,
      };
      return notLogged.length === 0 ? result : { ...result, notLogged };
    },
    fromUndocumented: (exchange: Exchange, checkFindings: readonly CheckFinding[]) => {
      const { status } = exchange.response;
      const enabled = checkFindings.filter(({ code }) => levels(code, undefined, status) !== "off");
      if (enabled.length === 0) return createSkippedResult("not in the spec, and its level is off");
      const findings = enabled.map((it) => makeFinding(exchange, undefined, it));
      return { ...EMPTY_RESULT, verdict: getVerdict(findings, false), findings };
    },
  };
}

function getVerdict(findings: readonly Finding[], isPartial: boolean): Verdict {
  if (findings.some(({ level }) => level === "error")) return "failed";
  return isPartial ? "partial" : "passed";
}

/** Returns a partial result if a schema cannot be compiled or validation exceeds its limits. */
function resultOrPartial(operation: Operation | undefined, validate: () => ExchangeResult): ExchangeResult {
  try {
    return validate();
  } catch (error) {
    if (!(error instanceof CannotValidateError)) throw error;
    return { ...EMPTY_RESULT, verdict: "partial", operation, reasons: [error.message] };
  }
}

function createSkippedResult(reason: string): ExchangeResult {
  return { ...EMPTY_RESULT, verdict: "skipped", reasons: [reason] };
}

/** Checks an exchange against one operation; `ambiguousOperations` are the others that it may belong to. */
type OperationValidator = (candidate: OperationMatch, ambiguousOperations: readonly Operation[]) => ExchangeResult;

/**
 * Selects one of several operations whose templates match a path: the one with the best result, so that an exchange fails
 * only if it fails for all. Operations whose path parameters are invalid are excluded first.
 */
function resolveAmbiguousOperation(
  schemas: Schemas,
  candidates: readonly [OperationMatch, ...OperationMatch[]],
  validate: OperationValidator,
): ExchangeResult {
  const [first = candidates[0], ...others] = candidates
    .map((candidate) => pickFittingPath(schemas, candidate))
    .filter((candidate) => hasFittingPath(schemas, candidate));
  if (others.length === 0) return validate(first, []);
  const results = [first, ...others].map((candidate) => {
    const result = validate(candidate, []);
    return { candidate, result, worth: getMatchQuality(result) };
  });
  const best = results.reduce((one, other) => (compareQuality(other.worth, one.worth) < 0 ? other : one));
  const isViolation = best.worth[0] === VERDICT_RANK.failed;
  // If the best result passes, only equally good operations are ambiguous. If it fails, all are.
  const ambiguous = results.filter((it) => it !== best && (isViolation || compareQuality(it.worth, best.worth) === 0));
  const operations = ambiguous.map(({ candidate }) => candidate.operation);
  return operations.length === 0 ? best.result : validate(best.candidate, operations);
}

/** If a path can be split in several ways, such as for `{name}.{ext}`, selects one with valid values. */
function pickFittingPath(schemas: Schemas, candidate: OperationMatch): OperationMatch {
  if (candidate.alternativePaths === undefined || hasFittingPath(schemas, candidate)) return candidate;
  const others = candidate.alternativePaths().map((path) => ({ ...candidate, path }));
  return others.find((other) => hasFittingPath(schemas, other)) ?? candidate;
}

const VERDICT_RANK: Readonly<Record<Verdict, number>> = { passed: 0, partial: 1, skipped: 2, failed: 3 };

/** The verdict, then the numbers of findings; smaller is better. */
type MatchQuality = readonly [verdict: number, errors: number, refused: number, drift: number];

function getMatchQuality({ verdict, findings, refused }: ExchangeResult): MatchQuality {
  const errors = findings.filter(({ level }) => level === "error").length;
  return [VERDICT_RANK[verdict], errors, refused.length, findings.length - errors];
}

function compareQuality(one: MatchQuality, other: MatchQuality): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}

/** Whether the texts of path parameters stand for valid values. */
export function hasFittingPath(
  schemas: Schemas,
  { operation, path }: Pick<OperationMatch, "operation" | "path">,
): boolean {
  return operation.parameters.every((parameter) => {
    const text = parameter.in === "path" ? path.get(parameter.name) : undefined;
    if (text === undefined) return true;
    const reading = readParameter(schemas, parameter, { in: "path", text });
    const schema = parameter.schema ?? parameter.content?.schema;
    if (reading.kind !== "value" || schema === undefined) return reading.kind !== "malformed";
    return schemas.isValid(schema, "request", reading.value);
  });
}
