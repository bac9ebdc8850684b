import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeHar } from "../../../../src/recording/index.js";
import type { OtherTool } from "./rival.js";

const CLI = join(import.meta.dirname, "../../../../node_modules/@redocly/cli/bin/cli.js");

/** Runs `redocly drift` once for all exchanges. It uses SARIF, which names the exchange of each finding, unlike JSON. */
export const redoclyDrift: OtherTool = {
  name: "redocly drift 2.77",
  checkExchanges: async (spec, exchanges) => {
    const folder = mkdtempSync(join(tmpdir(), "mutate-"));
    try {
      const har = join(folder, "traffic.har");
      const report = join(folder, "report.sarif");
      writeFileSync(har, writeHar(exchanges, { startedAt: "2026-03-14T12:30:00.000Z" }));
      const args = [CLI, "drift", har, "--api", spec, "--format", "sarif", "-o", report];
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 28 });
      if (status !== 0 && status !== 1) throw new Error(`redocly drift ended with ${status}: ${stderr}`);
      return groupByExchange(JSON.parse(readFileSync(report, "utf8")), exchanges.length);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

type Sarif = {
  readonly runs: readonly {
    readonly results: readonly {
      readonly ruleId: string;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly properties: { readonly exchangeIndex: number; readonly dataPath?: string };
    }[];
  }[];
};

function groupByExchange(sarif: Sarif, count: number): string[][] {
  const findings: string[][] = Array.from({ length: count }, () => []);
  for (const { ruleId, level, message, properties } of sarif.runs.flatMap(({ results }) => results))
    findings[properties.exchangeIndex]?.push(`${level}: ${ruleId} ${message.text} ${properties.dataPath ?? ""}`);
  return findings;
}
