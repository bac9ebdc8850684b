import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Exchange, redactSecrets, writeHar } from "../../../src/recording/index.js";

const CLI = join(import.meta.dirname, "../../../node_modules/@redocly/cli/bin/cli.js");

/**
 * Runs `redocly drift` on recorded exchanges. Returns one text per problem, which begins with the operation. Values are masked,
 * so that texts of different runs can be compared.
 */
export async function findDriftProblems(exchanges: readonly Exchange[], server: string): Promise<ReadonlySet<string>> {
  const folder = mkdtempSync(join(tmpdir(), "faults-"));
  try {
    const [har, report] = [join(folder, "traffic.har"), join(folder, "report.sarif")];
    writeFileSync(
      har,
      writeHar(
        exchanges.map((it) => redactSecrets(it)),
        { startedAt: "2026-03-14T12:30:00.000Z" },
      ),
    );
    const args = [CLI, "drift", har, "--api", "spec/openapi.yaml", "--server", server];
    const child = spawn(process.execPath, [...args, "--format", "sarif", "-o", report], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, REDOCLY_TELEMETRY: "off" },
    });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const [status] = (await once(child, "close")) as [number];
    if (status !== 0 && status !== 1) throw new Error(`redocly drift ended with ${status}: ${stderr}`);
    const sarif = JSON.parse(readFileSync(report, "utf8")) as Sarif;
    return new Set(sarif.runs.flatMap(({ results }) => results.map(formatResult)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Sarif = { readonly runs: readonly { readonly results: readonly Result[] }[] };
type Result = {
  readonly ruleId: string;
  readonly message: { readonly text: string };
  readonly properties: {
    readonly operationId?: string;
    readonly method?: string;
    readonly path?: string;
    readonly status?: number;
    readonly target?: string;
    readonly dataPath?: string;
  };
};

function formatResult({ ruleId, message, properties: { operationId, status, target, dataPath } }: Result): string {
  const text = `${ruleId} ${target ?? ""} ${dataPath ?? ""} ${message.text}`;
  return `${operationId ?? "-"} ${status ?? ""} ${text.replaceAll(/"[^"]*"|'[^']*'|[0-9a-f-]{36}|\d+/g, "*")}`;
}
