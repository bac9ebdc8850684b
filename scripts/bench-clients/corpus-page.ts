import { COMPILERS } from "./compilers.js";
import type { CorpusResult } from "./corpus.js";
import { type PublicSpec, readPublicSpecs } from "./public-specs.js";
import { readCorpusResult } from "./results.js";

type Row = CorpusResult & { readonly spec: PublicSpec };

const HOVER_SPEC = "resend";
const MAX_HOVER_LENGTH = 600;

/** Formats the section "Corpus" of bench/CLIENTS.md from the stored results. */
export function formatCorpus(folder: string): string {
  const rows = readPublicSpecs().flatMap((spec): Row[] => {
    const result = readCorpusResult(folder, spec);
    return result === undefined ? [] : [{ spec, ...result }];
  });
  return [
    "## Corpus\n",
    `Written by \`npx tsx scripts/bench-clients.ts --corpus --out bench/CLIENTS.md\`. ${rows.length} specs are generated and compiled, beside`,
    "hey-api/openapi-ts 0.99.0. Compiled are the client, the declarations of the validators, and the README sample of every operation. “Disk” is what",
    "`contract generate` writes without options, less the runtime. “Validators” are what `--validators` adds.\n",
    "### Opened specs\n",
    ...formatRows(rows.filter(({ spec }) => spec.heldOut !== true)),
    "### Unopened specs\n",
    "These were chosen by their names, and opened by this measurement alone. In the first run, 4 operations of svix and 2 of intercom were left",
    "out, because the spec does not declare a parameter of their path, and the samples of mollie had an error: a header is declared twice, in",
    "different case. These rows are those after the fixes. The errors of ory are in two README samples: no value was found for their bodies.\n",
    ...formatRows(rows.filter(({ spec }) => spec.heldOut === true)),
    ...formatHovers(rows),
    "### Sources of the corpus\n",
    ...rows.map(({ spec: { name, package: npm, repository, path, commit } }) =>
      npm === undefined ? `- ${name}: ${repository}, ${path}, commit ${commit}` : `- ${name}: npm ${npm}, ${path}`,
    ),
    "\n",
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
  ];
}

function formatRow({ spec, peer, compilations, ...own }: Row): string {
  const peerErrors = peer.failure === undefined ? formatCount(peer.compilation?.errors) : "fails";
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

function formatNotes({ spec, omissions, compilations, peer }: Row): readonly string[] {
  const errors = COMPILERS.flatMap((it) => compilations[it]?.messages ?? []);
  const peerError = peer.failure ?? peer.compilation?.messages[0];
  const lines = [
    ...omissions.slice(0, 4).map((it) => `not written: ${it}`),
    ...[...new Set(errors)].slice(0, 4).map((it) => `compile error: ${it}`),
    ...(peerError === undefined ? [] : [`hey-api: ${peerError}`]),
  ].map((it) => `- ${spec.name}: \`${it.replaceAll(/[`|\n]/g, "'").slice(0, 220)}\``);
  return lines.length === 0 ? [] : [...lines, ""];
}

function formatHovers(rows: readonly Row[]): readonly string[] {
  const hovers = rows.find(({ spec }) => spec.name === HOVER_SPEC)?.hovers ?? [];
  const shorten = (text: string) =>
    text.length > MAX_HOVER_LENGTH
      ? `${text.slice(0, MAX_HOVER_LENGTH)}… (${formatCount(text.length)} characters)`
      : text;
  return [
    "### Hover texts\n",
    `What an editor shows of \`const result0 = await client.call(…)\`, for ten calls of ${HOVER_SPEC}: ours first, then that of hey-api.\n`,
    ...hovers.map(({ name, own, peer }) => `\`${name}\`\n\n\`\`\`text\n${shorten(own)}\n\n${shorten(peer)}\n\`\`\`\n`),
  ];
}

function formatCount(count: number | undefined): string {
  return count === undefined ? "–" : count.toLocaleString("en-US");
}
