/** A good and a bad example for every code, taken from the cases that hold the checks to their word. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CODES, type FindingCode } from "../src/checks/index.js";
import { type Exchange, redactHeaderValue, redactUrl } from "../src/exchange/index.js";
import { type Contract, type Finding, loadContract } from "../src/gate/index.js";
import { clauseLines } from "../src/report/clause.js";
import type { CodeExample } from "../src/report/explanation.js";
import { CASES, type Case, casesOf, contractFile, exchangeOf } from "../test/gate/case.js";
import { liveCodeExample } from "./live-code-examples.js";

const MAX_BODY = 160;

/** Of the cases of a code, the one with the fewest findings beside it, and of these the shortest. */
export function codeExamples(): Record<string, CodeExample> {
  return Object.fromEntries(
    (Object.keys(CODES) as FindingCode[]).flatMap((code) => {
      if (code.startsWith("exchange.")) return [[code, liveCodeExample(code)]];
      const examples = casesOf(code.replaceAll(".", "-")).flatMap(([, it]) => exampleOf(code, it));
      const [best] = examples.sort((a, b) => a.others - b.others || a.example.bad.length - b.example.bad.length);
      return best === undefined ? [] : [[code, best.example]];
    }),
  );
}

/** What src/report/code-examples.json holds. */
export function codeExamplesFile(): string {
  return `${JSON.stringify(codeExamples(), null, 2)}\n`;
}

const loaded = new Map<string, Contract>();

function exampleOf(code: FindingCode, { base, edit }: Case): { others: number; example: CodeExample }[] {
  const file = join(CASES, contractFile(base));
  const contract = loaded.get(file) ?? loadContract(file);
  loaded.set(file, contract);
  const [good, bad] = [exchangeOf(base), exchangeOf(base, edit)];
  const { findings } = contract.check(bad);
  const finding = findings.find((it) => it.code === code);
  if (finding === undefined || contract.check(good).findings.length > 0) return [];
  const [goodText, badText] = written(good, bad);
  const example = {
    good: goodText,
    bad: badText,
    says: withoutEngine(finding.message),
    clause: clauseOf(finding, file),
  };
  return [{ others: findings.length - 1, example }];
}

/** What JSON.parse says stands at the end in brackets, and differs between versions of Node. */
function withoutEngine(message: string): string {
  return message.replace(/(as its Content-Type says) \(.*\)$/, "$1");
}

function clauseOf({ contract }: Finding, file: string): string {
  return clauseLines(contract, () => readFileSync(file, "utf8").split("\n")).join("\n");
}

/** Both exchanges; a side that is the same in both is told by its first line. */
function written(good: Exchange, bad: Exchange): [good: string, bad: string] {
  const sides = [
    [requestLines(good), requestLines(bad)],
    [answerLines(good), answerLines(bad)],
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

function requestLines({ request: { method, url, headers, body } }: Exchange): string[] {
  return [`> ${method} ${redactUrl(url)}`, ...headerLines(">", headers), ...bodyLines(">", body)];
}

function answerLines({ response: { status, headers, body } }: Exchange): string[] {
  return [`< ${status}`, ...headerLines("<", headers), ...bodyLines("<", body)];
}

function headerLines(mark: string, headers: Exchange["request"]["headers"]): string[] {
  return headers.map(([name, value]) => `${mark} ${name}: ${redactHeaderValue(name, value)}`);
}

function bodyLines(mark: string, body: Exchange["request"]["body"]): string[] {
  if (body.kind !== "text") return [];
  const text = body.text.length > MAX_BODY ? `${body.text.slice(0, MAX_BODY)}…` : body.text;
  return text.split(/\r?\n/).map((line) => `${mark} ${line}`);
}

export const CODE_EXAMPLES = "src/report/code-examples.json";
