import { COMPILERS, type Compilation } from "./compilers.js";
import { OTHER_GENERATORS, type OtherResult } from "./other-generators.js";
import { type PublicSpec, readPublicSpecs } from "./public-specs.js";
import { readResults, type SpecResults } from "./results.js";

type Row = SpecResults & { readonly spec: PublicSpec };

const SHOWN_WITH_OTHERS = ["museum", "openai", "github", "pagerduty"];

/** Formats bench/CLIENTS.md from the stored results. */
export function formatClientsPage(folder: string): string {
  const rows = readPublicSpecs().flatMap((spec): Row[] => {
    const results = readResults(folder, spec);
    return results === undefined ? [] : [{ spec, ...results }];
  });
  return [
    "# Clients of public specs\n",
    "Written by `npx tsx scripts/bench/bench-clients.ts --others --out bench/CLIENTS.md`; do not edit. Times are processor seconds on a shared machine.",
    "The sources of all specs are in `scripts/bench/bench-clients/specs.yaml`. Compilers use `strict`, `exactOptionalPropertyTypes`, `noUncheckedIndexedAccess`, and `skipLibCheck` off.\n",
    "## Calls\n",
    "Specs with a star were opened only after the generator was fixed for the others. Of those, pagerduty was opened last. In its first run, the",
    "types had 109 errors and two calls failed; what caused them was fixed.",
    "Its spec marks `type` as read-only in one schema of `allOf` and requires it in another. The types require it, so that `contract check` warns.\n",
    ...formatSpecs(rows),
    "## Other generators\n",
    "“One call” is the bundle of one GET operation after gzip. Errors are those of TypeScript 5.9.3. All other tools run on Node 24.",
    "No other tool writes validators here, so that the rows without `--with validators` are those to compare times with. One call of orval and of kubb is a call of",
    "`fetch`; that of `contract generate` also has sign-in, retries, time limits, typed errors and checks of redirects.\n",
    "Each spec is one file. Shown are the first spec, the two largest, and the one with most errors; the run prints those of all twelve.\n",
    "| spec, operations | generator | time | memory | TypeScript files | errors | type check | instantiations | one call |",
    "|---|---|---|---|---|---|---|---|---|",
    ...rows.filter(({ spec }) => SHOWN_WITH_OTHERS.includes(spec.name)).flatMap(formatOthers),
    "",
  ].join("\n");
}

function formatSpecs(rows: readonly Row[]): readonly string[] {
  const versions = COMPILERS.map((version) => version.slice(0, 3)).join(", ");
  return [
    "Each operation is called twice through HTTP on loopback: with its required parameters, and with all of them. The requests are checked by",
    "`contract check` and by openapi-backend; a failed call throws, has no success, or returns other data than the server sent.\n",
    `| spec | OpenAPI | operations | omitted | errors in TypeScript ${versions} | requests | findings | openapi-backend | failed calls |`,
    "|---|---|---|---|---|---|---|---|---|",
    ...rows.map(({ spec, client: { version, calls, compilations } }) => {
      const errors = COMPILERS.map((it) => compilations[it]?.samples.errors ?? "–").join(", ");
      const { operations, omissions, requests, findings, backend, failures } = calls;
      return `| ${formatName(spec)} | ${version} | ${operations} | ${omissions.length} | ${errors} | ${requests} | ${findings.length} | ${backend.length} | ${failures.length} |`;
    }),
    "",
    "The errors are those of the client with the README sample of every operation.\n",
  ];
}

function formatName({ name, heldOut = false }: PublicSpec): string {
  return heldOut ? `${name} *` : name;
}

/** Lists findings of one spec, each with its first operation. */
function formatOthers({ spec, client, generations, others }: Row): readonly string[] {
  if (others.length === 0) return [];
  const own = client.compilations["5.9.3"]?.one;
  const names = ["Node 20", "Node 24", "Node 24, `--with validators`"].map((it) => `contract generate, ${it}`);
  const rows = (generations.length === 0 ? [client] : generations).map((it, index) =>
    formatOther({ ...client, ...it, name: names[index] ?? "", ...(own === undefined ? {} : { compilation: own }) }),
  );
  return [
    ...rows,
    ...OTHER_GENERATORS.flatMap(({ name }) => others.filter((it) => it.name === name).map(formatOther)),
  ].map((line) => `| ${spec.name}, ${client.calls.operations} ${line}`);
}

function formatOther({ name, seconds, megabytes, failure, bytes, compilation, gzip }: OtherResult): string {
  const start = `| ${name} | ${formatSeconds(seconds)} | ${formatMemory(megabytes)}`;
  if (failure !== undefined) return `${start} | fails: \`${failure.replaceAll("|", "\\|")}\` | – | – | – | – |`;
  const first = compilation?.messages[0]?.replaceAll("|", "\\|").slice(0, 110);
  const errors = first === undefined ? "0" : `${compilation?.errors}, such as \`${first.replaceAll("`", "'")}\``;
  const one = gzip === undefined ? "cannot be bundled" : `${formatCount(gzip)} B`;
  return `${start} | ${formatKilobytes(bytes)} | ${errors} | ${formatTime(compilation)} | ${formatCount(compilation?.instantiations)} | ${one} |`;
}

function formatTime(compilation: Compilation | undefined): string {
  return compilation === undefined
    ? "–"
    : `${formatSeconds(compilation.seconds)}, ${formatMemory(compilation.megabytes)}`;
}

function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`;
}

function formatMemory(megabytes: number): string {
  return `${Math.round(megabytes)} MB`;
}

function formatKilobytes(bytes: number): string {
  return `${formatCount(Math.round(bytes / 1000))} kB`;
}

function formatCount(count: number | undefined): string {
  return count === undefined ? "–" : count.toLocaleString("en-US");
}
