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

export async function compareGeneratedFiles(
  document: Document,
  folder: string,
  client?: ClientConfig,
): Promise<GeneratedFilesStatus> {
  const fix = `run contract generate --spec ${document.path} --out ${folder}`;
  if (!existsSync(folder))
    return { state: "missing", messages: [`directory ${folder} of generated files does not exist: ${fix}`] };
  const generated = await generateFiles(document, client).catch((error: unknown) => {
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
