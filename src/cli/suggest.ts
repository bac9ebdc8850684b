import { readFileSync } from "node:fs";
import { loadDocument } from "../document/index.js";
import { redacted, trafficFiles } from "../exchange/index.js";
import { createContract, createTally, type FindingGroup, type Report } from "../gate/index.js";
import { lint, type Problem } from "../lint/index.js";
import {
  createOpenPoints,
  createSeen,
  insert,
  type OpenPoint,
  overlay,
  type Suggestion,
  suggest as suggestionsFor,
  unifiedDiff,
} from "../suggest/index.js";
import { type CheckOptions, checkSettings } from "./check-settings.js";
import type { ExitCode, Io } from "./io.js";
import { judgeRecordings } from "./judge-recordings.js";
import { isInstalled } from "./own-contract.js";
import { suggestionText } from "./suggestion-text.js";
import { expectFolder } from "./tell.js";
import { UsageError } from "./usage-error.js";
import { writeAll } from "./write-all.js";
import { writeWhole } from "./write-whole.js";

/** The options of `contract suggest`, as the command line gives them. */
export type SuggestOptions = Pick<CheckOptions, "config" | "spec" | "server" | "quiet"> & {
  readonly write?: boolean;
  readonly overlay?: string;
};

/** A suggestion, and what it makes of its file; undefined where it has to be written by hand. */
export type Edit = { readonly suggestion: Suggestion; readonly file: string; readonly diff: string | undefined };

/** `contract suggest`: from the drift in recordings to the smallest edits of the description that know of it. */
export async function suggest(traffic: readonly string[], options: SuggestOptions, io: Io): Promise<ExitCode> {
  expectFolder(options.overlay);
  const settings = checkSettings(traffic, options, "files, folders or globs");
  if (options.write === true && isInstalled(settings.spec))
    throw new UsageError(
      `--write would edit ${settings.spec} of the installed package, which the next installation puts back; give a description of your own with --spec FILE, or keep the edits beside it with --overlay FILE`,
    );
  const files = await trafficFiles(settings.traffic);
  if (files.includes("-"))
    throw new UsageError("recordings are read more than once, and standard input cannot be; name files");
  const means: Means = { spec: settings.spec, servers: settings.servers, files, io, quiet: options.quiet ?? false };
  const shared = await settle(means, true);
  // That an unknown error looks like the others is a guess; where it does not, it stands for itself.
  const plan = shared.hasGuessed && shared.added.length > 0 ? await settle(means, false) : shared;
  if (plan.added.length > 0) {
    const codes = [...new Set(plan.added.map(({ code }) => code))].sort().join(", ");
    io.stderr(`contract suggest: with these edits the same traffic would be told of for something else: ${codes}\n`);
  }
  io.stdout(suggestionText(plan.edits, plan.openPoints));
  for (const it of plan.trouble) io.stderr(`contract suggest: ${it}\n`);
  const done = plan.edits.filter(({ diff }) => diff !== undefined).map(({ suggestion }) => suggestion);
  if (options.overlay !== undefined)
    writeWhole(options.overlay, `${JSON.stringify(overlay(done, plan.title), null, 2)}\n`);
  if (options.write === true && plan.texts.size > 0) {
    refuseWorse(plan);
    writeAll([...plan.texts].map(([path, { before, after }]) => ({ path, before, after })));
    io.stderr(`wrote ${[...plan.texts.keys()].sort().join(", ")}\n`);
  }
  return plan.trouble.length > 0 ? 2 : 0;
}

type Means = {
  readonly spec: string;
  readonly servers: readonly string[];
  readonly files: readonly string[];
  readonly io: Io;
  readonly quiet: boolean;
};

type Texts = Map<string, { readonly before: string; after: string }>;

type Plan = {
  readonly edits: readonly Edit[];
  readonly texts: Texts;
  readonly openPoints: readonly OpenPoint[];
  readonly trouble: readonly string[];
  readonly title: string;
  /** Findings that there are with the edits only. */
  readonly added: readonly FindingGroup[];
  readonly hasGuessed: boolean;
  readonly newProblems: readonly Problem[];
};

/** Edits, and judges again by what is then written, until there is nothing more to suggest: one thing hides another. */
async function settle(means: Means, shares: boolean): Promise<Plan> {
  const texts: Texts = new Map();
  const edits: Edit[] = [];
  const first = await judge(means, texts);
  let last = first;
  for (let round = 0; ; round += 1) {
    const { document, operations } = last.contract;
    const groups = last.report.findings;
    const written = suggestionsFor({ document, operations, groups, seen: last.seen, shares })
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
    hasGuessed: edits.some(({ suggestion }) => suggestion.isShared === true),
    newProblems: lint(last.contract.document).filter((it) => !problems.has(problemKey(it))),
  };
}

type Judged = {
  readonly contract: ReturnType<typeof createContract>;
  readonly report: Report;
  readonly seen: ReturnType<typeof createSeen>;
  readonly openPoints: readonly OpenPoint[];
};

async function judge({ spec, servers, files, io, quiet }: Means, texts: Texts): Promise<Judged> {
  const document = loadDocument(spec, (path) => texts.get(path)?.after ?? readFileSync(path, "utf8"));
  const contract = createContract(document, { servers });
  const tally = createTally(contract);
  const seen = createSeen();
  const openPoints = createOpenPoints(document.root);
  const add: typeof tally.add = (exchange, judgement) => {
    tally.add(exchange, judgement);
    seen.add(exchange, judgement);
    if (judgement.subject !== undefined) openPoints.add(judgement.subject);
  };
  // Every exchange is looked at whole, as it is for coverage.
  await judgeRecordings({ contract, tally: { ...tally, add }, files, servers, io, coverage: true, quiet });
  return { contract, report: tally.report(), seen, openPoints: openPoints.list() };
}

function edit({ contract: { document } }: Judged, suggestion: Suggestion, texts: Texts): Edit {
  const place = document.written?.(suggestion.at);
  if (place === undefined) return { suggestion, file: document.path, diff: undefined };
  const { path: file, text } = place.file;
  const known = texts.get(file);
  const current = known?.after ?? text;
  const { key, value } = suggestion;
  const after = insert(current, place.pointer, key === undefined ? { value } : { key, value });
  if (after === undefined) return { suggestion, file, diff: undefined };
  texts.set(file, { before: known?.before ?? text, after });
  return { suggestion, file, diff: unifiedDiff(file, current, after) };
}

function problemKey({ code, message, pointer }: Problem): string {
  return `${code} ${pointer} ${message}`;
}

function refuseWorse({ added, newProblems: [problem] }: Plan): void {
  if (problem !== undefined)
    throw new UsageError(`the edits would bring a problem of the description: ${problem.message}; nothing was written`);
  if (added.length > 0) throw new UsageError("the edits would bring other findings; nothing was written");
}

const MOST_ROUNDS = 6;
