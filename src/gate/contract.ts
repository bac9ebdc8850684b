import { CHECKS, type Disagreement, invalidAccepted, methodUndocumented, pathUndocumented } from "../checks/index.js";
import { type Document, listOperations, loadDocument, type Operation, parentPointer } from "../document/index.js";
import { type Exchange, headerValues, redactUrl } from "../exchange/index.js";
import { createRouter, type Match } from "../match/index.js";
import { createObserver, createSchemas } from "../schema/index.js";
import { createFindingMaker, type Finding } from "./finding.js";
import { createSubject } from "./subject.js";

/** What becomes of an exchange: exactly one of these. */
export type Verdict = "passed" | "failed" | "partial" | "skipped";

export type Judgement = {
  readonly verdict: Verdict;
  readonly operation: Operation | undefined;
  readonly findings: readonly Finding[];
  /** Why it was skipped or judged in part, or that the service rightly refused a bad request. */
  readonly reasons: readonly string[];
};

/** A description, compiled to judge exchanges. */
export type Contract = {
  readonly document: Document;
  readonly operations: readonly Operation[];
  /**
   * Judges one exchange, synchronously and without any I/O.
   *
   * @throws SchemaError when a schema that the exchange needs does not compile.
   */
  readonly check: (exchange: Exchange) => Judgement;
};

export type ContractOptions = {
  /** Base URLs that stand in for the description's servers, or `variable=URL` for one server variable. */
  readonly servers?: readonly string[];
};

/**
 * Loads an OpenAPI 3.0 or 3.1 description from a YAML or JSON file and compiles it.
 *
 * @throws DocumentError when the description cannot be used.
 */
export function loadContract(path: string, options: ContractOptions = {}): Contract {
  return createContract(loadDocument(path), options);
}

export function createContract(document: Document, { servers = [] }: ContractOptions = {}): Contract {
  const operations = listOperations(document);
  const router = createRouter(operations, servers);
  const schemas = createSchemas(document);
  const observe = createObserver(schemas);
  const makeFinding = createFindingMaker(document);

  const check = (exchange: Exchange): Judgement => {
    if (exchange.incomplete !== undefined) return skipped(exchange.incomplete);
    const match = router.match(exchange.request.method, exchange.request.url);
    if (match.kind !== "operation") return judgeUnmatched(exchange, match);
    const { operation, path } = match;
    const disagreements: Disagreement[] = [];
    const reasons: string[] = [];
    const subject = createSubject(schemas, observe, { exchange, operation, path });
    for (const run of CHECKS) {
      for (const result of run(subject)) {
        if ("unjudged" in result) reasons.push(result.unjudged);
        else disagreements.push(result);
      }
    }
    const isPartial = reasons.length > 0;
    const kept = weighClientError(exchange, operation, {
      disagreements,
      isDocumented: subject.response !== undefined,
      reasons,
    });
    const findings = kept.map((disagreement) => makeFinding(exchange, operation, disagreement));
    return { verdict: verdictOf(findings, isPartial), operation, findings, reasons };
  };

  const judgeUnmatched = (exchange: Exchange, match: Exclude<Match, { kind: "operation" }>): Judgement => {
    const { method, headers } = exchange.request;
    if (match.kind === "elsewhere")
      return skipped(`addressed to ${redactUrl(match.origin)}, which is no server of the contract`);
    if (method === "OPTIONS" && headerValues(headers, "access-control-request-method").length > 0)
      return skipped("a CORS preflight");
    const { status } = exchange.response;
    if (status === 404 || status === 405 || status === 501)
      return skipped(`not in the contract, and refused with ${status}`);
    const disagreement =
      match.kind === "path"
        ? pathUndocumented(method, match.path)
        : methodUndocumented(method, parentPointer(match.operation.pointer), match.template, match.methods);
    return {
      verdict: "failed",
      operation: undefined,
      findings: [makeFinding(exchange, undefined, disagreement)],
      reasons: [],
    };
  };

  return { document, operations, check };
}

type Weighed = {
  readonly disagreements: readonly Disagreement[];
  readonly isDocumented: boolean;
  readonly reasons: string[];
};

/**
 * A bad request that is answered with a documented 4xx keeps the contract. One that is answered with success breaks it on
 * both sides.
 */
function weighClientError(
  exchange: Exchange,
  operation: Operation,
  { disagreements, isDocumented, reasons }: Weighed,
): Disagreement[] {
  const { status } = exchange.response;
  const ofRequest = disagreements.filter(({ code }) => code.startsWith("request."));
  const accepted = invalidAccepted(operation, status, ofRequest);
  if (accepted !== undefined) return [...disagreements, accepted];
  if (status < 400 || status > 499 || !isDocumented || ofRequest.length === 0) return [...disagreements];
  const codes = [...new Set(ofRequest.map(({ code }) => code))];
  reasons.push(`a bad request, rightly refused with ${status}: ${codes.join(", ")}`);
  return disagreements.filter((disagreement) => !ofRequest.includes(disagreement));
}

function verdictOf(findings: readonly Finding[], isPartial: boolean): Verdict {
  if (findings.some(({ level }) => level === "error")) return "failed";
  return isPartial ? "partial" : "passed";
}

function skipped(reason: string): Judgement {
  return { verdict: "skipped", operation: undefined, findings: [], reasons: [reason] };
}
