import { existsSync, writeFileSync } from "node:fs";
import { type Contract, createContract, type Report } from "../../check/index.js";
import { isSpecUrl, type JsonObject, loadDocument, pluralize } from "../../document/index.js";
import { findTrafficFiles } from "../../recording/index.js";
import {
  createApiOrigins,
  createEmptySpec,
  createOverlay,
  createPathCollector,
  createServerPathResolver,
  inferSpec,
  type OpenQuestion,
  type ServerPathResolver,
  serializeFile,
} from "../../suggest/index.js";
import { isInstalledSpec, reportBuiltInSpec } from "../input/built-in-spec.js";
import type { CommandOptions } from "../options/command-table.js";
import {
  assertWritableFile,
  createWriteError,
  writeFileAtomic,
  writeFilesAtomically,
} from "../output/write-file-atomic.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { resolveSettingsWithTraffic } from "../settings/run-settings.js";
import {
  checkAllTraffic,
  type EditPlan,
  type EditPlanOptions,
  type FileTexts,
  planEdits,
  type SpecEdit,
} from "../suggest/edit-plan.js";

/** Runs `contract suggest`: suggests minimal spec edits that document the undocumented data of recordings. */
export async function runSuggestCommand(
  traffic: readonly string[],
  options: CommandOptions<"suggest">,
  io: Io,
): Promise<ExitCode> {
  if (options.new !== undefined) return writeInferredSpec(traffic, { ...options, new: options.new }, io);
  if (options.scope !== undefined)
    throw new UsageError("--scope chooses what a new spec describes; name its file with --new FILE");
  assertWritableFile(options.overlay);
  const settings = resolveSettingsWithTraffic(traffic, options, { accepted: "files, directories or globs" });
  reportBuiltInSpec(settings, "suggest", io);
  if (options.write === true && isInstalledSpec(settings.spec))
    throw new UsageError(
      `--write would edit ${settings.spec} of the installed package, which the next installation overwrites; pass your own spec with --spec FILE, or write the edits to an overlay with --overlay FILE`,
    );
  if (options.write === true && isSpecUrl(settings.spec))
    throw new UsageError(`--write cannot edit ${settings.spec}; download the spec, or use --overlay FILE`);
  const files = await expandFileArguments(settings.traffic);
  const planOptions: EditPlanOptions = { ...settings, files, io };
  const shared = await planEdits(planOptions, true);
  // The first plan assumes that an undocumented error has the shared error schema. If that fails, each gets its own schema.
  const plan = shared.hasSharedGuess && shared.newFindings.length > 0 ? await planEdits(planOptions, false) : shared;
  if (plan.newFindings.length > 0) {
    const codes = [...new Set(plan.newFindings.map(({ code }) => code))].sort().join(", ");
    io.stderr(`contract suggest: with these edits the same traffic has new findings: ${codes}\n`);
  }
  io.stdout(formatSuggestions(plan.edits, plan.openQuestions, plan.incompleteReasons.length > 0));
  for (const it of plan.incompleteReasons) io.stderr(`contract suggest: ${it}\n`);
  const applied = plan.edits.filter(({ diff }) => diff !== undefined).map(({ suggestion }) => suggestion);
  if (options.overlay !== undefined)
    writeFileAtomic(
      options.overlay,
      `${JSON.stringify(createOverlay(applied, `Seen in traffic: ${plan.title}`), null, 2)}\n`,
    );
  if (options.write === true && plan.texts.size > 0) {
    assertNoNewFindings(plan);
    writeFilesAtomically([...plan.texts].map(([path, { before, after }]) => ({ path, before, after })));
    io.stderr(`wrote ${[...plan.texts.keys()].sort().join(", ")}\n`);
  }
  return plan.incompleteReasons.length > 0 ? 2 : 0;
}

function assertNoNewFindings({ newFindings, newDiagnostics: [diagnostic] }: EditPlan): void {
  if (diagnostic !== undefined)
    throw new UsageError(`nothing was written: the edited spec would be invalid: ${diagnostic.message}`);
  if (newFindings.length > 0)
    throw new UsageError("nothing was written: with the edits the traffic would have new findings");
}

/** Formats each edit as its evidence and a diff, followed by what the traffic shows about the open questions of the spec. */
export function formatSuggestions(
  edits: readonly SpecEdit[],
  openQuestions: readonly OpenQuestion[],
  isIncomplete = false,
): string {
  const parts = edits.map(
    ({ suggestion, file, diff }) =>
      `# ${suggestion.title}: ${formatEvidence(suggestion.evidence)}\n${
        diff?.replaceAll("\r\n", "\n") ??
        `# edit ${file} manually, at ${suggestion.at}: ${JSON.stringify(suggestion.value)}\n`
      }`,
  );
  const isNothing = edits.length === 0 && !isIncomplete;
  const nothing = isNothing ? ["Nothing to suggest: no edit would document more of the traffic.\n"] : [];
  const open =
    openQuestions.length === 0 ? [] : [`Open questions in the traffic\n${formatOpenQuestions(openQuestions)}`];
  return [...parts, ...nothing, ...open].join("\n");
}

type Evidence = SpecEdit["suggestion"]["evidence"];

function formatEvidence({ exchanges, of, first, last }: Evidence): string {
  return `${exchanges} of ${pluralize(of, "exchange")}, first ${formatSighting(first)}, last ${formatSighting(last)}`;
}

function formatSighting({ source, index, startedAt }: Evidence["first"]): string {
  return `${source}#${index}${startedAt === undefined ? "" : ` (${startedAt})`}`;
}

function formatOpenQuestions(questions: readonly OpenQuestion[]): string {
  const lines = questions.map(({ id, exchanges, types, values }) => {
    if (exchanges === 0) return `  ${id}: no exchanges\n`;
    const counts = [formatCounts(types), formatCounts(values)].filter((it) => it !== "").join("; ");
    return `  ${id}: ${pluralize(exchanges, "exchange")}${counts === "" ? "" : `; ${counts}`}\n`;
  });
  return lines.join("");
}

function formatCounts(counts: Readonly<Record<string, number>>): string {
  const all = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  const rest = all.length > MAX_SHOWN_VALUES ? [`and ${all.length - MAX_SHOWN_VALUES} more`] : [];
  return [...all.slice(0, MAX_SHOWN_VALUES), ...rest].join(", ");
}

const MAX_SHOWN_VALUES = 12;

/**
 * Runs `contract suggest --new`: infers a spec from recordings that the same recordings pass.
 *
 * @throws UsageError when the file already exists, or no host of the recordings looks like an API.
 */
async function writeInferredSpec(
  traffic: readonly string[],
  options: CommandOptions<"suggest"> & { readonly new: string },
  io: Io,
): Promise<ExitCode> {
  const out = options.new;
  assertCompatibleOptions(options);
  assertWritableFile(out);
  if (existsSync(out)) throw new UsageError(`${out} already exists; name a new file`);
  const { new: _, ...rest } = options;
  const files = await expandFileArguments(
    resolveSettingsWithTraffic(traffic, rest, { accepted: "files, directories or globs" }).traffic,
  );
  const { server: given = [] } = options;
  const planOptions: EditPlanOptions = { spec: out, servers: given, files, io };
  const { spec, otherOrigins } = await inferFromFiles(planOptions, given, options);
  const text = serializeFile(out, spec);
  const texts: FileTexts = new Map([[out, { before: text, after: text }]]);
  // The inferred spec lists its servers.
  const plan = await planEdits({ ...planOptions, servers: [] }, false, texts);
  io.stdout(formatSpecSummary(out, plan.contract));
  for (const line of [...otherOrigins, ...formatRemainingFindings(plan), ...plan.incompleteReasons])
    io.stderr(`contract suggest: ${line}\n`);
  try {
    writeFileSync(out, texts.get(out)?.after ?? text, { flag: "wx" });
  } catch (error) {
    throw createWriteError(out, error);
  }
  return plan.incompleteReasons.length > 0 ? 2 : 0;
}

function assertCompatibleOptions(options: CommandOptions<"suggest">): void {
  const other = (["spec", "write", "overlay"] as const).find((name) => options[name] !== undefined);
  if (other !== undefined)
    throw new UsageError(
      `--new infers a spec from the traffic alone and --${other} edits an existing one; give only one of them`,
    );
  if (options.scope?.includes("hosts") && (options.server ?? []).length > 0)
    throw new UsageError("--scope hosts describes every host and --server names some; give only one of them");
}

/** Reads the recordings three times: for their hosts, for their paths, and for their content. */
async function inferFromFiles(
  planOptions: EditPlanOptions,
  given: readonly string[],
  { scope = [] }: CommandOptions<"suggest">,
) {
  const title = "Recorded traffic";
  const nothing = createSpecContract(createEmptySpec([], title));
  const hasAllRequests = scope.includes("requests");
  const accepted = hasAllRequests ? "all" : scope.includes("pages") ? "pages" : "service";
  const origins = createApiOrigins({ hasAll: hasAllRequests || scope.includes("hosts"), accepted });
  let unanswered = 0;
  const report = await checkAllTraffic(planOptions, nothing, (exchange) => {
    if (exchange.incomplete !== undefined) unanswered += 1;
    origins.add(exchange);
  });
  const servers = given.length > 0 ? given : origins.selected();
  const [main] = servers;
  if (main === undefined)
    throw new UsageError(
      `no host in the recordings looks like an API${explainNoService(report, unanswered)}; pass its base URL with --server`,
    );
  const paths = createPathCollector(createPathReader(servers), "3.2", {
    isNewSpec: true,
    acceptsUnanswered: given.length > 0,
    accepted,
  });
  await checkAllTraffic(planOptions, nothing, paths.add);
  const sampler = paths.createSampler([]);
  await checkAllTraffic(planOptions, nothing, sampler.add);
  const others = given.length > 0 ? [] : origins.others();
  return {
    spec: inferSpec(createEmptySpec([main], new URL(main).host), sampler.paths()),
    otherOrigins: others.map(
      ([origin, count]) => `skipped: ${origin} (${count}); pass --server to choose the service, or --scope hosts`,
    ),
  };
}

function explainNoService({ summary, unreadable }: Report, unanswered: number): string {
  const [first] = unreadable;
  if (unanswered > 0 && unanswered === summary.exchanges)
    return `: ${unanswered === 1 ? "the exchange has" : `all ${unanswered} exchanges have`} no response`;
  return first === undefined ? "" : `: ${unreadable.length} could not be read, the first because ${first.reason}`;
}

function createSpecContract(spec: JsonObject): Contract {
  return createContract(loadDocument("openapi.json", () => JSON.stringify(spec)));
}

/** The first server is the server of the spec. Paths of other servers get a `servers` of their own. */
function createPathReader(servers: readonly string[]): ServerPathResolver {
  const readers = servers.map((url, index) => ({
    read: createServerPathResolver(createSpecContract(createEmptySpec([url], url)).document, [], []),
    servers: index === 0 ? undefined : [{ url }],
  }));
  return (url) => {
    for (const { read, servers: own } of readers) {
      const place = read(url);
      if (place !== undefined) return { path: place.path, servers: own };
    }
    return undefined;
  };
}

function formatSpecSummary(out: string, { operations }: Contract): string {
  const width = Math.max(0, ...operations.map(({ method }) => method.length));
  const lines = operations.map(
    ({ method, path, responses }) =>
      `  ${method.padEnd(width)}  ${path}  ${responses.map(({ status }) => status).join(" ")}\n`,
  );
  const paths = new Set(operations.map(({ path }) => path)).size;
  return `${out}: ${pluralize(paths, "path")}, ${pluralize(operations.length, "operation")}\n${lines.join("")}`;
}

/** Some findings remain because a spec cannot express them, such as a body that is not JSON or has no media type. */
function formatRemainingFindings({ remainingFindings }: EditPlan): string[] {
  return remainingFindings.map(
    ({ code, message, exchanges }) => `remaining finding: ${code}: ${message} (${exchanges})`,
  );
}

/**
 * Expands directories and globs to files, for a command that reads them more than once.
 *
 * @throws UsageError for standard input.
 */
async function expandFileArguments(traffic: readonly string[]): Promise<readonly string[]> {
  const files = await findTrafficFiles(traffic);
  if (files.includes("-"))
    throw new UsageError("standard input cannot be read more than once; name files instead of -");
  return files;
}
