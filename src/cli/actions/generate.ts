import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asObject, assertComplete, type Document, loadDocument } from "../../document/index.js";
import type { OmittedCall } from "../../generate/client/client-model.js";
import { generateFiles, listOmissions } from "../../generate/generate.js";
import { GenerateError } from "../../generate/generate-error.js";
import { compareGeneratedFiles } from "../check/generated-files.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { resolveSettings } from "../settings/run-settings.js";

/** The options of `contract generate`, as the command line gives them. */
export type GenerateCommandOptions = {
  readonly spec?: string;
  readonly config?: string;
  readonly out: string;
  readonly check?: boolean;
};

/**
 * Runs `contract generate`: writes the bundle, types, client, operation table and validators of a spec to a directory.
 * With `--check`, only compares them.
 *
 * All files are generated before the first is written, so that a directory never holds files of two specs. An operation
 * that the client cannot have is named, and the exit code is 1.
 */
export async function runGenerateCommand(options: GenerateCommandOptions, io: Io): Promise<ExitCode> {
  const { out, config, check = false } = options;
  if (statSync(out, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`--out ${out} is a file; pass a directory, which is created if it does not exist`);
  }
  const settings = resolveSettings(config === undefined ? {} : { config });
  const spec = options.spec ?? settings.spec;
  // The configuration may be about another spec, unless it is named.
  const client = config !== undefined || spec === settings.spec ? settings.client : undefined;
  const document = loadDocument(spec);
  assertComplete(document);
  assertHasContent(document);
  if (check) {
    const { state, messages } = await compareGeneratedFiles(document, out, client);
    io.stderr([`${out}: ${state}`, ...messages, ""].join("\n"));
    return state === "up to date" ? 0 : state === "cannot be compared" ? 2 : 1;
  }
  const files = await generateFiles(document, client).catch((error: unknown) => {
    throw error instanceof GenerateError ? new UsageError(error.message, { cause: error }) : error;
  });
  writeGeneratedFiles(out, files);
  for (const [name, content] of files) {
    io.stderr(`wrote ${join(out, name)} (${Math.ceil(Buffer.byteLength(content) / 1024)} KB)\n`);
  }
  return reportOmissions(listOmissions(document, client), io);
}

function reportOmissions(omissions: readonly OmittedCall[], io: Io): ExitCode {
  if (omissions.length === 0) return 0;
  for (const { operation, pointer, reason } of omissions) {
    io.stderr(`the client has no ${operation} (${pointer}): ${reason}\n`);
  }
  io.stderr(`${omissions.length} ${omissions.length === 1 ? "operation is" : "operations are"} not in the client\n`);
  return 1;
}

/** @throws UsageError when a file cannot be written, or is not one that this command has written. */
function writeGeneratedFiles(out: string, files: ReadonlyMap<string, string>): void {
  const foreign = [...files.keys()]
    .map((name) => join(out, name))
    .find((path) => existsSync(path) && !isGenerated(path));
  if (foreign !== undefined)
    throw new UsageError(
      `${foreign} exists and was not written by contract generate; pass another directory to --out, or remove the file`,
    );
  try {
    mkdirSync(out, { recursive: true });
    for (const [name, content] of files) writeFileSync(join(out, name), content);
  } catch (error) {
    throw new UsageError(`--out ${out} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Whether a file has the mark of generated files. JSON has no comments, so `openapi.json` is recognized by its content. */
function isGenerated(path: string): boolean {
  const text = readFileSync(path, "utf8");
  return path.endsWith(".json")
    ? /^\{\s*"(openapi|swagger|name)"/.test(text)
    : text.slice(0, 400).includes("@generated");
}

/** @throws UsageError for a document from which every file would be empty. */
function assertHasContent({ path, root }: Document): void {
  const parts = ["paths", "webhooks", "components"] as const;
  if (parts.some((name) => Object.keys(asObject(root[name]) ?? {}).length > 0)) return;
  throw new UsageError(
    `${path}: nothing to generate: the document has no paths, webhooks or components; expected an OpenAPI 3.0, 3.1 or 3.2 document with at least one of them; name its main file with --spec`,
  );
}
