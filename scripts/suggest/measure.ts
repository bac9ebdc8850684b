import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listMissedOperations, type MissedOperation } from "./missed-operations.js";
import { hasResponses, listOperations, listOrigins, readSpecFile, type Spec, type SpecOperation } from "./spec-file.js";
import { runContract, SUGGEST, type Tool } from "./tools.js";

/** What one tool made of one recording. */
export type ToolResult = {
  readonly isWritten: boolean;
  readonly reason: string;
  readonly operations: readonly SpecOperation[];
  readonly templates: number;
  /** The codes of the errors that `contract check` finds in the recording with this spec; undefined if it checked nothing. */
  readonly errors: readonly string[] | undefined;
  readonly passesLint: boolean;
};

export type RecordingResult = {
  readonly file: string;
  readonly hasResponses: boolean;
  readonly tools: ReadonlyMap<string, ToolResult>;
  readonly components: number;
  readonly references: number;
  /** The operations of har-to-openapi that the specs of our tools lack, by tool. */
  readonly missed: ReadonlyMap<string, readonly MissedOperation[]>;
  /** The exchanges of the second half that have an operation in the spec of the first half. */
  readonly secondHalf: { readonly passed: number; readonly checked: number; readonly undocumented: number } | undefined;
};

export async function measureRecording(
  path: string,
  file: string,
  { tools, folder }: { readonly tools: readonly Tool[]; readonly folder: string },
): Promise<RecordingResult> {
  const entries = readSpecFile(path).log?.entries ?? [];
  const results = new Map<string, ToolResult>();
  const specs = new Map<string, Spec>();
  for (const tool of tools) {
    const made = await tool.infer(path, folder);
    const spec = "spec" in made ? readSpecFile(made.spec) : {};
    specs.set(tool.name, spec);
    const operations = listOperations(spec);
    const isWritten = "spec" in made && operations.length > 0;
    results.set(tool.name, {
      isWritten,
      reason: "reason" in made ? made.reason : isWritten ? "" : "no operations",
      operations,
      templates: Object.keys(spec.paths ?? {}).filter((template) => template.includes("{")).length,
      errors: isWritten ? await findErrors(path, made.spec, spec) : undefined,
      passesLint: isWritten && (await runContract("lint", made.spec)).code === 0,
    });
  }
  const theirs = results.get("har-to-openapi")?.operations ?? [];
  const missed = [...specs]
    .filter(([name]) => name.startsWith("contract "))
    .map(([name, spec]) => [name, listMissedOperations(theirs, spec, entries)] as const);
  return {
    file,
    hasResponses: hasResponses(entries),
    tools: results,
    missed: new Map(missed),
    ...countComponents(specs.get(SUGGEST.name) ?? {}),
    secondHalf: await checkSecondHalf(entries, folder),
  };
}

function countComponents({ components, paths = {} }: Spec): Pick<RecordingResult, "components" | "references"> {
  const references = JSON.stringify(paths).match(/"\$ref"/g)?.length ?? 0;
  return { components: Object.keys(components?.schemas ?? {}).length, references };
}

async function findErrors(recording: string, file: string, spec: Spec): Promise<readonly string[] | undefined> {
  const origins = spec.servers === undefined ? listOrigins(readSpecFile(recording).log?.entries ?? []) : [];
  const servers = origins.flatMap((origin) => ["--server", origin]);
  const report = await checkTraffic(recording, file, servers);
  return report === undefined || report.passed + report.failed === 0 ? undefined : report.codes;
}

type Report = {
  readonly passed: number;
  readonly failed: number;
  readonly undocumented: number;
  readonly codes: string[];
};

async function checkTraffic(
  recording: string,
  spec: string,
  options: readonly string[] = [],
): Promise<Report | undefined> {
  const { stdout } = await runContract("check", recording, "--spec", spec, "--format", "json", ...options);
  if (stdout === "") return undefined;
  const { summary, findings } = JSON.parse(stdout);
  const errors = findings.filter(({ level }: { level: string }) => level === "error");
  const missing = errors.filter(({ code }: { code: string }) => /^request\.(?:path|method)\.undocumented$/.test(code));
  const undocumented = missing.reduce((sum: number, { exchanges }: { exchanges: number }) => sum + exchanges, 0);
  return {
    passed: summary.passed + summary.partial,
    failed: summary.failed - undocumented,
    undocumented,
    codes: [...new Set<string>(errors.map(({ code }: { code: string }) => code))],
  };
}

async function checkSecondHalf(entries: readonly object[], folder: string): Promise<RecordingResult["secondHalf"]> {
  if (entries.length < 2) return undefined;
  const half = Math.ceil(entries.length / 2);
  const [first, second] = [entries.slice(0, half), entries.slice(half)].map((part, index) => {
    const file = join(folder, `half-${index}.har`);
    writeFileSync(file, JSON.stringify({ log: { version: "1.2", entries: part } }));
    return file;
  });
  const early = await SUGGEST.infer(first ?? "", folder);
  if (!("spec" in early)) return undefined;
  const report = await checkTraffic(second ?? "", early.spec);
  return report && { passed: report.passed, checked: report.passed + report.failed, undocumented: report.undocumented };
}
