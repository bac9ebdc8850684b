import { createHash } from "node:crypto";
import type { FindingGroup, Waiver } from "../gate/index.js";
import type { Problem } from "../lint/index.js";
import { mostImportant } from "./finding-order.js";
import { listed } from "./listed.js";
import { reproductionLines, seenIn } from "./places.js";
import { plural } from "./plural.js";
import { docsAnchor, ruleWords } from "./rule-words.js";
import { artifactLocation, contractLocation, message, recordingLocation } from "./sarif-places.js";
import type { Told } from "./told.js";
import { visible } from "./visible.js";

/** GitHub shows no more of one run. */
const MAX_RESULTS = 5000;

const LEVELS = { error: "error", warn: "warning", info: "note" } as const;

/**
 * SARIF 2.1.0 (OASIS), for GitHub code scanning and editors: every result stands at a line of the description, and the
 * exchange that shows it beside it as a related location.
 */
export function sarifReport(told: Told): string {
  const { report, tool, problems } = told;
  const findings = mostImportant(report.findings, MAX_RESULTS);
  const absent = (report.baseline?.fixed ?? []).slice(0, MAX_RESULTS - findings.length);
  const rest = problems.slice(0, MAX_RESULTS - findings.length - absent.length);
  const codes = [...findings, ...absent, ...rest].flatMap(({ code }) => (code === undefined ? [] : [code]));
  const rules = [...new Set(codes)].sort();
  const untold = report.findings.length - findings.length + problems.length - rest.length;
  const indexes = new Map(rules.map((code, index) => [code, index]));
  const ruleOf = (code: string): object => ({ ruleId: code, ruleIndex: indexes.get(code) });
  const run = {
    tool: { driver: { name: tool.name, semanticVersion: tool.version, rules: rules.map(ruleObject) } },
    automationDetails: { id: `contract/${told.pathInRepository?.(report.spec.path) ?? visible(report.spec.title)}/` },
    originalUriBaseIds: { "%SRCROOT%": { description: { text: "The root of the repository." } } },
    columnKind: "utf16CodeUnits",
    invocations: [invocation(told, untold)],
    results: [
      ...findings.map((finding) => ({ ...ruleOf(finding.code), ...findingResult(finding, told) })),
      ...absent.map((waiver) => ({ ...ruleOf(waiver.code ?? "unknown"), ...absentResult(waiver, told) })),
      ...rest.map((problem) => ({ ...ruleOf(problem.code), ...problemResult(problem, told) })),
    ],
  };
  return `${JSON.stringify({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

function ruleObject(code: string): object {
  const { title, fix, level } = ruleWords(code);
  const more = `\`contract explain ${code}\` shows an example; see ${docsAnchor(code)}.`;
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: fix === "" ? title : `${title} ${fix}` },
    help: { text: `${fix} ${more.replaceAll("`", "")}`.trim(), markdown: `${fix}\n\n${more}`.trim() },
    defaultConfiguration: { level: LEVELS[level] },
    properties: { tags: ["contract", code.split(".")[0]] },
  };
}

function findingResult(finding: FindingGroup, told: Told): object {
  const { level, fingerprint, contract, state, operationId, exchanges, of, occurrences, statuses } = finding;
  const [again] = reproductionLines(finding);
  return {
    level: LEVELS[level],
    message: message(
      `${finding.message} (${seenIn(finding)})${again === undefined ? "" : `; to see it again: ${again}`}`,
    ),
    locations: [contractLocation(contract, told)],
    relatedLocations: [recordingLocation(finding, told)],
    // GitHub knows a result again by the first, others by whatever they find.
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v1": fingerprint },
    ...(state === undefined ? {} : { baselineState: state === "new" ? "new" : "unchanged" }),
    ...(state === "known" ? { suppressions: [suppression(finding.waiver ?? { reason: "" })] } : {}),
    properties: { operationId, exchanges, of, occurrences, statuses },
  };
}

function suppression({ reason, ticket }: Pick<Waiver, "reason" | "ticket">): object {
  const justification = visible(ticket === undefined ? reason : `${reason} (${ticket})`);
  return { kind: "external", status: "accepted", justification };
}

/** What was accepted and is no longer found, though its operation gave such an answer again. */
function absentResult(waiver: Waiver, told: Told): object {
  const { fingerprint, code = "", operation, contract = "" } = waiver;
  const { path } = told.report.spec;
  return {
    level: "none",
    kind: "notApplicable",
    message: message(`No longer found: ${code} ${operation ?? ""}`.trimEnd()),
    locations: [contractLocation({ file: path, pointer: contract }, told)],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v1": fingerprint },
    baselineState: "absent",
    suppressions: [suppression(waiver)],
  };
}

function problemResult(problem: Problem, told: Told): object {
  const { code, level, pointer } = problem;
  const fingerprint = createHash("sha256").update(`${code}\n${pointer}`).digest("hex").slice(0, 16);
  return {
    level: LEVELS[level],
    message: message(problem.message),
    locations: [contractLocation(problem, told)],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v1": fingerprint },
  };
}

/** How the run came out, and what a list of results cannot say: what could not be judged, and what is left out. */
function invocation(told: Told, untold: number): object {
  const { report, outcome } = told;
  const reasons = outcome.kind === "unjudged" ? outcome.reasons : [];
  const note = (level: string, text: string, source?: string): object => ({
    level,
    message: message(text),
    ...(source === undefined ? {} : placesOf(source, told)),
  });
  return {
    executionSuccessful: outcome.kind !== "unjudged",
    exitCode: { holds: 0, broken: 1, unjudged: 2 }[outcome.kind],
    toolExecutionNotifications: [
      ...reasons.map((reason) => note("error", `Could not judge: ${reason}`)),
      ...report.unreadable.map(({ source, pointer, reason }) => note("error", `${pointer}: ${reason}`, source)),
      ...report.partial.map(({ reason, exchanges, first }) =>
        note("warning", `${plural(exchanges, "exchange")} judged only in part: ${reason}`, first.source),
      ),
      ...(report.unlogged ?? []).map(({ reason, exchanges, first }) =>
        note(
          "note",
          `${reason} are not in the log, and so not judged, of ${plural(exchanges, "exchange")}`,
          first.source,
        ),
      ),
      ...(report.unaccepted ?? []).map(({ source, reason, operations }) =>
        note("note", `${source} accepted nothing of ${listed(operations)}: ${reason}`),
      ),
      ...(untold === 0 ? [] : [note("warning", `${plural(untold, "result")} more; --format json has them all`)]),
    ],
  };
}

function placesOf(source: string, told: Told): object {
  const location = artifactLocation(source, told);
  return location === undefined ? {} : { locations: [{ physicalLocation: { artifactLocation: location } }] };
}
