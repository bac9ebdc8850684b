import { existsSync, readFileSync } from "node:fs";
import { loadDocument } from "../document/index.js";
import { type Exchange, redacted } from "../exchange/index.js";
import {
  type Contract,
  createContract,
  createTally,
  type FindingGroup,
  type Judgement,
  type Report,
} from "../gate/index.js";
import { lint, type Problem } from "../lint/index.js";
import {
  createOpenPoints,
  createPathsFound,
  createPlaces,
  createSeen,
  diffOfNew,
  fileText,
  insert,
  type NewPath,
  newOperations,
  type OpenPoint,
  type Suggestion,
  suggest as suggestionsFor,
  unifiedDiff,
} from "../suggest/index.js";
import type { Io } from "./io.js";
import { judgeRecordings } from "./judge-recordings.js";

/** A suggestion, and what it makes of its file; undefined where it has to be written by hand. */
export type Edit = { readonly suggestion: Suggestion; readonly file: string; readonly diff: string | undefined };

export type Means = {
  readonly spec: string;
  readonly servers: readonly string[];
  readonly files: readonly string[];
  readonly io: Io;
  readonly quiet: boolean;
};

/** Files by their paths; those that are made have no text before. */
export type Texts = Map<string, { readonly before: string | undefined; after: string }>;

export type Plan = {
  readonly edits: readonly Edit[];
  readonly texts: Texts;
  readonly openPoints: readonly OpenPoint[];
  readonly trouble: readonly string[];
  readonly title: string;
  /** Findings that there are with the edits only. */
  readonly added: readonly FindingGroup[];
  /** Findings that there are with the edits. */
  readonly left: readonly FindingGroup[];
  readonly contract: Contract;
  readonly hasGuessed: boolean;
  readonly newProblems: readonly Problem[];
};

/**
 * Edits, and judges again by what is then written, until there is nothing more to suggest: one thing hides another.
 *
 * @param shares whether an unknown error is taken for one like the others.
 * @param texts what stands in files that are not written yet.
 */
export async function settle(means: Means, shares: boolean, texts: Texts = new Map()): Promise<Plan> {
  const edits: Edit[] = [];
  const first = await judge(means, texts);
  let last = first;
  for (let round = 0; ; round += 1) {
    const { seen } = last;
    const { document, operations } = last.contract;
    const groups = last.report.findings;
    const paths = await newPaths(means, last);
    const written = [
      ...suggestionsFor({ document, operations, groups, seen, shares }),
      ...newOperations({ document, operations, components: seen.components, methods: seen.methods.values(), paths }),
    ]
      .filter(({ bundled }) => !JSON.stringify(bundled).includes(redacted))
      .map((suggestion) => edit(last, suggestion, texts));
    const isLast = written.every(({ diff }) => diff === undefined) || round === MOST_ROUNDS - 1;
    edits.push(...written.filter(({ diff }) => isLast || diff !== undefined));
    if (isLast) break;
    last = await judge(means, texts);
  }
  const before = new Set(first.report.findings.map(({ fingerprint }) => fingerprint));
  const problems = new Set(lint(first.contract.document).map(problemKey));
  return {
    edits,
    texts,
    openPoints: first.openPoints,
    trouble: [...first.report.trouble, ...first.report.unreadable.map(({ reason }) => reason)],
    title: first.report.spec.title,
    added: last.report.findings.filter(({ fingerprint }) => !before.has(fingerprint)),
    left: last.report.findings,
    contract: last.contract,
    hasGuessed: edits.some(({ suggestion }) => suggestion.isShared === true),
    newProblems: lint(last.contract.document).filter((it) => !problems.has(problemKey(it))),
  };
}

type Judged = {
  readonly contract: Contract;
  readonly report: Report;
  readonly seen: ReturnType<typeof createSeen>;
  readonly paths: ReturnType<typeof createPathsFound>;
  readonly openPoints: readonly OpenPoint[];
};

async function judge(means: Means, texts: Texts): Promise<Judged> {
  const document = loadDocument(means.spec, (path) => texts.get(path)?.after ?? readFileSync(path, "utf8"));
  const contract = createContract(document, { servers: means.servers });
  const seen = createSeen(document);
  const paths = createPathsFound(createPlaces(document, contract.operations, means.servers));
  const openPoints = createOpenPoints(document.root);
  const report = await readAll(means, contract, (exchange, judgement) => {
    seen.add(exchange, judgement);
    const isOther = judgement.findings.some(({ code }) => code !== "request.path.undocumented");
    if (judgement.operation === undefined && !isOther) paths.add(exchange);
    if (judgement.subject !== undefined) openPoints.add(judgement.subject);
  });
  return { contract, report, seen, paths, openPoints: openPoints.list() };
}

/** What is to be known of a path depends on all paths, so that they are read a second time. */
async function newPaths(means: Means, { contract, seen, paths }: Judged): Promise<readonly NewPath[]> {
  if (paths.size() === 0) return [];
  const sampler = paths.sampler(
    contract.operations.filter(({ kind }) => kind === "path").map(({ path }) => path),
    seen.components,
  );
  await readAll(means, contract, (exchange, { operation }) => {
    if (operation === undefined) sampler.add(exchange);
  });
  return sampler.paths();
}

/** Reads all traffic; every exchange is looked at whole, as it is for coverage. */
export async function readAll(
  { files, servers, io, quiet }: Omit<Means, "spec">,
  contract: Contract,
  note: (exchange: Exchange, judgement: Judgement) => void,
): Promise<Report> {
  const tally = createTally(contract);
  const add: typeof tally.add = (exchange, judgement) => {
    tally.add(exchange, judgement);
    note(exchange, judgement);
  };
  await judgeRecordings({ contract, tally: { ...tally, add }, files, servers, io, coverage: true, quiet });
  return tally.report();
}

function edit({ contract: { document } }: Judged, suggestion: Suggestion, texts: Texts): Edit {
  const place = document.written?.(suggestion.at);
  if (place === undefined) return { suggestion, file: document.path, diff: undefined };
  const { path: file, text } = place.file;
  const known = texts.get(file);
  const current = known?.after ?? text;
  const { key, value, ownFile } = suggestion;
  const after = insert(current, place.pointer, key === undefined ? { value } : { key, value });
  const isTaken = ownFile !== undefined && (texts.has(ownFile.path) || existsSync(ownFile.path));
  if (after === undefined || isTaken) return { suggestion, file, diff: undefined };
  texts.set(file, { before: known === undefined ? text : known.before, after });
  const diff = unifiedDiff(file, current, after);
  if (ownFile === undefined) return { suggestion, file, diff };
  const made = fileText(ownFile.path, ownFile.value);
  texts.set(ownFile.path, { before: undefined, after: made });
  return { suggestion, file, diff: diffOfNew(ownFile.path, made) + diff };
}

function problemKey({ code, message, pointer }: Problem): string {
  return `${code} ${pointer} ${message}`;
}

const MOST_ROUNDS = 6;
