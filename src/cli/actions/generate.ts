import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asObject, assertComplete, type Document, loadDocument } from "../../document/index.js";
import { generateFiles } from "../../generate/generate.js";
import { GenerateError } from "../../generate/generate-error.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";

/**
 * Runs `contract generate`: writes the bundle, types, operation table and validators of a spec to a directory.
 *
 * All files are generated before the first is written, so that a directory never holds files of two specs.
 */
export async function runGenerateCommand(
  { spec, out }: { readonly spec: string; readonly out: string },
  io: Io,
): Promise<ExitCode> {
  if (statSync(out, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`--out ${out} is a file; pass a directory, which is created if it does not exist`);
  }
  const document = loadDocument(spec);
  assertComplete(document);
  assertHasContent(document);
  const files = await generateFiles(document).catch((error: unknown) => {
    throw error instanceof GenerateError ? new UsageError(error.message, { cause: error }) : error;
  });
  try {
    mkdirSync(out, { recursive: true });
    for (const [name, content] of files) writeFileSync(join(out, name), content);
  } catch (error) {
    throw new UsageError(`--out ${out} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  for (const [name, content] of files) {
    io.stderr(`wrote ${join(out, name)} (${Math.ceil(Buffer.byteLength(content) / 1024)} KB)\n`);
  }
  return 0;
}

/** @throws UsageError for a document from which every file would be empty. */
function assertHasContent({ path, root }: Document): void {
  const parts = ["paths", "webhooks", "components"] as const;
  if (parts.some((name) => Object.keys(asObject(root[name]) ?? {}).length > 0)) return;
  throw new UsageError(
    `${path}: nothing to generate: the document has no paths, webhooks or components; expected an OpenAPI 3.0, 3.1 or 3.2 document with at least one of them; name its main file with --spec`,
  );
}
