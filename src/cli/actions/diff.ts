import { dirname } from "node:path";
import { selectOperations } from "../../check/index.js";
import {
  applyPolicy,
  checkVersion,
  type DiffFinding,
  type DiffOptions,
  type DiffResult,
  diffInSteps,
  getVersionBump,
  mergeFindings,
} from "../../diff/index.js";
import {
  asObject,
  assertComplete,
  type Document,
  findIgnoreReason,
  listOperations,
  type Operation,
} from "../../document/index.js";
import { acceptChanges } from "../../report/accepted.js";
import {
  type ComparedChange,
  type ComparedSpec,
  DIFF_REPORTS,
  type DiffReportInput,
} from "../../report/diff/formats.js";
import { CHANGELOG } from "../../report/index.js";
import { assertTrafficOptions, computeTrafficWeights, type TrafficWeights } from "../check/diff-traffic.js";
import { readSpecAtRevision, type SpecRevision } from "../input/spec-revision.js";
import type { CommandOptions } from "../options/command-table.js";
import { createReportContext, openReports } from "../output/finish-run.js";
import { showStatus, startProgress } from "../output/progress.js";
import type { ExitCode, Io } from "../process/io.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import { type BaselineSettings, readConfigFile, resolveBaseline } from "../settings/run-settings.js";

type SpecNames = { readonly old: string; readonly new: string };

/** Runs `contract diff`: reports breaking changes between two specs. */
export async function runDiffCommand(
  old: string,
  next: string,
  options: CommandOptions<"diff">,
  io: Io,
): Promise<ExitCode> {
  const { format, quiet = false } = options;
  const { write } = openReports("diff", { ...readDiffSettings(options), format, quiet }, io, [CHANGELOG]);
  const { finish, ...compared } = await compareUnweighed({ old, new: next }, options, io);
  const input = { ...finish(await computeTrafficWeights(compared, io)), quiet };
  return write(DIFF_REPORTS, (accepted) => acceptChanges(input, accepted));
}

/** The changes between two specs, before they are weighed by recordings. */
export async function compareUnweighed(names: SpecNames, options: CommandOptions<"diff">, io: Io) {
  const { policy, failOn = "error", servers } = readDiffSettings(options);
  assertTrafficOptions({ ...options, failOn });
  const { quiet = false } = options;
  const described = await showStatus(io, quiet, {
    text: `reading ${names.old} and ${names.new}`,
    work: () => ({ old: readSpecAtRevision(names.old), new: readSpecAtRevision(names.new) }),
  });
  const documents = { old: described.old.document, new: described.new.document };
  assertComplete(documents.old);
  assertComplete(documents.new);
  const only = createOperationFilter(documents, options.only ?? []);
  const compared = await diffUntilInterrupted(documents, only, { io, quiet });
  const changes = applyPolicy(compared.findings, documents, { policy, today: io.today ?? "" });
  const accepted = changes.map((it) => acceptInSpec(it, documents));
  const findings = mergeFindings(accepted, documents);
  const difference = { ...compared, findings, bump: getVersionBump(findings, documents) };
  const finish = (weighed: TrafficWeights | undefined): DiffReportInput => {
    const input: DiffReportInput = {
      difference,
      old: getSpecSummary(described.old),
      new: getSpecSummary(described.new),
      failOn,
      ...(policy.checkVersion === true ? { version: checkVersion(documents, difference.bump) } : {}),
      ...(weighed === undefined ? {} : { traffic: weighed.traffic }),
      isPartial: (options.only ?? []).length > 0,
      ...createReportContext(io),
      source: { old: described.old.lines, new: described.new.lines },
    };
    return { ...input, unchecked: [...listUncompared(difference), ...(weighed?.errors ?? [])] };
  };
  const traffic = servers === undefined ? options : { server: servers, ...options };
  return { documents, findings, options: traffic, finish };
}

/** Accepts a change that the new spec, or else the old one, names in `x-contract-ignore` at its place or above. */
function acceptInSpec(finding: DiffFinding, documents: Record<"old" | "new", Document>): ComparedChange {
  const place = (finding.new ?? finding.old)?.pointer ?? "";
  const reason =
    findIgnoreReason(documents.new, finding.code, place) ??
    findIgnoreReason(documents.old, finding.code, finding.old?.pointer ?? "");
  return reason === undefined ? finding : { ...finding, acceptance: { state: "known", waiver: { reason } } };
}

/** Far more than any known pair of specs needs. */
const MAX_SECONDS = 120;

/** Compares until the time is over or a signal arrives, and then returns what is known. */
async function diffUntilInterrupted(
  documents: Record<"old" | "new", Document>,
  only: NonNullable<DiffOptions["only"]>,
  { io, quiet }: { readonly io: Io; readonly quiet: boolean },
): Promise<DiffResult> {
  const progress = startProgress(io, quiet, "comparisons");
  const end = SYSTEM_CLOCK.now() + MAX_SECONDS * 1000;
  const steps = diffInSteps(documents, { only, isOverdue: () => io.signal.aborted || SYSTEM_CLOCK.now() > end });
  for (;;) {
    const step = steps.next();
    progress.advance(1);
    if (step.done === true) {
      progress.stop();
      return step.value;
    }
    // Signals arrive only between tasks of the event loop.
    await new Promise((resume) => setImmediate(resume));
  }
}

/** A diff that compared nothing must not pass. */
function listUncompared({ operations, notCompared }: DiffResult): string[] {
  const [first] = notCompared;
  return [
    ...(operations.old === 0 ? ["the old spec has no operations to compare"] : []),
    ...(first === undefined
      ? []
      : [
          `the run ended before ${notCompared.length} of ${operations.compared + notCompared.length} operations were compared, from ${first} on; compare fewer with --only`,
        ]),
  ];
}

function createOperationFilter(
  { old, new: next }: Record<"old" | "new", Document>,
  only: readonly string[],
): (it: Operation) => boolean {
  const key = ({ kind, method, path }: Operation): string => `${kind} ${method} ${path}`;
  const chosen = new Set(selectOperations([...listOperations(old), ...listOperations(next)], only).map(key));
  return (operation) => chosen.has(key(operation));
}

function getSpecSummary({ document, path, ref }: SpecRevision): ComparedSpec {
  const { title, version } = asObject(document.root.info) ?? {};
  return { path, ...(ref === undefined ? {} : { ref }), title: String(title ?? ""), version: String(version ?? "") };
}

/** Reads the `diff` section, the servers and the baseline of the configuration. The command line overrides it. */
export function readDiffSettings(options: BaselineSettings & Pick<CommandOptions<"diff">, "config" | "failOn">) {
  const { path, config } = readConfigFile(options.config);
  const { failOn, old: _, ...policy } = config.diff ?? {};
  return {
    ...resolveBaseline(options, config, dirname(path ?? "")),
    /** The servers of recordings. */
    servers: config.servers,
    policy: { ...policy, checkVersion: policy.checkVersion ?? false },
    failOn: options.failOn ?? failOn,
  };
}
