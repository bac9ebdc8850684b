import { existsSync, readFileSync } from "node:fs";
import { loadDocument } from "../../document/index.js";
import { type Exchange, REDACTED } from "../../exchange/index.js";
import {
  type Contract,
  createContract,
  createReportBuilder,
  type ExchangeResult,
  type FindingGroup,
  type Report,
} from "../../gate/index.js";
import { type LintDiagnostic, lintDocument } from "../../lint/index.js";
import {
  createOpenQuestionCounter,
  createPathCollector,
  createServerPathResolver,
  createTrafficObservations,
  formatNewFileDiff,
  formatUnifiedDiff,
  insertAddition,
  type OpenQuestion,
  type Suggestion,
  serializeFile,
  suggestAdditions as suggestionsFor,
  suggestOperations,
  type UndocumentedPath,
} from "../../suggest/index.js";
import { checkRecordings } from "../check/check-recordings.js";
import type { Io } from "../process/io.js";

/** A suggestion, and what it makes of its file; undefined where it has to be written by hand. */
export type SpecEdit = { readonly suggestion: Suggestion; readonly file: string; readonly diff: string | undefined };

export type EditPlanOptions = {
  readonly spec: string;
  readonly servers: readonly string[];
  readonly files: readonly string[];
  readonly io: Io;
  readonly quiet: boolean;
};

/** Files by their paths; those that are made have no text before. */
export type FileTexts = Map<string, { readonly before: string | undefined; after: string }>;

export type EditPlan = {
  readonly edits: readonly SpecEdit[];
  readonly texts: FileTexts;
  readonly openQuestions: readonly OpenQuestion[];
  readonly incompleteReasons: readonly string[];
  readonly title: string;
  /** Findings that there are with the edits only. */
  readonly newFindings: readonly FindingGroup[];
  /** Findings that there are with the edits. */
  readonly remainingFindings: readonly FindingGroup[];
  readonly contract: Contract;
  readonly hasSharedGuess: boolean;
  readonly newDiagnostics: readonly LintDiagnostic[];
};

/**
 * Edits, and judges again by what is then written, until there is nothing more to suggest: one thing hides another.
 *
 * @param shares whether an unknown error is taken for one like the others.
 * @param texts what stands in files that are not written yet.
 */
export async function planEdits(
  means: EditPlanOptions,
  usesSharedResponses: boolean,
  texts: FileTexts = new Map(),
): Promise<EditPlan> {
  const edits: SpecEdit[] = [];
  const first = await checkTraffic(means, texts);
  let last = first;
  for (let round = 0; ; round += 1) {
    const { observations } = last;
    const { document, operations } = last.contract;
    const groups = last.report.findings;
    const paths = await findNewPaths(means, last);
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
    last = await checkTraffic(means, texts);
  }
  const before = new Set(first.report.findings.map(({ fingerprint }) => fingerprint));
  const problems = new Set(lintDocument(first.contract.document).map(getDiagnosticKey));
  return {
    edits,
    texts,
    openQuestions: first.openQuestions,
    incompleteReasons: [...first.report.runErrors, ...first.report.unreadable.map(({ reason }) => reason)],
    title: first.report.spec.title,
    newFindings: last.report.findings.filter(({ fingerprint }) => !before.has(fingerprint)),
    remainingFindings: last.report.findings,
    contract: last.contract,
    hasSharedGuess: edits.some(({ suggestion }) => suggestion.isShared === true),
    newDiagnostics: lintDocument(last.contract.document).filter((it) => !problems.has(getDiagnosticKey(it))),
  };
}

type TrafficCheck = {
  readonly contract: Contract;
  readonly report: Report;
  readonly observations: ReturnType<typeof createTrafficObservations>;
  readonly paths: ReturnType<typeof createPathCollector>;
  readonly openQuestions: readonly OpenQuestion[];
};

async function checkTraffic(means: EditPlanOptions, texts: FileTexts): Promise<TrafficCheck> {
  const document = loadDocument(means.spec, (path) => texts.get(path)?.after ?? readFileSync(path, "utf8"));
  const contract = createContract(document, { servers: means.servers });
  const observations = createTrafficObservations(document);
  const paths = createPathCollector(createServerPathResolver(document, contract.operations, means.servers));
  const openPoints = createOpenQuestionCounter(document.root);
  const report = await checkAllTraffic(means, contract, (exchange, judgement) => {
    observations.add(exchange, judgement);
    const isOther = judgement.findings.some(({ code }) => code !== "request.path.undocumented");
    if (judgement.operation === undefined && !isOther) paths.add(exchange);
    if (judgement.context !== undefined) openPoints.add(judgement.context);
  });
  return { contract, report, observations, paths, openQuestions: openPoints.list() };
}

/** What is to be known of a path depends on all paths, so that they are read a second time. */
async function findNewPaths(
  means: EditPlanOptions,
  { contract, observations, paths }: TrafficCheck,
): Promise<readonly UndocumentedPath[]> {
  if (paths.size() === 0) return [];
  const sampler = paths.createSampler(
    contract.operations.filter(({ kind }) => kind === "path").map(({ path }) => path),
    observations.components,
  );
  await checkAllTraffic(means, contract, (exchange, { operation }) => {
    if (operation === undefined) sampler.add(exchange);
  });
  return sampler.paths();
}

/** Reads all traffic; every exchange is looked at whole, as it is for coverage. */
export async function checkAllTraffic(
  { files, servers, io, quiet }: Omit<EditPlanOptions, "spec">,
  contract: Contract,
  note: (exchange: Exchange, judgement: ExchangeResult) => void,
): Promise<Report> {
  const tally = createReportBuilder(contract);
  const add: typeof tally.add = (exchange, judgement) => {
    tally.add(exchange, judgement);
    note(exchange, judgement);
  };
  await checkRecordings({ contract, tally: { ...tally, add }, files, servers, io, coverage: true, quiet });
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

function getDiagnosticKey({ code, message, pointer }: LintDiagnostic): string {
  return `${code} ${pointer} ${message}`;
}

const MAX_ROUNDS = 6;
