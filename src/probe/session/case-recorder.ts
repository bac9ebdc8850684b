import { joinPointer } from "../../document/index.js";
import type { Exchange } from "../../exchange/index.js";
import {
  type Contract,
  createFindingMaker,
  createLevelResolver,
  type ExchangeResult,
  type Finding,
  type LevelRule,
} from "../../gate/index.js";
import { formatCurlCommand } from "../requests/curl-command.js";
import { createApiKeyRedactor } from "../requests/redact-api-keys.js";
import type { InjectedValues } from "./injected-values.js";
import type { ProbeExchange } from "./probe-exchange.js";
import type { SessionEntry } from "./session.js";

export type CaseRecorderOptions = {
  readonly contract: Contract;
  readonly levels: readonly LevelRule[];
  readonly injected: InjectedValues;
  /** The command that goes through one case again. */
  readonly command: (caseId: string) => string;
  readonly onExchange: (exchange: Exchange, judgement: ExchangeResult) => void;
};

/** Judges the requests of cases in the order of the cases, however they were answered, and numbers them so. */
export type CaseRecorder = {
  readonly record: (caseId: string, entries: readonly SessionEntry[]) => void;
};

export function createCaseRecorder({
  contract,
  levels,
  injected,
  command,
  onExchange,
}: CaseRecorderOptions): CaseRecorder {
  const makeFinding = createFindingMaker(contract.document, createLevelResolver(levels));
  const levelOf = createLevelResolver(levels);
  const withoutKeys = createApiKeyRedactor(contract.operations);
  let index = 0;
  return {
    record: (caseId, entries) => {
      for (const { probeExchange, checkFindings } of entries) {
        const { source, parts } = probeExchange.exchange.origin;
        const exchange = {
          ...probeExchange.exchange,
          origin: { source, parts, index, pointer: joinPointer("", index) },
        };
        index += 1;
        const own = checkFindings
          .filter(({ code }) => levelOf(code, probeExchange.operation.id, exchange.response.status) !== "off")
          .map((it) => makeFinding(exchange, probeExchange.operation, it));
        const judged = contract.check(exchange);
        const found = [...dropProbeFindings(judged.findings, probeExchange, injected), ...own];
        const declared = new Set(probeExchange.operation.parameters.map(({ name }) => name.toLowerCase()));
        const reproduce = { curl: formatCurlCommand(withoutKeys(exchange), declared), probe: command(caseId) };
        const findings = found.map((finding) => ({ ...finding, reproduce }));
        const isFailed = found.some(({ level }) => level === "error");
        const verdict = isFailed ? "failed" : judged.verdict === "failed" ? "passed" : judged.verdict;
        // What was not answered is no exchange that could be judged; that it was not is a finding all the same.
        const operation = judged.operation ?? probeExchange.operation;
        onExchange(exchange, { ...judged, operation, findings, verdict });
      }
    },
  };
}

/**
 * What the probe has spoiled on purpose is its own doing, and so is drift in an answer that gives it back. A request that is
 * sent as valid is judged whole: were it not, the probe would be wrong, and this is to be seen.
 */
function dropProbeFindings(
  findings: readonly Finding[],
  { edit, exchange }: ProbeExchange,
  provoked: InjectedValues,
): readonly Finding[] {
  // The request of a delivery is the service's.
  if (exchange.webhook !== undefined) return findings;
  return findings.filter((finding) => {
    const { code, level } = finding;
    if (code.startsWith("request.")) return edit === undefined && level === "error";
    return level === "error" || !provoked.isInjected(finding, exchange);
  });
}
