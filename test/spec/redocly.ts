import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { projectFolder } from "./spec-files.js";

/** Runs the linter in a project directory that contains `spec/` and `redocly.yaml`. */

export type Problem = { readonly rule: string; readonly file: string; readonly line: number; readonly message: string };

type Report = {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly {
      readonly source: { readonly ref: string };
      readonly start: { readonly line: number };
    }[];
  }[];
};

export function lint(folder: string): { readonly status: number | null; readonly problems: readonly Problem[] } {
  const { status, stdout, stderr } = spawnSync(
    join(projectFolder, "node_modules/.bin/redocly"),
    ["lint", "spec/openapi.yaml", "--format=json", "--max-problems=1000"],
    {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  if (!stdout.startsWith("{")) throw new Error(`The linter did not run: ${stderr}`);
  const { problems } = JSON.parse(stdout) as Report;
  return {
    status,
    problems: problems.map(({ ruleId, message, location }) => ({
      rule: ruleId,
      message,
      file: location[0]?.source.ref ?? "",
      line: location[0]?.start.line ?? 0,
    })),
  };
}
