import type { RecordingResult } from "./measure.js";
import { mergeOperations } from "./merge-operations.js";
import { REASONS } from "./missed-operations.js";

export type RecordingSet = {
  readonly name: string;
  readonly collections: readonly { readonly name: string; readonly results: readonly RecordingResult[] }[];
};

/** @param tools the names of the tools, ours first. */
export function formatReport(sets: readonly RecordingSet[], tools: readonly string[]): string {
  return `# Inferred specs of recordings of other people

Written by \`npx tsx scripts/bench-suggest.ts\`; do not edit. \`scripts/suggest/collections.ts\` lists the collections and their commits. A file
counts if it has JSON or forms. A spec fits its traffic if \`contract check\` of the same file finds no errors and checks at least one exchange.

har-to-openapi runs with \`attemptToParameterizeUrl\`, \`forceAllRequestsInSameSpec\` and \`addServersToPaths\`. Otherwise its spec has only the
first host. mitmproxy2swagger runs twice with \`-s\`, and keeps all paths that it lists.
The files of \`held-out\` were not opened before the inference was finished.

- For files without responses, \`contract suggest\` gets \`--server\` with each origin. \`contract check\` has nothing to check in them.
- "Second half passes" counts exchanges whose operation is in the spec of the first half. One synthetic recording of jonluca/har-to-openapi
  has most of them. It requests every HTTP status once, so that the second half has other statuses than the first; a spec cannot document a
  status that was not seen. Its bodies with status 205 are errors, because HTTP forbids them.
- Without options, \`contract suggest\` describes the hosts of the API without pages, preflights and rejected requests. The other tools describe
  every request, and so does \`--all-requests\`.
- Tools differ in the templates that they recognize, so the numbers of operations cannot be compared. "Merged to the same templates" counts
  paths as one operation if a template of either tool covers them.
- Each operation of har-to-openapi that \`contract suggest\` lacks is compared with the requests of the recording, which give the reason.
${sets.map((set) => formatSet(set, tools)).join("")}`;
}

function formatSet({ name, collections }: RecordingSet, tools: readonly string[]): string {
  const results = collections.flatMap((it) => it.results);
  const rows = [...collections.filter((it) => it.results.length > 0), { name: "**all**", results }];
  const [own = ""] = tools;
  return `
## ${name}: ${results.length} files

${formatTable(
  [
    "collection",
    "files",
    "with responses",
    "specs",
    "own traffic fits",
    "lint passes",
    "second half passes",
    "not in the first half",
    "components",
    "references",
  ],
  rows.map((row) => formatCollection(row, own)),
)}

${formatTable(
  ["tool", "specs", "operations", "templates", "own traffic fits", "lint passes"],
  tools.map((tool) => formatTool(tool, results)),
)}

### ${name}: operations merged to the same templates

${formatTable(
  [
    "contract suggest",
    "beside",
    "operations",
    "of the other tool",
    "both",
    "only contract suggest",
    "only the other tool",
  ],
  tools
    .filter(isOwnTool)
    .flatMap((ours) => tools.filter((it) => !isOwnTool(it)).map((other) => formatMerged(ours, other, results))),
)}

### ${name}: refused

${formatTable(
  ["file", "reason"],
  results.flatMap(({ file, tools: made }) => (made.get(own)?.isWritten ? [] : [[file, made.get(own)?.reason ?? ""]])),
)}

### ${name}: own traffic does not fit

${formatTable(
  ["file", "codes"],
  results.flatMap((it) => formatErrors(it, own)),
)}
${tools
  .filter((tool) => tools.includes("har-to-openapi") && isOwnTool(tool))
  .map((tool) => formatMissed(name, results, tool))
  .join("")}`;
}

function formatCollection(
  { name, results }: { readonly name: string; readonly results: readonly RecordingResult[] },
  own: string,
): string[] {
  const made = results.flatMap(({ tools }) => tools.get(own) ?? []);
  const halves = results.flatMap(({ secondHalf }) => secondHalf ?? []);
  const checked = sum(halves.map((it) => it.checked));
  const share = (100 * sum(halves.map((it) => it.passed))) / checked;
  return [
    name.replace("+", "/"),
    ...[results.length, results.filter((it) => it.hasResponses).length].map(String),
    ...[
      made.filter((it) => it.isWritten),
      made.filter((it) => it.errors?.length === 0),
      made.filter((it) => it.passesLint),
    ].map((it) => String(it.length)),
    checked === 0 ? "" : `${share.toFixed(1)} % of ${checked}`,
    checked === 0 ? "" : String(sum(halves.map((it) => it.undocumented))),
    String(sum(results.map((it) => it.components))),
    String(sum(results.map((it) => it.references))),
  ];
}

function formatTool(tool: string, results: readonly RecordingResult[]): string[] {
  const made = results.flatMap(({ tools }) => tools.get(tool) ?? []);
  return [
    tool,
    String(made.filter((it) => it.isWritten).length),
    String(sum(made.map((it) => it.operations.length))),
    String(sum(made.map((it) => it.templates))),
    String(made.filter((it) => it.errors?.length === 0).length),
    String(made.filter((it) => it.passesLint).length),
  ];
}

function isOwnTool(name: string): boolean {
  return name.startsWith("contract ");
}

function formatMerged(ours: string, other: string, results: readonly RecordingResult[]): string[] {
  const merged = results.map(({ tools }) =>
    mergeOperations(tools.get(ours)?.operations ?? [], tools.get(other)?.operations ?? []),
  );
  const both = sum(merged.map((it) => it.both));
  const onlyOurs = sum(merged.map((it) => it.onlyOurs));
  const onlyTheirs = sum(merged.map((it) => it.onlyTheirs));
  const options = ours.replace("contract suggest", "").trim();
  return [
    options === "" ? "without options" : `\`${options}\``,
    other,
    ...[both + onlyOurs, both + onlyTheirs, both, onlyOurs, onlyTheirs].map(String),
  ];
}

function formatErrors({ file, tools, hasResponses }: RecordingResult, own: string): string[][] {
  const result = tools.get(own);
  if (!hasResponses || !result?.isWritten || result.errors?.length === 0) return [];
  return [[file, result.errors?.join(", ") ?? "no exchange was checked"]];
}

function formatMissed(name: string, results: readonly RecordingResult[], tool: string): string {
  const other = "har-to-openapi";
  const missed = results.flatMap(({ file, missed: byTool }) => (byTool.get(tool) ?? []).map((it) => ({ ...it, file })));
  const rows = Object.entries(REASONS).flatMap(([reason, text]) => {
    const those = missed.filter((it) => it.reason === reason);
    const files = new Set(those.map(({ file }) => file)).size;
    // Every operation without an explanation is listed.
    const shown = (reason === "unexplained" ? those : those.slice(0, MAX_MISSED)).map((it) => `\`${it.name}\``);
    return those.length === 0 ? [] : [[text, String(those.length), String(files), shown.join(", ")]];
  });
  const head = ["reason", "operations", "files", "such as"];
  const all = sum(results.map(({ tools }) => tools.get(other)?.operations.length ?? 0));
  return `
### ${name}: operations of ${other} that ${tool} lacks

The specs of ${tool} have ${all - missed.length} of the ${all} operations of ${other}, some as one template for several.

${formatTable(head, rows)}
`;
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "None.";
  const lines = [head, head.map(() => "---"), ...rows].map(
    (cells) => `| ${cells.map((it) => it.replaceAll("|", "\\|")).join(" | ")} |`,
  );
  return lines.join("\n");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

const MAX_MISSED = 3;
