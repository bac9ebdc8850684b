/**
 * `npm run bench diff`: runs the edits of test/diff/cases and test/diff/foreign through `contract diff`, oasdiff and `redocly diff`,
 * and writes bench/DIFF.md. It compares only whether a change is reported as breaking, because each tool has its own codes.
 *
 * Environment variables:
 * - OASDIFF: the binary of oasdiff. Default: `oasdiff` on the PATH.
 * - FOREIGN: a folder with public specs that are too large for test/material. The command lists the specs that it leaves out.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DIFF_CODES, type DiffCode } from "../../src/diff/index.js";
import type { JsonObject } from "../../src/document/index.js";
import { baseText, type Case, edited, editedText, readCases, readForeign } from "../../test/diff/case.js";
import { VENDORED_SPECS } from "../../test/material/specs.js";
import {
  formatDifferences,
  formatTotals,
  listParts,
  runTools,
  type SpecChange,
  type ToolVerdicts,
} from "./diff-pairs/compare-tools.js";
import { writeSection } from "./diff-pairs/write-section.js";

const FILES = ["operations.yaml", "requests.yaml", "responses.yaml", "webhooks.yaml", "callbacks.yaml", "wire.yaml"];

function listOwnChanges(): SpecChange[] {
  const base = baseText();
  const isBreaking = (codes: readonly string[]): boolean =>
    codes.some((code) => DIFF_CODES[code as DiffCode].level === "error");
  return FILES.flatMap((file) =>
    readCases(file).flatMap((it: Case) => {
      const edited = editedText(it);
      return [
        { part: file.replace(".yaml", ""), title: it.title, old: base, new: edited, isBreaking: isBreaking(it.finds) },
        {
          part: file.replace(".yaml", ""),
          title: `reverted: ${it.title}`,
          old: edited,
          new: base,
          isBreaking: isBreaking(it.back),
        },
      ];
    }),
  );
}

/** Returns the edits of public specs in test/material and in the folder FOREIGN. */
function listForeignChanges(): SpecChange[] {
  return [...readForeign()].flatMap(([name, cases]) => {
    const vendored: Readonly<Record<string, string>> = VENDORED_SPECS;
    const path = vendored[name.replace(".json", "")] ?? join(process.env.FOREIGN ?? ".", name);
    if (!existsSync(path)) {
      process.stderr.write(`${name} is left out: set FOREIGN to a folder that holds it\n`);
      return [];
    }
    const root = JSON.parse(readFileSync(path, "utf8")) as JsonObject;
    const old = JSON.stringify(root);
    const part = name.replace(".json", "");
    return cases.flatMap(({ title, breaks, back, ...edit }) => {
      const next = JSON.stringify(edited(root, edit));
      return [
        { part, title, old, new: next, isBreaking: breaks },
        ...(back === undefined ? [] : [{ part, title: `reverted: ${title}`, old: next, new: old, isBreaking: back }]),
      ];
    });
  });
}

function formatOwnPage({ all, rows }: ToolVerdicts): string {
  return `# Breaking changes: comparison with other tools

\`npm run bench diff\` runs the edits of \`test/diff/cases\` (${all.length / 2} edits of one spec, applied and reverted) through each tool and
compares one result: is this change breaking? We expect "breaking" if the new spec rejects a request that the old spec accepts, or
allows a response that the old spec rules out. Both the edits and the expected results are ours. Other tools draw the line elsewhere
on purpose. Warnings count as safe, for \`contract diff\` and for oasdiff. oasdiff treats webhooks as
requests of clients, although the service sends them.

${formatTotals(all, rows, listParts(all))}

Changes for which contract diff differs from the expected result:

${formatDifferences(all, rows)}
`;
}

function formatForeignPage({ all, rows }: ToolVerdicts): string {
  const breaking = all.filter(({ isBreaking }) => isBreaking).length;
  return `## Public specs

The edits of \`test/diff/foreign\` in whole public specs (${listParts(all).join(", ")}), from test/material and from the folder
FOREIGN: ${all.length} changes, of which ${breaking} are breaking. An edit is also reverted if the expected result of that is clear.

${formatTotals(all, rows, listParts(all))}

Changes for which contract diff differs from the expected result:

${formatDifferences(all, rows)}
`;
}

writeSection(formatOwnPage(await runTools(listOwnChanges())));
writeSection(formatForeignPage(await runTools(listForeignChanges())));
