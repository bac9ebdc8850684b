import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Document } from "../../document/index.js";
import { generateFiles } from "../../generate/generate.js";
import { GenerateError } from "../../generate/generate-error.js";

/** A folder that `contract generate` has written, beside what the description says now. */
export type GeneratedFilesStatus = {
  readonly state: "in step with the description" | "out of step" | "cannot be compared" | "is not there";
  /** What is wrong with it, and how to mend that; nothing when it is in step. */
  readonly messages: readonly string[];
};

export async function compareGeneratedFiles(document: Document, folder: string): Promise<GeneratedFilesStatus> {
  const mending = `run contract generate --spec ${document.path} --out ${folder}`;
  if (!existsSync(folder))
    return { state: "is not there", messages: [`there is no folder ${folder} of generated files: ${mending}`] };
  const files = await generateFiles(document).catch((error: unknown) => {
    if (error instanceof GenerateError) return error;
    throw error;
  });
  if (files instanceof GenerateError)
    return { state: "cannot be compared", messages: [`${folder} cannot be compared: ${files.message}`] };
  const messages = [...files].flatMap(([name, content]) => {
    const path = join(folder, name);
    const written = readTextIfExists(path);
    if (written === content) return [];
    return [`${path} ${written === undefined ? "is not there" : "is not what the description says"}: ${mending}`];
  });
  return { state: messages.length === 0 ? "in step with the description" : "out of step", messages };
}

function readTextIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
