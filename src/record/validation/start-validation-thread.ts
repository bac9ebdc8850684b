import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { BatchValidatorOptions } from "./batch-validator.js";

/**
 * Starts validation-thread.ts. The published package contains it as a compiled file next to this one. In the repository, it
 * is bundled on demand, because threads cannot run TypeScript.
 */
export async function startValidationThread(workerData: BatchValidatorOptions): Promise<Worker> {
  const built = new URL("./validation-thread.js", import.meta.url);
  if (existsSync(built)) return new Worker(built, { workerData, resourceLimits: THREAD_LIMITS });
  threadSource ??= buildThreadSource();
  return new Worker(await threadSource, { eval: true, workerData, resourceLimits: THREAD_LIMITS });
}

/** Validation keeps no objects for long, so a small young generation is sufficient. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 8 };

let threadSource: Promise<string> | undefined;

async function buildThreadSource(): Promise<string> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    write: false,
    bundle: true,
    entryPoints: [fileURLToPath(new URL("./validation-thread.ts", import.meta.url))],
    platform: "node",
    format: "cjs",
    // Optional peers, which the thread loads if it feeds a stream.
    external: ["@nats-io/*"],
    legalComments: "none",
  });
  return outputFiles[0]?.text ?? "";
}
