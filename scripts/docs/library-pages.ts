import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { correctAnchors } from "./library-anchors.js";

/** The entry points of the package: the name that programs import, the source, and the file that TypeDoc writes. */
const ENTRY_POINTS = [
  { name: "commerce-contract", source: "src/index.ts", file: "index.md" },
  { name: "commerce-contract/client", source: "src/client/index.ts", file: "client.md" },
  { name: "commerce-contract/validate", source: "src/client/validate-calls.ts", file: "client/validate-calls.md" },
  { name: "commerce-contract/webhooks", source: "src/webhooks/index.ts", file: "webhooks.md" },
  { name: "commerce-contract/verify", source: "src/webhooks/verify.ts", file: "webhooks/verify.md" },
  { name: "commerce-contract/gate", source: "src/library/index.ts", file: "library.md" },
  { name: "commerce-contract/sandbox", source: "src/sandbox/index.ts", file: "sandbox.md" },
  { name: "commerce-contract/middleware", source: "src/middleware/index.ts", file: "middleware.md" },
  { name: "commerce-contract/testing", source: "src/testing/index.ts", file: "testing.md" },
] as const;

/** Creates a page for each entry point of the package from its types, with TypeDoc, which site/package.json installs. */
export function createLibraryPages(): Map<string, string> {
  installTools();
  const out = mkdtempSync(join(tmpdir(), "typedoc-"));
  const entries = ENTRY_POINTS.flatMap(({ source }) => ["--entryPoints", source]);
  run(process.execPath, ["site/node_modules/typedoc/bin/typedoc", ...TYPEDOC, "--out", out, ...entries]);
  const pages = ENTRY_POINTS.map(({ name, file }): [string, string] => {
    const text = readFileSync(join(out, file), "utf8").replace(/^# .*\n+/, "");
    return [
      `library/${getPageName(file)}`,
      `# ${name}\n\n${text.replaceAll("](index.md", "](main.md").replaceAll("../index.md", "../main.md")}`,
    ];
  });
  rmSync(out, { recursive: true });
  return correctAnchors(new Map(pages));
}

/** A page cannot be called `index`. */
function getPageName(file: string): string {
  return file === "index.md" ? "main.md" : file;
}

function installTools(): void {
  const lock = readFileSync("site/package-lock.json", "utf8");
  const installed = "site/node_modules/.installed-lock.json";
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) return;
  run("npm", ["ci", "--no-audit", "--no-fund"], "site");
  writeFileSync(installed, lock);
}

const TYPEDOC = [
  ...["--plugin", "typedoc-plugin-markdown", "--tsconfig", "tsconfig.json", "--skipErrorChecking", "--readme", "none"],
  ...["--outputFileStrategy", "modules", "--entryFileName", "modules", "--hidePageHeader", "--hideBreadcrumbs"],
  ...["--disableSources", "--excludePrivate", "--excludeInternal", "--parametersFormat", "list", "--logLevel", "Error"],
  // The types of the API are on the pages of its schemas.
  ...["--exclude", "generated/**", "--excludeExternals"],
];

function run(command: string, args: readonly string[], cwd = "."): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
}
