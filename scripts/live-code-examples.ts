/** A good and a bad example for each code that only a living service can show, taken from the stories of test/probe/codes. */
import { readFileSync } from "node:fs";
import { withoutSecrets } from "../src/exchange/index.js";
import type { Asked } from "../src/probe/story.js";
import { clauseLines } from "../src/report/clause.js";
import type { CodeExample } from "../src/report/explanation.js";
import { liveContract, liveStories } from "../test/probe/live-case.js";

/** @throws Error when the judge does not tell the two stories apart. */
export function liveCodeExample(code: string): CodeExample {
  const { good, bad } = liveStories(code);
  if (bad.said === undefined || good.said !== undefined) throw new Error(`${code}: its two stories are not told apart`);
  const { document } = liveContract();
  const { contract, message } = bad.said;
  const lines = clauseLines({ pointer: contract, ...document.locate(contract) }, (file) =>
    readFileSync(file, "utf8").split("\n"),
  );
  return { good: textOf(good.asked), bad: textOf(bad.asked), says: message, clause: lines.join("\n") };
}

function textOf(story: readonly Asked[]): string {
  return story.flatMap(({ exchange }) => linesOf(withoutSecrets(exchange))).join("\n");
}

function linesOf({ request, response, incomplete }: Asked["exchange"]): string[] {
  return [
    `> ${request.method} ${request.url}`,
    ...request.headers.map(([name, value]) => `> ${name}: ${value}`),
    ...(request.body.kind === "text" ? [`> ${request.body.text}`] : []),
    incomplete === undefined ? `< ${response.status}` : `< (${incomplete})`,
    ...(response.body.kind === "text" ? [`< ${response.body.text}`] : []),
  ];
}
