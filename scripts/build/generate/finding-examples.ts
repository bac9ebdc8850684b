/** Creates a passing and a failing example for every finding code, from the test cases of the checks. */
import { join } from "node:path";
import { CODES, type Contract, type FindingCode, loadContract } from "../../../src/check/index.js";
import { type Exchange, redactHeaderValue, redactUrl } from "../../../src/recording/index.js";
import type { FindingExample } from "../../../src/report/codes/explanations.js";
import { buildExchange, CASES, type Case, getContractFile, loadCases } from "../../../test/check/case.js";
import { createLiveFindingExample, formatSpecExcerpt } from "./live-finding-examples.js";

const MAX_BODY = 160;

/** Chooses, for each code, the case with the fewest other findings, and the shortest of these. */
function createFindingExamples(): Record<string, FindingExample> {
  return Object.fromEntries(
    (Object.keys(CODES) as FindingCode[]).flatMap((code) => {
      if (code.startsWith("exchange.")) return [[code, createLiveFindingExample(code)]];
      const examples = loadCases(code.replaceAll(".", "-")).flatMap(([, it]) => createExample(code, it));
      const [best] = examples.sort((a, b) => a.others - b.others || a.example.bad.length - b.example.bad.length);
      return best === undefined ? [] : [[code, best.example]];
    }),
  );
}

/** Formats src/report/codes/finding-examples.json. */
export function formatFindingExamplesFile(): string {
  return `${JSON.stringify(createFindingExamples(), null, 2)}\n`;
}

const contracts = new Map<string, Contract>();

function createExample(code: FindingCode, { base, edit, levels }: Case): { others: number; example: FindingExample }[] {
  const file = join(CASES, getContractFile(base));
  const contract = levels === undefined ? (contracts.get(file) ?? loadContract(file)) : loadContract(file, { levels });
  if (levels === undefined) contracts.set(file, contract);
  const [good, bad] = [buildExchange(base), buildExchange(base, edit)];
  const { findings } = contract.check(bad);
  const finding = findings.find((it) => it.code === code);
  if (finding === undefined || contract.check(good).findings.length > 0) return [];
  const [goodText, badText] = formatExchanges(good, bad);
  const example = {
    good: goodText,
    bad: badText,
    message: finding.message,
    snippet: formatSpecExcerpt(finding.contract, file),
  };
  return [{ others: findings.length - 1, example }];
}

/** Formats both exchanges. A request or response that is the same in both is shortened to its first line. */
function formatExchanges(good: Exchange, bad: Exchange): [good: string, bad: string] {
  const sides = [
    [formatRequest(good), formatRequest(bad)],
    [formatResponse(good), formatResponse(bad)],
  ] as const;
  const text = (which: 0 | 1): string =>
    sides
      .flatMap((both) => {
        const differ = both[0].join("\n") !== both[1].join("\n");
        return differ ? both[which] : both[which].slice(0, 1);
      })
      .join("\n");
  return [text(0), text(1)];
}

function formatRequest({ request: { method, url, headers, body } }: Exchange): string[] {
  return [`> ${method} ${redactUrl(url)}`, ...formatHeaders(">", headers), ...formatBody(">", body)];
}

function formatResponse({ response: { status, headers, body } }: Exchange): string[] {
  return [`< ${status}`, ...formatHeaders("<", headers), ...formatBody("<", body)];
}

function formatHeaders(mark: string, headers: Exchange["request"]["headers"]): string[] {
  return headers.map(([name, value]) => `${mark} ${name}: ${redactHeaderValue(name, value)}`);
}

function formatBody(mark: string, body: Exchange["request"]["body"]): string[] {
  if (body.kind !== "text") return [];
  const text = body.text.length > MAX_BODY ? `${body.text.slice(0, MAX_BODY)}…` : body.text;
  return text.split(/\r?\n/).map((line) => `${mark} ${line}`);
}

export const FINDING_EXAMPLES_PATH = "src/report/codes/finding-examples.json";
