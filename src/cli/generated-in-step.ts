import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Document } from "../document/index.js";
import { generateFiles } from "../generate/generate.js";
import { GenerateError } from "../generate/generate-error.js";

/** What of a folder that `contract generate` has written is no longer what the description says. */
export async function outOfStep(document: Document, folder: string): Promise<string[]> {
  const files = await generateFiles(document).catch((error: unknown) => {
    if (error instanceof GenerateError) return `${folder} cannot be compared: ${error.message}`;
    throw error;
  });
  if (typeof files === "string") return [files];
  return [...files].flatMap(([name, content]) => {
    const path = join(folder, name);
    const written = textOf(path);
    if (written === content) return [];
    const state = written === undefined ? "is not there" : "is not what the description says";
    return [`${path} ${state}: run contract generate --spec ${document.path} --out ${folder}`];
  });
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
