import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { asObject, type Document, loadPartialDocument, pluralize } from "../../document/index.js";
import type { ClientConfig } from "../../generate/client/client-config.js";
import { generateOutput } from "../../generate/generate.js";
import { GenerateError } from "../../generate/generate-error.js";
import { compileGenerated } from "../../generate/package/compile-generated.js";
import { generatePackage } from "../../generate/package/package-files.js";
import { getToolInfo } from "../../library/tool-info.js";
import { getPackagePage } from "../../report/formatting/text.js";
import { compareGeneratedFiles, formatGenerateCommand, isGenerated } from "../check/generated-files.js";
import type { CommandOptions } from "../options/command-table.js";
import { showStatus } from "../output/progress.js";
import { combineExitCodes, type ExitCode, getErrorMessage, type Io, UsageError } from "../process/io.js";
import { type RunSettings, resolveSettings } from "../settings/run-settings.js";

type GenerateOptions = CommandOptions<"generate">;

/**
 * Runs `contract generate`: writes the types, client and operation table of a spec to a directory, or a package with them. With `--check`, only compares them. With `--compile`, also compiles them.
 *
 * All files are generated before the first is written, so that a directory never holds files of two specs. An operation
 * that the client cannot have is named, and so is a schema that is unusable; the exit code is 1.
 */
export async function runGenerateCommand(options: GenerateOptions, io: Io): Promise<ExitCode> {
  const { check = false, compile = false, quiet = false } = options;
  const { folder, option } = chooseFolder(options);
  if (statSync(folder, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`${option} ${folder} is a file; pass a directory, which is created if it does not exist`);
  }
  const settings = resolveSettings({ config: options.config });
  const spec = options.spec ?? settings.spec;
  const client = resolveClientConfig(options, settings);
  const document = loadPartialDocument(spec);
  assertHasContent(document);
  const work = () =>
    option === "--package" ? generatePackage(document, client, getToolInfo()) : generateOutput(document, client);
  const generate = () => showStatus(io, quiet, { text: `generating from ${spec}`, work });
  if (check) {
    const command = [formatGenerateCommand(spec, options.config), option, folder];
    if (options.with !== undefined) command.push("--with", options.with.join(","));
    const { state, messages, files } = await compareGeneratedFiles(
      document,
      { folder },
      { generate: async () => (await generate()).files, command: command.join(" ") },
    );
    io.stderr([`${folder}: ${state}`, ...messages, ""].join("\n"));
    const compared = state === "up to date" ? 0 : state === "cannot be compared" ? 2 : 1;
    return combineExitCodes(compared, compile ? await reportCompilation(folder, files, io) : 0);
  }
  const { files, omissions, notes, hints } = await generate().catch((error: unknown) => {
    throw error instanceof GenerateError ? new UsageError(error.message, { cause: error }) : error;
  });
  writeGeneratedFiles(folder, files, option);
  for (const note of notes) io.stderr(`${note}\n`);
  if (!quiet) for (const line of listNotes(files, { folder, option, hints })) io.stderr(`${line}\n`);
  return combineExitCodes(reportOmissions(omissions, io), compile ? await reportCompilation(folder, files, io) : 0);
}

async function reportCompilation(folder: string, files: ReadonlyMap<string, string>, io: Io): Promise<ExitCode> {
  const status = { text: `compiling ${folder}`, work: () => compileGenerated(folder, files) };
  const { errors, unchecked } = await showStatus(io, false, status);
  for (const message of [...unchecked, ...errors]) io.stderr(`${message}\n`);
  return errors.length > 0 ? 1 : unchecked.length > 0 ? 2 : 0;
}

/** Lists what was written, and what the configuration could add. */
function listNotes(
  files: ReadonlyMap<string, string>,
  { folder, option, hints }: { readonly folder: string; readonly option: string; readonly hints: readonly string[] },
): readonly string[] {
  return [
    ...formatWrittenFiles(folder, files),
    ...(option === "--package" ? [`publish the package with: ${formatPublishCommand(folder, files)}`] : []),
    ...hints.map((it) => `${it} (${getPackagePage("generated-clients.md")})`),
  ];
}

/** Lists files; the modules of a package, and those of the runtime, are counted by directory. */
function formatWrittenFiles(folder: string, files: ReadonlyMap<string, string>): readonly string[] {
  const totals = new Map<string, { readonly count: number; readonly size: number }>();
  for (const [name, content] of files) {
    const path = /^((esm|cjs)\/(runtime\/)?|runtime\/)/.exec(name)?.[0] ?? name;
    const { count, size } = totals.get(path) ?? { count: 0, size: 0 };
    totals.set(path, { count: count + 1, size: size + Buffer.byteLength(content) });
  }
  return [...totals].map(([path, { count, size }]) => {
    const kilobytes = `${Math.ceil(size / 1024)} KB`;
    return `wrote ${join(folder, path)} (${path.endsWith("/") ? `${pluralize(count, "file")}, ` : ""}${kilobytes})`;
  });
}

/** npm takes a folder without `./` for the name of a package, and publishes scoped packages as private ones. */
export function formatPublishCommand(folder: string, files: ReadonlyMap<string, string>): string {
  const { name } = JSON.parse(files.get("package.json") ?? "{}") as { readonly name?: string };
  const access = name?.startsWith("@") === true ? " --access public" : "";
  return `npm publish ${/^(\.{0,2}\/|[a-z]:)/i.test(folder) ? folder : `./${folder}`}${access}`;
}

function resolveClientConfig(options: GenerateOptions, settings: RunSettings): ClientConfig {
  const { config, spec = settings.spec, with: given = [] } = options;
  // The configuration may be about another spec, unless it is named.
  const client = config !== undefined || spec === settings.spec ? settings.client : undefined;
  return { ...client, with: [...(client?.with ?? []), ...given] };
}

/** @throws UsageError unless exactly one directory is named. */
function chooseFolder({ out, package: packageFolder }: GenerateOptions): {
  readonly folder: string;
  readonly option: "--out" | "--package";
} {
  if ((out === undefined) === (packageFolder === undefined))
    throw new UsageError("pass --out DIR for the files of a project, or --package DIR for a package");
  return out === undefined ? { folder: packageFolder ?? "", option: "--package" } : { folder: out, option: "--out" };
}

function reportOmissions(omissions: readonly string[], io: Io): ExitCode {
  if (omissions.length === 0) return 0;
  for (const omission of omissions) io.stderr(`${omission}\n`);
  io.stderr(`${omissions.length} ${omissions.length === 1 ? "part is" : "parts are"} not in the generated files\n`);
  return 1;
}

/** @throws UsageError when a file cannot be written, or is not one that this command has written. */
function writeGeneratedFiles(out: string, files: ReadonlyMap<string, string>, option: string): void {
  const foreign = [...files.keys()]
    .map((name) => join(out, name))
    .find((path) => existsSync(path) && !isGenerated(path, readFileSync(path, "utf8")));
  if (foreign !== undefined)
    throw new UsageError(
      `${foreign} exists and was not written by contract generate; pass another directory to ${option}, or remove the file`,
    );
  try {
    for (const name of files.keys()) mkdirSync(dirname(join(out, name)), { recursive: true });
    for (const [name, content] of files) writeFileSync(join(out, name), content);
  } catch (error) {
    throw new UsageError(`${option} ${out} cannot be written: ${getErrorMessage(error)}`, { cause: error });
  }
}

/** @throws UsageError for a document from which every file would be empty. */
function assertHasContent({ path, root }: Document): void {
  const parts = ["paths", "webhooks", "components"] as const;
  if (parts.some((name) => Object.keys(asObject(root[name]) ?? {}).length > 0)) return;
  throw new UsageError(
    `${path}: nothing to generate: the document has no paths, webhooks or components; expected an OpenAPI 3.0, 3.1 or 3.2 document with at least one of them; name its main file with --spec`,
  );
}
