import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { JudgeOptions } from "./judge.js";

/**
 * Starts judge-thread.ts. The published package carries it as a file beside this one; in the repository, where no thread can
 * begin with TypeScript, it is made on the spot.
 */
export async function startThread(workerData: JudgeOptions): Promise<Worker> {
  const built = new URL("./judge-thread.js", import.meta.url);
  if (existsSync(built)) return new Worker(built, { workerData, resourceLimits: LIMITS });
  text ??= threadText();
  return new Worker(await text, { eval: true, workerData, resourceLimits: LIMITS });
}

/** Of what is judged nothing is kept: little room for it costs little time. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

let text: Promise<string> | undefined;

async function threadText(): Promise<string> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    write: false,
    bundle: true,
    entryPoints: [fileURLToPath(new URL("./judge-thread.ts", import.meta.url))],
    platform: "node",
    format: "cjs",
    legalComments: "none",
  });
  return outputFiles[0]?.text ?? "";
}
