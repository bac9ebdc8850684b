import type { SampledFinding } from "./sample.js";
import type { SchemathesisResult } from "./schemathesis.js";
import { SERVICES } from "./services.js";
import { VERDICTS } from "./verdicts.js";

export type ServiceResult = {
  readonly name: string;
  readonly from: string;
  readonly language: string;
  readonly operations: number;
  readonly unaccepted: readonly string[];
  /** The number of findings at error level, by code. */
  readonly findings: Readonly<Record<string, number>>;
  readonly requests: number;
  readonly seconds: number;
  readonly exitCode: number;
  readonly sample?: readonly SampledFinding[] | undefined;
  readonly schemathesis?: SchemathesisResult | undefined;
};

type PageOptions = { readonly seed: string; readonly requests: string };

export function formatServicesPage(results: readonly ServiceResult[], { seed, requests }: PageOptions): string {
  const rows = results.map((it) => {
    const before = SERVICES.find(({ name }) => name === it.name)?.acceptedBefore ?? 0;
    const findings = Object.values(it.findings).reduce((sum, count) => sum + count, 0);
    const accepted = it.operations - it.unaccepted.length;
    const { schemathesis: other } = it;
    const compared = other === undefined ? ["–", "–", "–"] : [other.accepted, other.requests, other.seconds];
    const own = [before, accepted, it.requests, it.seconds];
    const cells = [it.name, it.from, it.language, it.operations, ...own, ...compared, findings, other?.failures ?? "–"];
    return `| ${cells.join(" | ")} |`;
  });
  const count = (of: (it: ServiceResult) => number): number => results.reduce((sum, it) => sum + of(it), 0);
  const all = count((it) => it.operations);
  const accepted = count((it) => it.operations - it.unaccepted.length);
  const before = count((it) => SERVICES.find(({ name }) => name === it.name)?.acceptedBefore ?? 0);
  const others = count((it) => it.schemathesis?.accepted ?? 0);
  const details = results.map((it) => [
    `### ${it.name}`,
    "",
    `Findings: ${formatCounts(it.findings)}.`,
    "",
    ...(VERDICTS[it.name]?.real ?? []).map(([what, curl]) => `- ${what}: \`curl -i ${curl}\``),
    ...it.unaccepted.map((operation) => `- not accepted: \`${operation}\`: ${findReason(it.name, operation)}`),
    "",
  ]);
  return [
    "# Services of other makers",
    "",
    "`npx tsx scripts/bench/probe-services.ts --out bench/SERVICES.md` installs each service from its package registry and starts it on loopback.",
    `\`contract probe\` gets only the base URL, the service's own spec and its credentials (seed ${seed}, at most ${requests} requests, no \`--param\`).`,
    "",
    'An operation is accepted if one of its requests got a status of 2XX or 3XX. "Before" is the probe that learned ids only from lists.',
    "Findings are errors. Seconds depend on the load of the machine. kinto and jupyter_server have sign-in; powerdns has an API key.",
    "",
    "Schemathesis 4.32.5 gets the same, with all phases and checks. A proxy counts its requests and ends it at the same number.",
    "",
    `**${accepted} of ${all} operations accepted; ${before} before; ${others} by Schemathesis.**`,
    "",
    "| service | package | language | operations | before | accepted | requests | seconds | Schemathesis: accepted | requests | seconds | findings | its failures |",
    "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ...rows,
    "",
    "## False alarms",
    "",
    "Of each service, 20 findings were drawn (all, if fewer) and read with their curl, the spec, the documentation and the RFC.",
    "General rules of the probe removed each kind of false alarm; then findings were drawn and read again.",
    "Each was sent again: by its curl to the service as the run left it, else by `contract probe --case` to a new one.",
    "",
    "| service | first drawn | false | drawn again | shown again by curl | by `--case` | not shown again | kinds of false alarms that were removed |",
    "|---|--:|--:|--:|--:|--:|--:|---|",
    ...results.map(formatSample),
    "",
    "## Real defects, and operations that accepted nothing",
    "",
    "The curls need the credentials of the service. `$URL` is its base URL.",
    "",
    ...details.flat(),
  ].join("\n");
}

function formatSample({ name, sample = [] }: ServiceResult): string {
  const { drawn, wrong, removed } = VERDICTS[name] ?? { drawn: "–", wrong: "–", removed: [] };
  const count = (by: SampledFinding["shownBy"]): number => sample.filter(({ shownBy }) => shownBy === by).length;
  const cells = [
    name,
    drawn,
    wrong,
    sample.length,
    count("curl"),
    count("--case"),
    count(undefined),
    removed.join("; ") || "–",
  ];
  return `| ${cells.join(" | ")} |`;
}

function findReason(service: string, operation: string): string {
  const { reasons = [] } = SERVICES.find(({ name }) => name === service) ?? {};
  return reasons.find(([pattern]) => pattern.test(operation))?.[1] ?? "not explained";
}

function formatCounts(findings: Readonly<Record<string, number>>): string {
  const counts = Object.entries(findings).map(([code, count]) => `${count} \`${code}\``);
  return counts.length === 0 ? "none" : counts.join(", ");
}
