/**
 * `npx tsx scripts/bench-diff-labelled.ts`: compares `contract diff` with oasdiff on the public test data of oasdiff, and writes the
 * table to bench/DIFF.md. The label is what oasdiff reports, because its own tests assert that.
 *
 * Environment variables:
 * - OASDIFF: the binary of oasdiff. Default: `oasdiff` on the PATH.
 * - OASDIFF_DATA: the folder `data/checker` of the same version of oasdiff.
 */
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { diffDocuments } from "../src/diff/index.js";
import { loadDocument } from "../src/document/index.js";
import { runTool, type Verdict } from "./diff-pairs/compare-tools.js";
import { writeSection } from "./diff-pairs/write-section.js";

type Compared = { readonly name: string; readonly label: Verdict; readonly own: Verdict; readonly reason: string };

const folder = process.env.OASDIFF_DATA ?? ".";
const notes = parse(readFileSync(join(import.meta.dirname, "diff-pairs/labelled-notes.yaml"), "utf8")) as Readonly<
  Record<string, string>
> | null;

/** Our verdict, and the first break with its counterexample. */
function compareSpecs(base: string, revision: string): Pick<Compared, "own" | "reason"> {
  try {
    const { findings } = diffDocuments({ old: loadDocument(base), new: loadDocument(revision) });
    const [first] = findings.filter(({ level }) => level === "error");
    const shown = first ?? findings[0];
    const value = first?.counterexample === undefined ? "" : ` ${JSON.stringify(first.counterexample.value)}`;
    const reason = shown === undefined ? "no finding" : `${shown.level} \`${shown.code}\`${value.slice(0, 100)}`;
    return { own: first !== undefined, reason };
  } catch (error) {
    return { own: "failed", reason: (error as Error).message.replaceAll(join(folder, "/"), "").slice(0, 100) };
  }
}

process.chdir(folder === "." ? tmpdir() : folder);
const names = readdirSync(".").flatMap((file) => /^(.*)_base\.yaml$/.exec(file)?.[1] ?? []);
const files = new Set(readdirSync("."));
const compared: Compared[] = [];
for (const name of names) {
  const [base, revision] = [`${name}_base.yaml`, `${name}_revision.yaml`];
  if (!files.has(revision)) continue;
  const label = await runTool(process.env.OASDIFF ?? "oasdiff", ["breaking", base, revision, "--fail-on", "ERR"]);
  compared.push({ name, label, ...compareSpecs(base, revision) });
}

const count = (label: boolean, own?: Verdict): number =>
  compared.filter((it) => it.label === label && (own === undefined || it.own === own)).length;
const different = compared.filter(({ label, own }) => own !== label);
const format = (verdict: Verdict): string => (verdict === "failed" ? "failed" : verdict ? "breaking" : "safe");
const rows = different.map(({ name, label, own, reason }) => {
  const note = notes?.[name] ?? "not read";
  return `| ${name} | ${format(label)} | ${format(own)}: ${reason.replaceAll("|", "\\|")} | ${note} |`;
});
const text = `## Labelled data of oasdiff

\`npx tsx scripts/bench-diff-labelled.ts\` runs the ${compared.length} pairs \`*_base.yaml\` and \`*_revision.yaml\` of \`data/checker\` in oasdiff 1.35.0.
The label is the result of oasdiff, which its own tests assert. It is another definition of a break than ours, so a difference is not an error by
itself.

- Labelled breaking and found by \`contract diff\`: ${count(true, true)} of ${count(true)}.
- Labelled safe and reported as breaking: ${count(false, true)} of ${count(false)}.
- Refused by \`contract diff\`: ${compared.filter(({ own }) => own === "failed").length}.

| pair | oasdiff | contract diff | reading of both files |
|---|---|---|---|
${rows.join("\n")}
`;
writeSection(text);
