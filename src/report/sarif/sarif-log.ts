import type { Waiver } from "../../gate/index.js";
import { getDocsAnchor, getRuleTexts } from "../findings/rule-texts.js";
import { escapeControl } from "../formatting/escape-control.js";
import type { Tool } from "../tool.js";

/** GitHub shows at most this many results of a run. */
export const MAX_RESULTS = 5000;

export const SARIF_LEVELS = { error: "error", warn: "warning", info: "note" } as const;

/** The parts of a SARIF run that differ between reports. */
export type SarifRun = {
  readonly tool: Tool;
  readonly rules: readonly object[];
  /** Identifies runs of the same kind. */
  readonly id: string;
  readonly invocation: object;
  readonly results: readonly object[];
};

/** Writes a SARIF log. */
export function createSarifLog(runs: readonly SarifRun[]): string {
  const written = runs.map(({ tool, rules, id, invocation, results }) => ({
    tool: { driver: { name: tool.name, semanticVersion: tool.version, rules } },
    automationDetails: { id },
    originalUriBaseIds: { "%SRCROOT%": { description: { text: "The root of the repository." } } },
    columnKind: "utf16CodeUnits",
    invocations: [invocation],
    results,
  }));
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: written };
  return `${JSON.stringify(log, null, 2)}\n`;
}

export function createSarifRule(code: string): object {
  const { title, fix, level } = getRuleTexts(code);
  const more = `\`contract explain ${code}\` shows an example; see ${getDocsAnchor(code)}.`;
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: fix === "" ? title : `${title} ${fix}` },
    help: { text: `${fix} ${more.replaceAll("`", "")}`.trim(), markdown: `${fix}\n\n${more}`.trim() },
    defaultConfiguration: { level: SARIF_LEVELS[level] },
    properties: { tags: ["contract", code.split(".")[0]] },
  };
}

export function createSuppression({ reason, ticket }: Pick<Waiver, "reason" | "ticket">): object {
  const justification = escapeControl(ticket === undefined ? reason : `${reason} (${ticket})`);
  return { kind: "external", status: "accepted", justification };
}
