import { COMPILERS } from "./compilers.js";
import type { CorpusResult } from "./corpus.js";
import { type PublicSpec, readPublicSpecs } from "./public-specs.js";
import { readCorpusResult } from "./results.js";

type Row = CorpusResult & { readonly spec: PublicSpec };

/** Formats the section "Corpus" of bench/CLIENTS.md from the stored results. */
export function formatCorpus(folder: string): string {
  const rows = readPublicSpecs().flatMap((spec): Row[] => {
    const result = readCorpusResult(folder, spec);
    return result === undefined ? [] : [{ spec, ...result }];
  });
  return [
    "## Corpus\n",
    `Written by \`npx tsx scripts/bench/bench-clients.ts --corpus --out bench/CLIENTS.md\`. ${rows.length} specs are generated and compiled, beside`,
    "hey-api/openapi-ts 0.99.0. Compiled are the client, the declarations of the validators, and the README sample of every operation. “Disk” is what",
    "`contract generate` writes without options, less the runtime. “Validators” are what `--with validators` adds. Errors of hey-api are those of all its",
    "files in TypeScript 5.9, and in parentheses those of `types.gen.ts` alone. Rows with a dash there are of an earlier version of both measurements.\n",
    `The median of one call is ${formatMedian(rows.map((it) => it.gzip))} B after gzip, and ${formatMedian(rows.map((it) => it.peer.gzip))} B for hey-api.\n`,
    ...formatPeerMessages(rows),
    "### Opened specs\n",
    ...formatRows(rows.filter(({ spec }) => spec.heldOut !== true)),
    "### Unopened specs\n",
    "These were chosen by their names, and opened by this measurement alone. In the first run, 13 of 15 had no error and no other defect. The samples",
    "of apideck had an error, because the spec declares `content-type` as a header, in lower case. The files of launchdarkly were 3.2 times those of",
    "hey-api, because the comments had examples of whole documents. The rows of these two are those after the fixes. listmonk requires the body of a GET,",
    "which fetch does not send: the operation is left out and named, and the function of hey-api for it throws.\n",
    ...formatRows(rows.filter(({ spec }) => spec.heldOut === true)),
  ].join("\n");
}

function formatRows(rows: readonly Row[]): readonly string[] {
  const versions = COMPILERS.map((version) => version.slice(0, 3)).join(", ");
  return [
    `| spec | OpenAPI | operations | generated | hey-api | errors in ${versions} | hey-api | time | hey-api | memory | hey-api | disk | hey-api | validators | one call, gzip | hey-api |`,
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ...rows.map(formatRow),
    "",
    ...rows.flatMap(formatNotes),
    "",
  ];
}

function formatRow({ spec, peer, compilations, ...own }: Row): string {
  const peerErrors =
    peer.failure === undefined ? `${formatCount(peer.compilation?.errors)} (${formatCount(peer.typeErrors)})` : "fails";
  return `| ${[
    spec.name,
    own.version,
    own.inSpec,
    own.operations,
    peer.operations,
    COMPILERS.map((it) => compilations[it]?.errors ?? "–").join(", "),
    peerErrors,
    ...[own, peer].map(({ seconds }) => `${seconds.toFixed(1)} s`),
    ...[own, peer].map(({ megabytes }) => `${Math.round(megabytes)} MB`),
    ...[own.bytes, peer.bytes, own.validatorBytes].map((it) => `${formatCount(Math.round(it / 1000))} kB`),
    ...[own.gzip, peer.gzip].map((it) => (it === undefined ? "–" : `${formatCount(it)} B`)),
  ].join(" | ")} |`;
}

/** The first error of each kind that the peer has, with the number of specs. */
function formatPeerMessages(rows: readonly Row[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { peer } of rows) {
    const message = peer.failure ?? peer.compilation?.messages[0];
    if (message !== undefined) counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  const lines = [...counts].sort(([, a], [, b]) => b - a).map(([text, count]) => `- ${count} specs: ${quote(text)}`);
  return ["First errors of hey-api, with the number of specs that have it:\n", ...lines, ""];
}

function quote(text: string): string {
  const local = text.replaceAll(/\/\S*\/specs\//g, "");
  return `\`${local.replaceAll(/[`|\n]/g, "'").slice(0, 160)}\``;
}

function formatMedian(values: readonly (number | undefined)[]): string {
  const sorted = values.filter((it) => it !== undefined).sort((a, b) => a - b);
  return formatCount(sorted[Math.floor(sorted.length / 2)]);
}

function formatNotes({ spec, compilations }: Row): readonly string[] {
  const errors = COMPILERS.flatMap((it) => compilations[it]?.messages ?? []);
  const lines = [...[...new Set(errors)].slice(0, 4).map((it) => `compile error: ${it}`)].map(
    (it) => `- ${spec.name}: ${quote(it)}`,
  );
  return lines;
}

function formatCount(count: number | undefined): string {
  return count === undefined ? "–" : count.toLocaleString("en-US");
}
