import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { EXIT_CODES, type Waiver } from "../check/index.js";
import { getDocsAnchor, getRuleTexts } from "./finding-texts.js";
import { escapeControl, joinList, pluralize } from "./formatting/text.js";
import {
  groupCauses,
  listPlaceIssues,
  type PageFinding,
  type Position,
  type ReportPage,
  type SourcePlace,
  selectMostImportant,
} from "./page.js";

/** GitHub shows at most this many results of a run. */
const MAX_RESULTS = 5000;
/** The maximum number of related locations of a result. */
const MAX_RELATED = 100;

const LEVELS = { error: "error", warn: "warning", info: "note" } as const;

/**
 * Formats SARIF 2.1.0 (OASIS) for GitHub code scanning and editors. The location of a result is a line of a spec, and its related
 * location is the exchange.
 */
export function renderSarif(page: ReportPage): string {
  const runs = [page, page.difference].flatMap((it) => (it === undefined ? [] : [createRun(it)]));
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function createRun(page: ReportPage): object {
  const { tool, id } = page;
  const all = page.report === undefined ? listPlaceIssues(page.issues) : groupCauses(page.issues).map(mergeCause);
  const issues = selectMostImportant(all, MAX_RESULTS);
  const fixed = page.fixed.slice(0, MAX_RESULTS - issues.length);
  const specIssues = listPlaceIssues(page.specIssues);
  const shown = specIssues.slice(0, MAX_RESULTS - issues.length - fixed.length);
  const omitted = all.length - issues.length + specIssues.length - shown.length;
  const codes = [...issues, ...fixed, ...shown].flatMap(({ code }) => (code === undefined ? [] : [code]));
  const rules = [...new Set(codes)].sort();
  const indexes = new Map(rules.map((code, index) => [code, index]));
  const withRule = (code: string, result: object): object => ({
    ruleId: code,
    ruleIndex: indexes.get(code),
    ...result,
  });
  return {
    tool: { driver: { name: tool.name, semanticVersion: tool.version, rules: rules.map(createRule) } },
    automationDetails: { id },
    originalUriBaseIds: { "%SRCROOT%": { description: { text: "The root of the repository." } } },
    columnKind: "utf16CodeUnits",
    invocations: [createInvocation(page, omitted)],
    results: [
      ...issues.map((issue) => withRule(issue.code, createResult(issue, page))),
      ...fixed.map((waiver) => withRule(waiver.code ?? "unknown", createAbsentResult(waiver, page))),
      ...shown.map((issue) => withRule(issue.code, createResult(issue, page))),
    ],
  };
}

/** Creates one issue for the findings of a cause. Its result is found again by the fingerprint of the first one. */
function mergeCause(group: readonly [PageFinding, ...PageFinding[]]): PageFinding {
  const [first, ...others] = group;
  if (others.length === 0) return first;
  const operations = joinList([...new Set(group.map(({ operation }) => operation))]);
  return {
    ...first,
    note: `${group.length} findings of one cause: ${operations}`,
    places: group.flatMap(({ places }) => places),
    properties: { ...first.properties, findings: group.map(({ fingerprint }) => fingerprint) },
  };
}

function createRule(code: string): object {
  const { title, fix, level } = getRuleTexts(code);
  const more = `\`contract explain ${code}\` shows an example; see ${getDocsAnchor(code)}.`;
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: fix === "" ? title : `${title} ${fix}` },
    help: { text: `${fix} ${more.replaceAll("`", "")}`.trim(), markdown: `${fix}\n\n${more}`.trim() },
    defaultConfiguration: { level: LEVELS[level] },
    properties: { tags: ["contract", code.split(".")[0]] },
  };
}

function createResult(issue: PageFinding, page: ReportPage): object {
  const { level, message, note, details, places, reproduction, state, waiver, properties } = issue;
  const [command] = reproduction;
  const texts = [
    note === "" ? message : `${message} (${note})`,
    ...details,
    ...(command === undefined ? [] : [`to reproduce: ${command}`]),
  ];
  const [main, ...others] = places.flatMap(({ position }) => position ?? []);
  const shown = new Set([main?.pointer]);
  const distinct = others.filter(({ pointer }) => !shown.has(pointer) && shown.add(pointer));
  const related = [
    ...places.filter(({ exchange }) => exchange !== undefined).map((it) => createExchangeLocation(it, page)),
    ...distinct.map((it) => createLocation(it, page)),
  ].slice(0, MAX_RELATED);
  return {
    level: LEVELS[level],
    message: createMessage(texts.join("; ")),
    // Further locations would say that all of them have to change (section 3.27.12).
    locations: main === undefined ? [] : [createLocation(main, page)],
    ...(related.length === 0 ? {} : { relatedLocations: related.map((it, index) => ({ id: index + 1, ...it })) }),
    ...createFingerprints(issue),
    ...(state === undefined ? {} : { baselineState: state === "new" ? "new" : "unchanged" }),
    ...(state === "known" ? { suppressions: [createSuppression(waiver ?? { reason: "" })] } : {}),
    ...(properties === undefined ? {} : { properties }),
  };
}

/** GitHub matches results between runs by the first fingerprint, other tools by any. */
function createFingerprints({ fingerprint = "" }: Pick<Waiver, "fingerprint">): object {
  return { partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v2": fingerprint } };
}

/** Creates the result for an accepted finding that is fixed: its operation was seen again without it. */
function createAbsentResult(waiver: Waiver, page: ReportPage): object {
  const { code = "", operation, contract = "" } = waiver;
  return {
    level: "none",
    kind: "notApplicable",
    message: createMessage(`No longer found: ${code} ${operation ?? ""}`.trimEnd()),
    locations: [createLocation({ file: page.spec, pointer: contract }, page)],
    ...createFingerprints(waiver),
    baselineState: "absent",
    suppressions: [createSuppression(waiver)],
  };
}

function createSuppression({ reason, ticket }: Pick<Waiver, "reason" | "ticket">): object {
  const justification = escapeControl(ticket === undefined ? reason : `${reason} (${ticket})`);
  return { kind: "external", status: "accepted", justification };
}

/** Creates the outcome of the run, and notifications about what could not be checked and about omitted results. */
function createInvocation(page: ReportPage, omitted: number): object {
  const { reasons = [], kind } = page.outcome;
  const notifications: ReportPage["notifications"] = [
    ...page.warnings.map(({ text }) => ({ level: "warning", text }) as const),
    ...reasons.map((reason) => ({ level: "error", text: `Not checked: ${reason}` }) as const),
    ...page.notifications,
    ...(omitted === 0
      ? []
      : [{ level: "warning", text: `and ${pluralize(omitted, "more result")}; --format json lists all` } as const]),
  ];
  return {
    executionSuccessful: reasons.length === 0,
    exitCode: EXIT_CODES[kind],
    toolExecutionNotifications: notifications.map(({ level, text, source }) => {
      const location = source === undefined ? undefined : createPhysicalLocation(source, page);
      return { level, message: createMessage(text), ...(location === undefined ? {} : { locations: [location] }) };
    }),
  };
}

/** Creates a message, and escapes text that would be a link (SARIF, section 3.11.6). */
function createMessage(text: string): { readonly text: string } {
  return { text: escapeLinks(text) };
}

export function escapeLinks(text: string): string {
  const shown = escapeControl(text);
  return /\]\(/.test(shown) ? shown.replaceAll(/[[\]\\]/g, "\\$&") : shown;
}

function createLocation({ file, line, column = 1, pointer }: Position, page: ReportPage): object {
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column } };
  return {
    ...createPhysicalLocation(file, page, region),
    logicalLocations: [{ fullyQualifiedName: escapeControl(pointer), kind: "object" }],
  };
}

/** Creates the location of the first exchange with a finding. It is a JSON Pointer, because lines of recordings help little. */
function createExchangeLocation({ name: source, exchange, lines }: SourcePlace, page: ReportPage): object {
  const name = escapeControl(exchange?.pointer ?? "");
  return {
    ...createPhysicalLocation(source, page),
    ...(name === "" ? {} : { logicalLocations: [{ fullyQualifiedName: name, kind: "value" }] }),
    message: createMessage([exchange?.text ?? "", ...lines.map(({ text }) => text)].join(": ")),
  };
}

/** Returns the path of a file relative to the repository root, or a file URI outside of it. Pseudo files have no location. */
function createPhysicalLocation(
  file: string,
  { pathInRepository }: ReportPage,
  region: object = {},
): object | undefined {
  if (file.startsWith("<")) return undefined;
  const path = pathInRepository?.(file) ?? (isAbsolute(file) ? undefined : file);
  const artifactLocation =
    path === undefined
      ? { uri: pathToFileURL(file).href }
      : { uri: path.split("/").map(encodeSegment).join("/"), uriBaseId: "%SRCROOT%" };
  return { physicalLocation: { artifactLocation, ...region } };
}

/** Encodes a path segment. It handles reserved marks and unpaired surrogates, which encodeURIComponent does not. */
function encodeSegment(segment: string): string {
  const asPercent = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(segment.replaceAll(/\p{Cs}/gu, "\ufffd")).replaceAll(/['()*!]/g, asPercent);
}
