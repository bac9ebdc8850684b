import type { Phase } from "../../src/probe/index.js";

/** What is kept of a run against a fault, or against the healthy sandbox. */
export type Line = {
  readonly key: string;
  readonly name: string;
  readonly operation: string;
  /** The code that told of it. */
  readonly found?: string | undefined;
  readonly errors: readonly string[];
  readonly requests: number;
  readonly ms: number;
  /** What `redocly drift` said of the operation, and does not say of the healthy recording; undefined when it was not asked. */
  readonly drift?: readonly string[] | undefined;
  /** Why it is not found, where it is not. */
  readonly open?: string | undefined;
};

export type Results = {
  readonly faults: readonly Line[];
  readonly healthy: readonly Line[];
  readonly phases: readonly Phase[];
};

export function totals({ faults, healthy }: Results): string {
  const found = faults.filter((it) => it.found !== undefined).length;
  const asked = faults.filter((it) => it.drift !== undefined);
  const flagged = asked.filter((it) => (it.drift ?? []).length > 0).length;
  const alarms = healthy.reduce((sum, { errors }) => sum + errors.length, 0);
  const requests = healthy.reduce((sum, it) => sum + it.requests, 0);
  return [
    `${found} of ${faults.length} faults found by contract probe`,
    `${flagged} of ${asked.length} flagged by redocly drift`,
    `${alarms} false alarms in ${healthy.length} healthy runs of ${requests} requests`,
  ].join("; ");
}

/** bench/FAULTS.md. */
export function page(results: Results): string {
  const { faults, healthy, phases } = results;
  const missed = faults.filter((it) => it.found === undefined);
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  const row = (it: Line): string =>
    `| ${it.name} | ${it.operation} | ${it.found === undefined ? "**not found**" : `\`${it.found}\``} | ${it.requests} | ${seconds(it.ms)} | ${flag(it)} |`;
  const clean = (it: Line): string => `| ${it.name} | ${it.errors.length} | ${it.requests} | ${seconds(it.ms)} |`;
  return `# Planted defects

\`npm run faults\`: a proxy stands between \`contract probe\` and the sandbox, and between the sandbox and the listener of
webhooks, and does one thing wrong at a time. Budget and phases are the defaults of \`contract probe\` (1500 requests, 120 s;
${phases.join(", ")}). A run ends at the first finding that has one of the codes named for the fault, is about its operation, and is not
made for the healthy sandbox. Requests and seconds are those until then.

The last column is \`redocly drift\` 2.77.0 with \`--server\`, given what the proxy recorded in the same run, without secrets:
flagged is a problem with that operation that it does not report for the recording of a whole healthy run. It sees single
exchanges that the probe has made; it makes none itself, and knows no webhooks.
\`redocly respect\` runs what an author has written down in Arazzo, and tests that alone: a fault is found where somebody has
scripted the requests and criteria that show it. What \`redocly generate-arazzo\` makes of the contract has no values for paths and
queries: run against the healthy sandbox with a valid token, all of its 12 workflows fail (12 of 48 checks), so that it tells no
fault from none.

**${totals(results)}.**

| fault | operation | found by | requests | seconds | redocly drift |
|---|---|---|--:|--:|---|
${faults.map(row).join("\n")}

## Not found

${missed.map((it) => `- ${it.name}, ${it.operation}: ${it.open ?? "it should have been"}`).join("\n") || "None."}

## The healthy sandbox

| run | findings at error level | requests | seconds |
|---|--:|--:|--:|
${healthy.map(clean).join("\n")}
`;
}

function flag({ drift }: Line): string {
  if (drift === undefined) return "not asked";
  return drift.length > 0 ? "flagged" : "–";
}
