import type { Disagreement, FindingCode, Subject } from "../checks/index.js";
import { type Document, listOperations, loadDocument, type Operation } from "../document/index.js";
import type { Exchange, Settle } from "../exchange/index.js";
import { createRouter } from "../match/index.js";
import { createObserver, createSchemas, Unjudged } from "../schema/index.js";
import { type Again, createAgainReader, type HasSeen } from "./again.js";
import { createFindingMaker, type Finding, type FindingMaker } from "./finding.js";
import { type Fragment, fragmentOf } from "./fragment.js";
import { whyInfrastructure } from "./infrastructure.js";
import { type JudgeBy, judgeByBest, withFittingPath } from "./judge-by-best.js";
import { createLevels, type LevelRule, type Levels } from "./levels.js";
import { createLikeUrls } from "./like-urls.js";
import { createMarkedUrls, type MarkedUrls } from "./marked-urls.js";
import { runChecks } from "./run-checks.js";
import { createSettledJudgement } from "./settled-judgement.js";
import { createSubject, type Matched } from "./subject.js";
import { withoutUnlogged } from "./unlogged.js";
import { type Unmatched, unmatched } from "./unmatched.js";
import { createWebhookJudge } from "./webhook.js";
import { weighClientError, withoutGaps } from "./weighing.js";

/** What becomes of an exchange: exactly one of these. */
export type Verdict = "passed" | "failed" | "partial" | "skipped";

export type Judgement = {
  readonly verdict: Verdict;
  readonly operation: Operation | undefined;
  readonly findings: readonly Finding[];
  /** Further findings, each of a group that is known: of them no more is told. Only of exchanges that were settled. */
  readonly again?: readonly Again[];
  /** The documented status that the answer was judged by, such as `200` or `4XX`. */
  readonly status: string | undefined;
  /** Why it was skipped, or judged only in part. */
  readonly reasons: readonly string[];
  /** What of it a log does not hold, so that nobody judged it; only of exchanges of logs. */
  readonly unlogged?: readonly string[];
  /** What the client did wrong and the service rightly refused. */
  readonly refused: readonly FindingCode[];
  /** The place in the body that one of the findings is about, worked out when it is asked for. */
  readonly fragment?: (index: number) => Fragment | undefined;
  /** The exchange beside its operation, as the checks saw it; absent when it belongs to none. */
  readonly subject?: Subject;
};

/** A description, compiled to judge exchanges. */
export type Contract = {
  readonly document: Document;
  readonly operations: readonly Operation[];
  /** What of a request's URL is secret by the contract's word. */
  readonly urls: MarkedUrls;
  /** Judges one exchange, synchronously and without any I/O; in part, where a schema that it needs does not compile. */
  readonly check: (exchange: Exchange) => Judgement;
  /**
   * Judges an exchange by the bytes of its answer's body. Says nothing unless there is nothing to find: whatever `check`
   * would have more to say of than that the exchange passed, is for `check` to judge.
   */
  readonly settle: Settle<Judgement>;
  /** The same, and also of exchanges of which there is nothing to tell but what was told of others before. */
  readonly settleBeside: (hasSeen: HasSeen) => Settle<Judgement>;
};

export type ContractOptions = {
  /** Base URLs that stand in for the description's servers, or `variable=URL` for one server variable. */
  readonly servers?: readonly string[];
  /** Levels other than the usual ones; the last rule that fits a finding decides. */
  readonly levels?: readonly LevelRule[];
};

/**
 * Loads an OpenAPI 3.0 or 3.1 description from a YAML or JSON file and compiles it.
 *
 * @throws DocumentError when the description cannot be used.
 */
export function loadContract(path: string, options: ContractOptions = {}): Contract {
  // Who writes JavaScript has no compiler that says so.
  if (typeof path !== "string")
    throw new TypeError(
      `loadContract takes the path of an OpenAPI description in YAML or JSON, and got ${typeof path}`,
    );
  return createContract(loadDocument(path), options);
}

export function createContract(document: Document, options: ContractOptions = {}): Contract {
  const { servers = [] } = options;
  const operations = listOperations(document);
  const router = createRouter(operations, servers);
  const schemas = createSchemas(document);
  const observe = createObserver(schemas);
  const levels = createLevels(options.levels);
  const makeFinding = createFindingMaker(document, levels);
  const { ofSubject, ofUndocumented } = createJudgementMaker(levels, makeFinding);

  const check = (exchange: Exchange): Judgement => {
    if (exchange.incomplete !== undefined) return skipped(exchange.incomplete);
    if (exchange.webhook !== undefined) return judgeDelivery(exchange);
    const match = router.match(exchange.request.method, exchange.request.url);
    if (match.kind !== "operation") return judgeUnmatched(exchange, match);
    const { others } = match;
    if (others === undefined) return judgeMatched({ ...withFittingPath(schemas, match), exchange });
    const judgeBy: JudgeBy = (candidate, rivals) => judgeMatched({ ...candidate, rivals, exchange });
    return orPartial(match.operation, () => judgeByBest(schemas, [match, ...others], judgeBy));
  };

  const judgeMatched = (matched: Matched): Judgement =>
    orPartial(matched.operation, () => {
      const infrastructure = whyInfrastructure(matched.exchange, matched.operation);
      if (infrastructure !== undefined) return skipped(infrastructure);
      const subject = createSubject(schemas, observe, matched);
      const checked = withoutUnlogged(subject, withoutGaps(matched.exchange, runChecks(subject)));
      const { disagreements, unjudged, unlogged } = checked;
      const { kept, refused } = weighClientError(subject, disagreements, levels);
      return ofSubject(subject, kept, { unjudged, refused, unlogged });
    });

  const deliveries = createWebhookJudge({ operations, schemas, observe });
  const judgeDelivery = (exchange: Exchange): Judgement =>
    orPartial(undefined, () => {
      const delivered = deliveries(exchange);
      if (delivered.kind === "none") return skipped(delivered.reason);
      if (delivered.kind === "webhook") {
        const { disagreements, unjudged } = withoutGaps(exchange, delivered.checked);
        return ofSubject(delivered.subject, disagreements, { unjudged, refused: [] });
      }
      return ofUndocumented(exchange, delivered.disagreement);
    });

  const judgeUnmatched = (exchange: Exchange, match: Unmatched): Judgement => {
    const it = unmatched(exchange, match);
    return it.kind === "skipped" ? skipped(it.reason) : ofUndocumented(exchange, it.disagreement);
  };

  const match = createLikeUrls(router, operations, servers);
  const settleBeside = createSettledJudgement({ match, schemas, observe }, createAgainReader(makeFinding, levels));
  return {
    document,
    operations,
    urls: createMarkedUrls(document, schemas, operations),
    check,
    settle: settleBeside(() => false),
    settleBeside,
  };
}

type JudgementMaker = {
  readonly ofSubject: (
    subject: Subject,
    disagreements: readonly Disagreement[],
    beside: Pick<Judgement, "refused" | "unlogged"> & { readonly unjudged: readonly string[] },
  ) => Judgement;
  readonly ofUndocumented: (exchange: Exchange, disagreement: Disagreement) => Judgement;
};

/** Disagreements become findings, but for those whose level is off. */
function createJudgementMaker(levels: Levels, makeFinding: FindingMaker): JudgementMaker {
  return {
    ofSubject: (subject, disagreements, { unjudged, refused, unlogged = [] }) => {
      const { exchange, operation, response } = subject;
      const told = disagreements.filter(({ code }) => levels(code, operation.id, exchange.response.status) !== "off");
      const findings = told.map((it) => makeFinding(exchange, operation, it));
      const verdict = verdictOf(findings, unjudged.length > 0 || unlogged.length > 0);
      const fragment = (index: number): Fragment | undefined => told[index] && fragmentOf(subject, told[index]);
      const judged = {
        verdict,
        operation,
        findings,
        status: response?.status,
        reasons: unjudged,
        refused,
        fragment,
        subject,
      };
      return unlogged.length === 0 ? judged : { ...judged, unlogged };
    },
    ofUndocumented: (exchange, disagreement) => {
      if (levels(disagreement.code, undefined, exchange.response.status) === "off")
        return skipped("not in the contract, and its level is off");
      const findings = [makeFinding(exchange, undefined, disagreement)];
      return { ...NOTHING, verdict: verdictOf(findings, false), findings };
    },
  };
}

function verdictOf(findings: readonly Finding[], isPartial: boolean): Verdict {
  if (findings.some(({ level }) => level === "error")) return "failed";
  return isPartial ? "partial" : "passed";
}

/** What could not be judged, or not within bounds, is not the traffic's fault, and not passed either. */
function orPartial(operation: Operation | undefined, judge: () => Judgement): Judgement {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof Unjudged)) throw error;
    return { ...NOTHING, verdict: "partial", operation, reasons: [error.message] };
  }
}

function skipped(reason: string): Judgement {
  return { ...NOTHING, verdict: "skipped", reasons: [reason] };
}

const NOTHING = { operation: undefined, findings: [], status: undefined, reasons: [], refused: [] } as const;
