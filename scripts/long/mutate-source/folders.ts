/** Which tests are of the same folder as a source. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Folders of `src/` whose behaviour is tested in a folder of another name; the others have one of their own. */
const TESTED_IN: Readonly<Record<string, readonly string[]>> = {
  // Commands that do the work of a folder are tested with it.
  cli: [
    ...["cli", "mock/mock.test.ts", "sandbox/command", "generate/generated.test.ts", "record/feed.test.ts"],
    ...["suggest/cases.test.ts", "suggest/infer-spec.test.ts", "probe/targets.test.ts"],
    ...["diff/policy/policy.test.ts", "diff/traffic/traffic.test.ts"],
  ],
  // Reports are merged, specs joined, deliveries found and coverage of changes measured through the commands.
  check: [
    ...["check", "codes-page.test.ts", "cli/commands/merge.test.ts", "cli/commands/several-specs.test.ts"],
    ...["cli/coverage-since.test.ts", "cli/recorded-deliveries.test.ts"],
  ],
  fast: ["fast", "check"],
  // What only OpenAPI 3.2 defines is tested in a folder of its own.
  schema: [
    ...["schema", "check/cases.test.ts", "check/modes.test.ts", "check/xml-output.test.ts"],
    ...["openapi-3.2/specification-cases.test.ts", "openapi-3.2/exchanges.test.ts"],
  ],
  diff: ["diff", "openapi-3.2/diff.test.ts"],
  document: ["document", "descriptions"],
  generate: [
    ...["generate", "mock/mock-bundle.test.ts"],
    ...["openapi-3.2/generate.test.ts", "openapi-3.2/stream-validators.test.ts"],
  ],
  samples: ["samples", "probe/cases", "diff"],
  // The texts about codes are tested beside the codes.
  report: [...["report", "diff/explanations.test.ts", "cli/commands/explain.test.ts"], "lint/lint.test.ts"],
};

/** Takes seconds for each bug, and is run only for those that the other tests of the folder let pass. */
const COSTLY =
  /client\/(integration|size|types)|sandbox\/(races|model|command)|paging\/(changes|cost)|lint\/robust|lint\/oai-suite|record\/(verdicts|slow|limits)|generate\/(types|generated|validators|tree-shaking)|docs\/(pages|code-samples|generated-pages|output|site\.test)|report\/built-page|probe\/(defects|probe\.test)|diff\/(random-edits|codes-page)|fast\/exchanges\/repeated-findings|recording\/(recording-fuzz|formats\/har\/har-entry-parser)|promises\/replicas|store\/processes|attacks\/attacks|tokens\/password-timing|seed-data\/fixtures|cli\/(interrupted|bad-input|formats|coverage-since|stable|check\/workers|probe\/honest-results|commands\/(gate|listen|merge|stream|token|worker))/;

/** What every command prints, whole: it shows the messages of each folder that the commands use. */
const OUTPUTS = "cli/outputs.test.ts";
const WITHOUT_COMMAND = new Set(["client", "webhooks", "testing", "library", "index.ts"]);

/** Takes a browser, another package manager or minutes, and is not run. */
const LEFT_OUT =
  /client\/smoke|sandbox\/(chaos|admin\/page)|generate\/without-peers|report\/page|docs\/(reference|walk-site)|mutate/;

export function folderOf(path: string): string {
  return path.split("/")[1] ?? "";
}

export function testFilesFor(root: string, folder: string, isCostly: boolean): string[] {
  const folders = TESTED_IN[folder] ?? [folder.replace(/\.ts$/, "")];
  const own = listTestFiles(root, folders).filter((path) => COSTLY.test(path) === isCostly);
  const outputs = isCostly && folder !== "cli" && !WITHOUT_COMMAND.has(folder) ? [OUTPUTS] : [];
  return [...own, ...outputs].map((path) => `test/${path}`).sort();
}

function listTestFiles(root: string, folders: readonly string[]): string[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts") && folders.some((it) => path === it || path.startsWith(`${it}/`)))
    .filter((path) => !LEFT_OUT.test(path));
}
