import { asObject, asString, describeUnusable, loadPartialDocument } from "../../document/index.js";
import { listResourceFacts, type ResourceFact } from "../../resources/index.js";
import { createOverlay, serializeFile } from "../../suggest/index.js";
import { toRelativePath } from "../input/read-input-file.js";
import type { CommandOptions } from "../options/command-table.js";
import { showStatus } from "../output/progress.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { resolveSettings } from "../settings/run-settings.js";

/** Runs `contract resources`: prints what a spec states about its resources, and what names and schemas suggest. */
export async function runResourcesCommand(
  spec: string | undefined,
  { format }: CommandOptions<"resources">,
  io: Io,
): Promise<ExitCode> {
  const settings = resolveSettings({});
  if (spec === undefined && !settings.isSpecConfigured)
    throw new UsageError('no spec given; pass an OpenAPI document, or set "spec" in contract.config.yaml');
  const path = spec === undefined ? settings.spec : toRelativePath(spec);
  const { document, facts, keywords } = await showStatus(io, false, {
    text: `reading ${path}`,
    work: () => {
      const read = loadPartialDocument(path);
      return { document: read, ...listResourceFacts(read) };
    },
  });
  for (const line of describeUnusable(document, "its properties are unknown")) io.stderr(`${line}\n`);
  if (format === "json") io.stdout(`${JSON.stringify({ facts, keywords }, null, 2)}\n`);
  else if (format === "keywords") {
    const edits = keywords.map(({ at, key, value }) => ({ title: `State ${key}.`, at, key, bundled: value }));
    const title = asString(asObject(document.root.info)?.title) ?? "";
    io.stdout(serializeFile("overlay.yaml", createOverlay(edits, `Inferred from names and schemas: ${title}`)));
  } else io.stdout(formatTable(facts));
  return 0;
}

/** The facts, grouped by operation. */
function formatTable(facts: readonly ResourceFact[]): string {
  const lines = facts.flatMap(({ operation, kind, text, certainty, source }, index) => {
    const isFirst = facts[index - 1]?.operation !== operation;
    const head = isFirst ? [`${index === 0 ? "" : "\n"}${operation}`] : [];
    return [...head, `  ${certainty.padEnd(9)} ${kind.padEnd(12)} ${text} (${source})`];
  });
  const stated = facts.filter(({ certainty }) => certainty === "stated").length;
  return `${lines.join("\n")}\n\n${stated} facts stated, ${facts.length - stated} inferred\n`;
}
