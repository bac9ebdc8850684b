/** Creates a passing and a failing example for each code that only a running service can show, from the scenarios of test/probe/codes. */
import { readFileSync } from "node:fs";
import type { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { redactSecrets } from "../../../src/recording/index.js";
import type { FindingExample } from "../../../src/report/codes/explanations.js";
import { readSnippet } from "../../../src/report/finding-texts.js";
import { toPrintable } from "../../../src/schema/index.js";
import { getLiveContract, readLiveScenarios } from "../../../test/probe/live-case.js";

/** @throws Error if the check does not report the failing scenario, or reports the passing one */
export function createLiveFindingExample(code: string): FindingExample {
  const { good, bad } = readLiveScenarios(code);
  if (bad.finding === undefined || good.finding !== undefined)
    throw new Error(`${code}: expected a finding for its failing scenario only`);
  const { document } = getLiveContract();
  const { contract, message } = bad.finding;
  const snippet = formatSpecExcerpt({ pointer: contract, ...document.locate(contract) });
  return {
    good: formatScenario(good.exchanges),
    bad: formatScenario(bad.exchanges),
    message,
    snippet,
  };
}

function formatScenario(exchanges: readonly ProbeExchange[]): string {
  return exchanges.flatMap(({ exchange }) => formatExchange(redactSecrets(exchange))).join("\n");
}

function formatExchange({ request, response, incomplete }: ProbeExchange["exchange"]): string[] {
  return [
    `> ${request.method} ${request.url}`,
    ...request.headers.map(([name, value]) => `> ${name}: ${value}`),
    ...(request.body.kind === "text" ? [`> ${request.body.text}`] : []),
    incomplete === undefined ? `< ${response.status}` : `< (${incomplete})`,
    ...(response.body.kind === "text" ? [`< ${response.body.text}`] : []),
  ];
}

/** Formats the spec snippet at a location without line numbers, for readers without that file. */
export function formatSpecExcerpt(contract: Parameters<typeof readSnippet>[0], of = contract.file ?? ""): string {
  const lines = readSnippet(contract, () => readFileSync(of, "utf8").split("\n"));
  return lines.map(({ text }) => toPrintable(text)).join("\n");
}
