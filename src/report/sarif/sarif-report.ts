import { createHash } from "node:crypto";
import type { FindingGroup, Waiver } from "../../gate/index.js";
import type { Diagnostic } from "../../lint/index.js";
import { selectMostImportant } from "../findings/group-findings.js";
import { formatOccurrences, formatReproduction } from "../findings/locations.js";
import { getDocsAnchor, getRuleTexts } from "../findings/rule-texts.js";
import { escapeControl } from "../formatting/escape-control.js";
import { formatExclusion } from "../formatting/exclusion.js";
import { joinList } from "../formatting/join-list.js";
import { pluralize } from "../formatting/pluralize.js";
import type { ReportInput, Tool } from "../report-input.js";
import { createArtifactLocation, createMessage, createRecordingLocation, createSpecLocation } from "./locations.js";

/** GitHub shows at most this many results of a run. */
export const MAX_RESULTS = 5000;

export const SARIF_LEVELS = { error: "error", warn: "warning", info: "note" } as const;

/**
 * Formats SARIF 2.1.0 (OASIS) for GitHub code scanning and editors. The location of a result is a line of the spec, and its
 * related location is the exchange.
 */
export function formatSarifReport(input: ReportInput): string {
  const { report, tool, diagnostics } = input;
  const findings = selectMostImportant(report.findings, MAX_RESULTS);
  const absent = (report.baseline?.fixed ?? []).slice(0, MAX_RESULTS - findings.length);
  const rest = diagnostics.slice(0, MAX_RESULTS - findings.length - absent.length);
  const codes = [...findings, ...absent, ...rest].flatMap(({ code }) => (code === undefined ? [] : [code]));
  const rules = [...new Set(codes)].sort();
  const omitted = report.findings.length - findings.length + diagnostics.length - rest.length;
  const indexes = new Map(rules.map((code, index) => [code, index]));
  const ruleOf = (code: string): object => ({ ruleId: code, ruleIndex: indexes.get(code) });
  return createSarifLog({
    tool,
    rules: rules.map(createSarifRule),
    id: `contract/${input.pathInRepository?.(report.spec.path) ?? escapeControl(report.spec.title)}/`,
    invocation: createInvocation(input, omitted),
    results: [
      ...findings.map((finding) => ({ ...ruleOf(finding.code), ...createFindingResult(finding, input) })),
      ...absent.map((waiver) => ({ ...ruleOf(waiver.code ?? "unknown"), ...createAbsentResult(waiver, input) })),
      ...rest.map((diagnostic) => ({
        ...ruleOf(diagnostic.code ?? "unknown"),
        ...createDiagnosticResult(diagnostic, input),
      })),
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
  const { level, fingerprint, contract, state, operationId, status, property, keyword } = finding;
  const { exchanges, of, occurrences, statuses } = finding;
  const consequences = (finding.consequences ?? []).map((it) => createMessage(`${it.code}: ${it.message}`).text);
  const [command] = formatReproduction(finding);
  return {
    level: SARIF_LEVELS[level],
    message: createMessage(
      `${finding.message} (${formatOccurrences(finding)})${command === undefined ? "" : `; to reproduce: ${command}`}`,
    ),
    locations: [createSpecLocation(contract, input)],
    relatedLocations: [createRecordingLocation(finding, input)],
    // GitHub matches results between runs by the first fingerprint, other tools by any.
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v2": fingerprint },
    ...(state === undefined ? {} : { baselineState: state === "new" ? "new" : "unchanged" }),
    ...(state === "known" ? { suppressions: [createSuppression(finding.waiver ?? { reason: "" })] } : {}),
    properties: {
      operationId,
      status,
      ...(property === undefined ? {} : { property: createMessage(property).text }),
      keyword,
      ...(consequences.length === 0 ? {} : { consequences }),
      exchanges,
      of,
      occurrences,
      statuses,
    },
  };
}

export function createSuppression({ reason, ticket }: Pick<Waiver, "reason" | "ticket">): object {
  const justification = escapeControl(ticket === undefined ? reason : `${reason} (${ticket})`);
  return { kind: "external", status: "accepted", justification };
}

/** Creates the result for an accepted finding that is fixed: its operation was seen again without it. */
function createAbsentResult(waiver: Waiver, input: ReportInput): object {
  const { fingerprint, code = "", operation, contract = "" } = waiver;
  const { path } = input.report.spec;
  return {
    level: "none",
    kind: "notApplicable",
    message: createMessage(`No longer found: ${code} ${operation ?? ""}`.trimEnd()),
    locations: [createSpecLocation({ file: path, pointer: contract }, input)],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v2": fingerprint },
    baselineState: "absent",
    suppressions: [createSuppression(waiver)],
  };
}

export function createDiagnosticResult(diagnostic: Diagnostic, input: Pick<ReportInput, "pathInRepository">): object {
  const { code = "", level = "error", pointer = "" } = diagnostic;
  const fingerprint = createHash("sha256").update(`${code}\n${pointer}`).digest("hex").slice(0, 16);
  return {
    level: SARIF_LEVELS[level],
    message: createMessage(diagnostic.message),
    locations: [createSpecLocation({ ...diagnostic, pointer }, input)],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v2": fingerprint },
  };
}

/** Creates the outcome of the run, and notifications about exchanges that could not be checked and about omitted results. */
function createInvocation(input: ReportInput, omitted: number): object {
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
      ...reasons.map((reason) => note("error", `Inconclusive: ${reason}`)),
      ...report.unreadable.map(({ source, pointer, reason }) => note("error", `${pointer}: ${reason}`, source)),
      ...report.partial.map(({ reason, exchanges, first }) =>
        note("warning", `${pluralize(exchanges, "exchange")} partially checked: ${reason}`, first.source),
      ),
      ...(report.notLogged ?? []).map(({ reason, exchanges, first }) =>
        note("note", `not recorded for ${pluralize(exchanges, "exchange")}, so not checked: ${reason}`, first.source),
      ),
      ...(report.unaccepted ?? []).map(({ source, reason, operations }) =>
        note("note", `${source} accepted no request of ${joinList(operations)}: ${reason}`),
      ),
      ...(report.excluded ?? []).map((group) =>
        note("note", `excluded for ${group.source}: ${joinList(group.operations)}, ${formatExclusion(group)}`),
      ),
      ...(omitted === 0 ? [] : [note("warning", `and ${pluralize(omitted, "more result")}; --format json lists all`)]),
    ],
  };
}

function createFileLocations(source: string, input: ReportInput): object {
  const location = createArtifactLocation(source, input);
  return location === undefined ? {} : { locations: [{ physicalLocation: { artifactLocation: location } }] };
}
