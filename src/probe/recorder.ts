import { joinPointer } from "../document/index.js";
import type { Exchange } from "../exchange/index.js";
import {
  type Contract,
  createFindingMaker,
  createLevels,
  type Finding,
  type Judgement,
  type LevelRule,
} from "../gate/index.js";
import { curlLine } from "./curl.js";
import type { Provoked } from "./provoked.js";
import type { Entry } from "./session.js";
import type { Asked } from "./story.js";
import { withoutKeysOf } from "./without-keys.js";

export type RecorderMeans = {
  readonly contract: Contract;
  readonly levels: readonly LevelRule[];
  readonly provoked: Provoked;
  /** The command that goes through one case again. */
  readonly command: (caseId: string) => string;
  readonly onExchange: (exchange: Exchange, judgement: Judgement) => void;
};

/** Judges the requests of cases in the order of the cases, however they were answered, and numbers them so. */
export type Recorder = {
  readonly record: (caseId: string, entries: readonly Entry[]) => void;
};

export function createRecorder({ contract, levels, provoked, command, onExchange }: RecorderMeans): Recorder {
  const makeFinding = createFindingMaker(contract.document, createLevels(levels));
  const levelOf = createLevels(levels);
  const withoutKeys = withoutKeysOf(contract.operations);
  let index = 0;
  return {
    record: (caseId, entries) => {
      for (const { asked, disagreements } of entries) {
        const { source, parts } = asked.exchange.origin;
        const exchange = { ...asked.exchange, origin: { source, parts, index, pointer: joinPointer("", index) } };
        index += 1;
        const own = disagreements
          .filter(({ code }) => levelOf(code, asked.operation.id, exchange.response.status) !== "off")
          .map((it) => makeFinding(exchange, asked.operation, it));
        const judged = contract.check(exchange);
        const found = [...serviceOwn(judged.findings, asked, provoked), ...own];
        const declared = new Set(asked.operation.parameters.map(({ name }) => name.toLowerCase()));
        const reproduce = { curl: curlLine(withoutKeys(exchange), declared), probe: command(caseId) };
        const findings = found.map((finding) => ({ ...finding, reproduce }));
        const isFailed = found.some(({ level }) => level === "error");
        const verdict = isFailed ? "failed" : judged.verdict === "failed" ? "passed" : judged.verdict;
        // What was not answered is no exchange that could be judged; that it was not is a finding all the same.
        const operation = judged.operation ?? asked.operation;
        onExchange(exchange, { ...judged, operation, findings, verdict });
      }
    },
  };
}

/**
 * What the probe has spoiled on purpose is its own doing, and so is drift in an answer that gives it back. A request that is
 * sent as valid is judged whole: were it not, the probe would be wrong, and this is to be seen.
 */
function serviceOwn(findings: readonly Finding[], { edit, exchange }: Asked, provoked: Provoked): readonly Finding[] {
  // The request of a delivery is the service's.
  if (exchange.webhook !== undefined) return findings;
  return findings.filter((finding) => {
    const { code, level } = finding;
    if (code.startsWith("request.")) return edit === undefined && level === "error";
    return level === "error" || !provoked.isOwn(finding, exchange);
  });
}
