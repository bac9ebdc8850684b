import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { run } from "../../src/cli/run.js";
import { hasResponses, isRecord, listOrigins, readSpecFile } from "./spec-file.js";

/** Infers a spec from a recording. Returns the file with the spec, or why there is none. */
export type Tool = {
  readonly name: string;
  readonly infer: (
    recording: string,
    folder: string,
  ) => Promise<{ readonly spec: string } | { readonly reason: string }>;
};

type ToolPaths = { readonly packages: string; readonly mitmproxy2swagger: string };

/** @param packages a folder with `node_modules` that has `har-to-openapi` and `@redocly/cli`. */
export async function loadTools({ packages, mitmproxy2swagger }: ToolPaths): Promise<readonly Tool[]> {
  const modules = resolve(packages, "node_modules");
  const { generateSpec } = await import(join(modules, "har-to-openapi/dist/index.js"));
  const harToOpenApi: Tool = {
    name: "har-to-openapi",
    infer: async (recording, folder) => {
      const har = JSON.parse(readFileSync(recording, "utf8").replace(/^\uFEFF/, ""));
      const { spec } = await generateSpec(har, HAR_TO_OPENAPI_OPTIONS);
      return { spec: writeSpec(join(folder, "har-to-openapi.json"), spec) };
    },
  };
  const mitmproxy: Tool = {
    name: "mitmproxy2swagger",
    infer: async (recording, folder) => {
      const output = join(folder, "mitmproxy2swagger.yaml");
      const args = ["-i", recording, "-o", output, "-p", findPrefix(recording), "-f", "har", "-s"];
      await promisify(execFile)(mitmproxy2swagger, args, LIMITS);
      // The first run lists the paths. The user selects some for the second run: here all of them.
      writeFileSync(output, readFileSync(output, "utf8").replaceAll("ignore:", ""));
      await promisify(execFile)(mitmproxy2swagger, args, LIMITS);
      return { spec: output };
    },
  };
  const redocly: Tool = {
    name: "redocly generate-spec",
    infer: async (recording, folder) => {
      const output = join(folder, "redocly.yaml");
      const args = ["generate-spec", recording, "--openapi-version", "3.1", "--output", output];
      await promisify(execFile)(join(modules, ".bin/redocly"), args, { ...LIMITS, cwd: folder });
      return existsSync(output) ? { spec: output } : { reason: "no file was written" };
    },
  };
  return [SUGGEST, SUGGEST_ALL, harToOpenApi, mitmproxy, redocly].map((tool) => ({
    ...tool,
    infer: catchErrors(tool.infer),
  }));
}

export const SUGGEST: Tool = createSuggest("contract suggest", []);

/** Describes every request, like har-to-openapi. */
const SUGGEST_ALL: Tool = createSuggest("contract suggest --all-requests", ["--all-requests"]);

function createSuggest(name: string, options: readonly string[]): Tool {
  const infer: Tool["infer"] = async (recording, folder) => {
    const output = join(folder, `suggest${options.join("")}-${recording.replace(/\W/g, "-").slice(-80)}.json`);
    const entries = readSpecFile(recording).log?.entries ?? [];
    // Without responses, the hosts of the API have to be named.
    const servers = hasResponses(entries) ? [] : listOrigins(entries).flatMap((origin) => ["--server", origin]);
    const { stderr } = await runContract("suggest", recording, "--new", output, "--quiet", ...servers, ...options);
    const reason = (stderr.trim().split("\n").at(-1) ?? "").replace(/^contract suggest: /, "");
    return existsSync(output) ? { spec: output } : { reason };
  };
  return { name, infer };
}

function catchErrors(infer: Tool["infer"]): Tool["infer"] {
  return async (recording, folder) => {
    try {
      return await infer(recording, folder);
    } catch (error) {
      const lines = (isRecord(error) && typeof error.stderr === "string" ? error.stderr : String(error)).trim();
      return { reason: lines.split("\n").at(-1) ?? "" };
    }
  };
}

function writeSpec(file: string, spec: unknown): string {
  writeFileSync(file, JSON.stringify(spec));
  return file;
}

/** The origin with the most requests. mitmproxy2swagger needs one. */
function findPrefix(recording: string): string {
  const counts = new Map<string, number>();
  for (const { request } of readSpecFile(recording).log?.entries ?? []) {
    if (!URL.canParse(request?.url ?? "")) continue;
    const { origin } = new URL(request?.url ?? "");
    counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? "http://localhost";
}

export async function runContract(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const texts = { stdout: "", stderr: "" };
  const write = (stream: "stdout" | "stderr") => (text: string) => {
    texts[stream] += text;
  };
  const stdin = (async function* () {})();
  const signal = new AbortController().signal;
  const io = { stdin, env: {}, signal, isTerminal: false, today: "2026-02-15" };
  const code = await run(args, { stdout: write("stdout"), stderr: write("stderr"), ...io });
  return { code, ...texts };
}

const LIMITS = { timeout: 120_000, maxBuffer: 2 ** 28 };

/** All hosts in one spec; otherwise it has only the first one. */
const HAR_TO_OPENAPI_OPTIONS = {
  attemptToParameterizeUrl: true,
  forceAllRequestsInSameSpec: true,
  addServersToPaths: true,
};
