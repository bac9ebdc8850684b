import { existsSync } from "node:fs";
import {
  type Contract,
  computeOutcome,
  createContract,
  createReportBuilder,
  type ExchangeResult,
  type Report,
} from "../../check/index.js";
import { asObject, type Document, loadDocument, readTextFile } from "../../document/index.js";
import { type Diagnostic, lintDocument } from "../../lint/index.js";
import { type Exchange, REDACTED } from "../../recording/index.js";
import {
  createOpenQuestionCounter,
  createPathCollector,
  createServerPathResolver,
  createTrafficObservations,
  formatNewFileDiff,
  formatUnifiedDiff,
  insertAddition,
  type Suggestion,
  serializeFile,
  suggestAdditions as suggestionsFor,
  suggestOperations,
  type UndocumentedPath,
} from "../../suggest/index.js";
import { checkRecordings } from "../check/check-recordings.js";
import { type Io, UsageError } from "../process/io.js";

/** A suggestion and the diff of its file; undefined if the edit cannot be applied automatically. */
export type SpecEdit = { readonly suggestion: Suggestion; readonly file: string; readonly diff: string | undefined };

export type EditPlanOptions = {
  readonly spec: string;
  readonly servers: readonly string[];
  readonly files: readonly string[];
  readonly io: Io;
};

/** File texts by path. New files have no `before`. */
export type FileTexts = Map<string, { readonly before: string | undefined; after: string }>;

export type EditPlan = Awaited<ReturnType<typeof planEdits>>;

/**
 * Suggests edits and checks the traffic against the edited spec, until there is nothing more to suggest. One finding can hide
 * another, so that one round is not enough.
 *
 * @param usesSharedResponses Whether an undocumented error response refers to the shared error response of the spec.
 * @param texts The texts of files that are not written yet.
 */
export async function planEdits(
  planOptions: EditPlanOptions,
  usesSharedResponses: boolean,
  texts: FileTexts = new Map(),
) {
  const edits: SpecEdit[] = [];
  const first = await checkTraffic(planOptions, texts);
  assertEditable(first.contract.document);
  let last = first;
  for (let round = 0; ; round += 1) {
    const { observations } = last;
    const { document, operations } = last.contract;
    const groups = last.report.findings;
    const paths = await findNewPaths(planOptions, last);
    const written = [
      ...suggestionsFor({ document, operations, groups, observations, usesSharedResponses }),
      ...suggestOperations({
        document,
        operations,
        components: observations.components,
        methods: observations.methods.values(),
        paths,
      }),
    ]
      .filter(({ bundled }) => !JSON.stringify(bundled).includes(REDACTED))
      .map((suggestion) => createEdit(last, suggestion, texts));
    const isLast = written.every(({ diff }) => diff === undefined) || round === MAX_ROUNDS - 1;
    edits.push(...written.filter(({ diff }) => isLast || diff !== undefined));
    if (isLast) break;
    last = await checkTraffic(planOptions, texts);
  }
  const before = new Set(first.report.findings.map(({ fingerprint }) => fingerprint));
  const known = new Set(lintDocument(first.contract.document).map(getDiagnosticKey));
  return {
    edits,
    texts,
    openQuestions: first.openQuestions,
    incompleteReasons: listIncompleteReasons(last),
    title: first.report.spec.title,
    /** Findings that only the edited spec gives. */
    newFindings: last.report.findings.filter(({ fingerprint }) => !before.has(fingerprint)),
    /** All findings of the edited spec. */
    remainingFindings: last.report.findings,
    contract: last.contract,
    hasSharedGuess: edits.some(({ suggestion }) => suggestion.isShared === true),
    newDiagnostics: lintDocument(last.contract.document).filter((it) => !known.has(getDiagnosticKey(it))),
  };
}

/** Lists why the traffic was not read, as a check of it does. The servers of a spec without operations mean nothing. */
function listIncompleteReasons({ contract, report }: TrafficCheck): readonly string[] {
  const isElsewhere = report.skipped.some(({ origin }) => origin !== undefined) && contract.operations.length > 0;
  const { reasons = [] } = isElsewhere ? computeOutcome(report, { allowPartial: true }) : { reasons: report.runErrors };
  return [...reasons, ...report.unreadable.map(({ reason }) => reason)];
}

/** @throws UsageError for Swagger 2.0, since edits of the converted document do not fit the file. */
function assertEditable({ path, getOrigin }: Document): void {
  if (asObject(getOrigin?.("").file.value ?? null)?.swagger === undefined) return;
  throw new UsageError(
    `${path} is a Swagger 2.0 document, for which there are no suggestions; convert it to OpenAPI 3.0 first`,
  );
}

type TrafficCheck = Awaited<ReturnType<typeof checkTraffic>>;

async function checkTraffic(planOptions: EditPlanOptions, texts: FileTexts) {
  const document = loadDocument(planOptions.spec, (path) => texts.get(path)?.after ?? readTextFile(path));
  const contract = createContract(document, { servers: planOptions.servers });
  const observations = createTrafficObservations(document);
  const paths = createPathCollector(
    createServerPathResolver(document, contract.operations, planOptions.servers),
    document.version,
  );
  const openQuestions = createOpenQuestionCounter(document.root);
  const report = await checkAllTraffic(planOptions, contract, (exchange, result) => {
    observations.add(exchange, result);
    const isOther = result.findings.some(({ code }) => code !== "request.path.undocumented");
    if (result.operation === undefined && !isOther) paths.add(exchange);
    if (result.context !== undefined) openQuestions.add(result.context);
  });
  return { contract, report, observations, paths, openQuestions: openQuestions.list() };
}

/** Reads the traffic a second time, because path templates depend on all paths. */
async function findNewPaths(
  planOptions: EditPlanOptions,
  { contract, observations, paths }: TrafficCheck,
): Promise<readonly UndocumentedPath[]> {
  if (paths.size() === 0) return [];
  const sampler = paths.createSampler(
    contract.operations.filter(({ kind }) => kind === "path").map(({ path }) => path),
    observations.components,
  );
  await checkAllTraffic(planOptions, contract, (exchange, { operation }) => {
    if (operation === undefined) sampler.add(exchange);
  });
  return sampler.paths();
}

/** Checks all traffic without the fast path, as for coverage, since suggestions need every value. */
export async function checkAllTraffic(
  { files, servers, io }: Omit<EditPlanOptions, "spec">,
  contract: Contract,
  note: (exchange: Exchange, result: ExchangeResult) => void,
): Promise<Report> {
  const tally = createReportBuilder(contract);
  const addRecorded: typeof tally.addRecorded = (exchange, result) => {
    tally.addRecorded(exchange, result);
    note(exchange, result);
  };
  await checkRecordings({ contract, tally: { ...tally, addRecorded }, files, servers, io, isCounting: true });
  return tally.report();
}

function createEdit({ contract: { document } }: TrafficCheck, suggestion: Suggestion, texts: FileTexts): SpecEdit {
  const place = document.getOrigin?.(suggestion.at);
  if (place === undefined) return { suggestion, file: document.path, diff: undefined };
  const { path: file, text } = place.file;
  const known = texts.get(file);
  const current = known?.after ?? text;
  const { key, value, ownFile } = suggestion;
  const after = insertAddition(current, place.pointer, key === undefined ? { value } : { key, value });
  const isTaken = ownFile !== undefined && (texts.has(ownFile.path) || existsSync(ownFile.path));
  if (after === undefined || isTaken) return { suggestion, file, diff: undefined };
  texts.set(file, { before: known === undefined ? text : known.before, after });
  const diff = formatUnifiedDiff(file, current, after);
  if (ownFile === undefined) return { suggestion, file, diff };
  const made = serializeFile(ownFile.path, ownFile.value);
  texts.set(ownFile.path, { before: undefined, after: made });
  return { suggestion, file, diff: formatNewFileDiff(ownFile.path, made) + diff };
}

function getDiagnosticKey({ code, message, pointer }: Diagnostic): string {
  return `${code} ${pointer} ${message}`;
}

const MAX_ROUNDS = 6;
