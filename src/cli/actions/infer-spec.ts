import { existsSync, writeFileSync } from "node:fs";
import { type JsonObject, loadDocument } from "../../document/index.js";
import { type Contract, createContract, type Report } from "../../gate/index.js";
import {
  createApiOrigins,
  createEmptySpec,
  createPathCollector,
  createServerPathResolver,
  inferSpec,
  type ServerPathResolver,
  serializeFile,
} from "../../suggest/index.js";
import { expandFileArguments } from "../input/expand-file-arguments.js";
import type { CommandOptions } from "../options/command-table.js";
import { assertWritableFile } from "../output/assert-writable-file.js";
import { createWriteError } from "../output/write-file-atomic.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { resolveSettingsWithTraffic } from "../settings/run-settings.js";
import {
  checkAllTraffic,
  type EditPlan,
  type EditPlanOptions,
  type FileTexts,
  planEdits,
} from "../suggest/edit-plan.js";

/**
 * Runs `contract suggest --new`: infers a spec from recordings that the same recordings pass.
 *
 * @throws UsageError when the file already exists, or no host of the recordings looks like an API.
 */
export async function writeInferredSpec(
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
  const { server: given = [], quiet = false } = options;
  const planOptions: EditPlanOptions = { spec: out, servers: given, files, io, quiet };
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
  if (options.allHosts && (options.server ?? []).length > 0)
    throw new UsageError("--all-hosts describes every host and --server names some; give only one of them");
}

type InferredSpec = { readonly spec: JsonObject; readonly otherOrigins: readonly string[] };

/** Reads the recordings three times: for their hosts, for their paths, and for their content. */
async function inferFromFiles(
  planOptions: EditPlanOptions,
  given: readonly string[],
  { allHosts, pages, allRequests }: CommandOptions<"suggest">,
): Promise<InferredSpec> {
  const title = "Recorded traffic";
  const nothing = createSpecContract(createEmptySpec([], title));
  const accepted = allRequests ? "all" : pages ? "pages" : "service";
  const origins = createApiOrigins({ hasAll: allHosts || allRequests, accepted });
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
      ([origin, count]) => `skipped: ${origin} (${count}); pass --server to choose the service, or --all-hosts`,
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
  return `${out}: ${formatCount(paths, "path")}, ${formatCount(operations.length, "operation")}\n${lines.join("")}`;
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Some findings remain because a spec cannot express them, such as a body that is not JSON or has no media type. */
function formatRemainingFindings({ remainingFindings }: EditPlan): string[] {
  return remainingFindings.map(
    ({ code, message, exchanges }) => `remaining finding: ${code}: ${message} (${exchanges})`,
  );
}
