/** A good and a bad example for each code that only a living service can show, taken from the stories of test/probe/codes. */
import { readFileSync } from "node:fs";
import { redactSecrets } from "../../src/exchange/index.js";
import type { ProbeExchange } from "../../src/probe/session/probe-exchange.js";
import type { FindingExample } from "../../src/report/codes/explanations.js";
import { formatSpecSnippet } from "../../src/report/findings/spec-snippet.js";
import { getLiveContract, readLiveScenarios } from "../../test/probe/live-case.js";

/** @throws Error when the judge does not tell the two stories apart. */
export function createLiveFindingExample(code: string): FindingExample {
  const { good, bad } = readLiveScenarios(code);
  if (bad.finding === undefined || good.finding !== undefined)
    throw new Error(`${code}: its two stories are not told apart`);
  const { document } = getLiveContract();
  const { contract, message } = bad.finding;
  const lines = formatSpecSnippet({ pointer: contract, ...document.locate(contract) }, (file) =>
    readFileSync(file, "utf8").split("\n"),
  );
  return {
    good: formatScenario(good.exchanges),
    bad: formatScenario(bad.exchanges),
    message,
    snippet: lines.join("\n"),
  };
}

function formatScenario(story: readonly ProbeExchange[]): string {
  return story.flatMap(({ exchange }) => formatExchange(redactSecrets(exchange))).join("\n");
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
