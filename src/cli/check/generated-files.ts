import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Document } from "../../document/index.js";
import type { ClientConfig } from "../../generate/client/client-config.js";
import { generateFiles } from "../../generate/generate.js";
import { GenerateError } from "../../generate/generate-error.js";

/** Compares a directory written by `contract generate` with what the current spec generates. */
export type GeneratedFilesStatus = {
  readonly state: "up to date" | "outdated" | "cannot be compared" | "missing";
  /** What differs and how to fix it; empty if up to date. */
  readonly messages: readonly string[];
};

type GeneratedTarget = { readonly generate: () => Promise<ReadonlyMap<string, string>>; readonly command: string };

/**
 * @param client what the spec does not say about its client
 * @param target what the directory holds, by default that of `--out`, and the command that writes it
 */
export async function compareGeneratedFiles(
  document: Document,
  folder: string,
  client?: ClientConfig,
  { generate, command }: GeneratedTarget = {
    generate: () => generateFiles(document, client),
    command: `contract generate --spec ${document.path} --out ${folder}`,
  },
): Promise<GeneratedFilesStatus> {
  const fix = `run ${command}`;
  if (!existsSync(folder))
    return { state: "missing", messages: [`directory ${folder} of generated files does not exist: ${fix}`] };
  const generated = await generate().catch((error: unknown) => {
    if (error instanceof GenerateError) return error;
    throw error;
  });
  if (generated instanceof GenerateError)
    return { state: "cannot be compared", messages: [`${folder} cannot be compared: ${generated.message}`] };
  const messages = [...generated].flatMap(([name, content]) => {
    const path = join(folder, name);
    const current = readTextIfExists(path);
    if (current === content) return [];
    return [`${path} ${current === undefined ? "does not exist" : "is outdated"}: ${fix}`];
  });
  return { state: messages.length === 0 ? "up to date" : "outdated", messages };
}

function readTextIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
