import { createHash } from "node:crypto";
import type { FindingGroup, Waiver } from "../../gate/index.js";
import type { LintDiagnostic } from "../../lint/index.js";
import { selectMostImportant } from "../findings/group-findings.js";
import { formatOccurrences, formatReproduction } from "../findings/locations.js";
import { getDocsAnchor, getRuleTexts } from "../findings/rule-texts.js";
import { escapeControl } from "../formatting/escape-control.js";
import { joinList } from "../formatting/join-list.js";
import { pluralize } from "../formatting/pluralize.js";
import type { ReportInput, Tool } from "../report-input.js";
import { createArtifactLocation, createMessage, createRecordingLocation, createSpecLocation } from "./locations.js";

/** GitHub shows no more of one run. */
export const MAX_RESULTS = 5000;

const SARIF_LEVELS = { error: "error", warn: "warning", info: "note" } as const;

/**
 * SARIF 2.1.0 (OASIS), for GitHub code scanning and editors: every result stands at a line of the description, and the
 * exchange that shows it beside it as a related location.
 */
export function formatSarifReport(input: ReportInput): string {
  const { report, tool, problems } = input;
  const findings = selectMostImportant(report.findings, MAX_RESULTS);
  const absent = (report.baseline?.fixed ?? []).slice(0, MAX_RESULTS - findings.length);
  const rest = problems.slice(0, MAX_RESULTS - findings.length - absent.length);
  const codes = [...findings, ...absent, ...rest].flatMap(({ code }) => (code === undefined ? [] : [code]));
  const rules = [...new Set(codes)].sort();
  const untold = report.findings.length - findings.length + problems.length - rest.length;
  const indexes = new Map(rules.map((code, index) => [code, index]));
  const ruleOf = (code: string): object => ({ ruleId: code, ruleIndex: indexes.get(code) });
  return createSarifLog({
    tool,
    rules: rules.map(createSarifRule),
    id: `contract/${input.pathInRepository?.(report.spec.path) ?? escapeControl(report.spec.title)}/`,
    invocation: createInvocation(input, untold),
    results: [
      ...findings.map((finding) => ({ ...ruleOf(finding.code), ...createFindingResult(finding, input) })),
      ...absent.map((waiver) => ({ ...ruleOf(waiver.code ?? "unknown"), ...createAbsentResult(waiver, input) })),
      ...rest.map((diagnostic) => ({ ...ruleOf(diagnostic.code), ...createDiagnosticResult(diagnostic, input) })),
    ],
  });
}

/** The parts of a SARIF run that differ between reports. */
type SarifRun = {
  readonly tool: Tool;
  readonly rules: readonly object[];
  /** Identifies runs of the same kind. */
  readonly id: string;
  readonly invocation: object;
  readonly results: readonly object[];
};

/** Writes a SARIF log with one run. */
export function createSarifLog({ tool, rules, id, invocation, results }: SarifRun): string {
  const run = {
    tool: { driver: { name: tool.name, semanticVersion: tool.version, rules } },
    automationDetails: { id },
    originalUriBaseIds: { "%SRCROOT%": { description: { text: "The root of the repository." } } },
    columnKind: "utf16CodeUnits",
    invocations: [invocation],
    results,
  };
  return `${JSON.stringify({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] }, null, 2)}\n`;
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

function createFindingResult(finding: FindingGroup, input: ReportInput): object {
  const { level, fingerprint, contract, state, operationId, exchanges, of, occurrences, statuses } = finding;
  const [again] = formatReproduction(finding);
  return {
    level: SARIF_LEVELS[level],
    message: createMessage(
      `${finding.message} (${formatOccurrences(finding)})${again === undefined ? "" : `; to see it again: ${again}`}`,
    ),
    locations: [createSpecLocation(contract, input)],
    relatedLocations: [createRecordingLocation(finding, input)],
    // GitHub knows a result again by the first, others by whatever they find.
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v1": fingerprint },
    ...(state === undefined ? {} : { baselineState: state === "new" ? "new" : "unchanged" }),
    ...(state === "known" ? { suppressions: [createSuppression(finding.waiver ?? { reason: "" })] } : {}),
    properties: { operationId, exchanges, of, occurrences, statuses },
  };
}

function createSuppression({ reason, ticket }: Pick<Waiver, "reason" | "ticket">): object {
  const justification = escapeControl(ticket === undefined ? reason : `${reason} (${ticket})`);
  return { kind: "external", status: "accepted", justification };
}

/** What was accepted and is no longer found, though its operation gave such an answer again. */
function createAbsentResult(waiver: Waiver, input: ReportInput): object {
  const { fingerprint, code = "", operation, contract = "" } = waiver;
  const { path } = input.report.spec;
  return {
    level: "none",
    kind: "notApplicable",
    message: createMessage(`No longer found: ${code} ${operation ?? ""}`.trimEnd()),
    locations: [createSpecLocation({ file: path, pointer: contract }, input)],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v1": fingerprint },
    baselineState: "absent",
    suppressions: [createSuppression(waiver)],
  };
}

export function createDiagnosticResult(
  diagnostic: LintDiagnostic,
  input: Pick<ReportInput, "pathInRepository">,
): object {
  const { code, level, pointer } = diagnostic;
  const fingerprint = createHash("sha256").update(`${code}\n${pointer}`).digest("hex").slice(0, 16);
  return {
    level: SARIF_LEVELS[level],
    message: createMessage(diagnostic.message),
    locations: [createSpecLocation(diagnostic, input)],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v1": fingerprint },
  };
}

/** How the run came out, and what a list of results cannot say: what could not be judged, and what is left out. */
function createInvocation(input: ReportInput, untold: number): object {
  const { report, outcome } = input;
  const reasons = outcome.kind === "inconclusive" ? outcome.reasons : [];
  const note = (level: string, text: string, source?: string): object => ({
    level,
    message: createMessage(text),
    ...(source === undefined ? {} : createFileLocations(source, input)),
  });
  return {
    executionSuccessful: outcome.kind !== "inconclusive",
    exitCode: { passed: 0, failed: 1, inconclusive: 2 }[outcome.kind],
    toolExecutionNotifications: [
      ...reasons.map((reason) => note("error", `Could not judge: ${reason}`)),
      ...report.unreadable.map(({ source, pointer, reason }) => note("error", `${pointer}: ${reason}`, source)),
      ...report.partial.map(({ reason, exchanges, first }) =>
        note("warning", `${pluralize(exchanges, "exchange")} judged only in part: ${reason}`, first.source),
      ),
      ...(report.notLogged ?? []).map(({ reason, exchanges, first }) =>
        note(
          "note",
          `${reason} are not in the log, and so not judged, of ${pluralize(exchanges, "exchange")}`,
          first.source,
        ),
      ),
      ...(report.unaccepted ?? []).map(({ source, reason, operations }) =>
        note("note", `${source} accepted nothing of ${joinList(operations)}: ${reason}`),
      ),
      ...(untold === 0 ? [] : [note("warning", `${pluralize(untold, "result")} more; --format json has them all`)]),
    ],
  };
}

function createFileLocations(source: string, input: ReportInput): object {
  const location = createArtifactLocation(source, input);
  return location === undefined ? {} : { locations: [{ physicalLocation: { artifactLocation: location } }] };
}
