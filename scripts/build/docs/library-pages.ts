import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";
import { correctAnchors } from "./library-anchors.js";

type EntryPoint = {
  /** What programs import, such as `commerce-contract/client`. */
  readonly name: string;
  readonly source: string;
  /** The file of TypeDoc. */
  readonly file: string;
  /** The file of the site. */
  readonly page: string;
};

/**
 * Creates a page for each entry point of the package from its types, with TypeDoc, which site/package.json installs.
 *
 * @param names entry points, such as `./client`; the default is all. Few take a fraction of the time.
 */
export function createLibraryPages(names?: readonly string[]): Map<string, string> {
  const entries = listEntryPoints(names);
  const out = mkdtempSync(join(tmpdir(), "typedoc-"));
  const config = join(out, "tsconfig.json");
  const files = entries.map(({ source }) => resolve(source));
  const compilerOptions = { typeRoots: [resolve("node_modules/@types")] };
  writeFileSync(config, JSON.stringify({ extends: resolve("tsconfig.json"), include: [], files, compilerOptions }));
  const options = ["--tsconfig", config, "--out", join(out, "pages"), ...files.flatMap((it) => ["--entryPoints", it])];
  run(process.execPath, ["site/node_modules/typedoc/bin/typedoc", ...TYPEDOC, ...options]);
  const pages = entries.flatMap((entry): [string, string][] => {
    // TypeDoc does not name the page of a single module.
    const file = entries.length === 1 ? "modules.md" : entry.file;
    const text = readFileSync(join(out, "pages", file), "utf8").replace(/^# .*\n+/, "");
    // A module that exports nothing has no page.
    if (!text.startsWith("## ")) return [];
    const body = shortenReferences(linkPages(text, entry.file, entries));
    return [[entry.page, `# ${entry.name}\n\n${readFirstComment(entry.source)}\n\n${body}`]];
  });
  rmSync(out, { recursive: true });
  return correctAnchors(new Map(pages));
}

/** Lists the exports of package.json with hand-written types. Those of generated types are on the pages of the API. */
function listEntryPoints(names?: readonly string[]): EntryPoint[] {
  const manifest: unknown = JSON.parse(readFileSync("package.json", "utf8"));
  const { exports } = manifest as { exports: Readonly<Record<string, unknown>> };
  return Object.entries(exports).flatMap(([key, target]) => {
    const [, path] = /"\.\/dist\/types\/src\/([^"]+)\.d\.ts"/.exec(JSON.stringify(target)) ?? [];
    if (path === undefined || names?.includes(key) === false) return [];
    const name = key.replace(/^\./, "commerce-contract");
    const file = `${path.replace(/\/index$/, "")}.md`;
    // A page cannot be called `index`.
    return [{ name, source: `src/${path}.ts`, file, page: `library/${key === "." ? "main" : key.slice(2)}.md` }];
  });
}

/** Rewrites the links between the files of TypeDoc to links between the pages of the site. */
function linkPages(text: string, from: string, entries: readonly EntryPoint[]): string {
  const pages = new Map(entries.map(({ file, page }) => [file, page]));
  const page = pages.get(from) ?? "";
  return text.replaceAll(/\]\(([\w./-]+\.md)/g, (whole, target: string) => {
    const linked = pages.get(posix.join(posix.dirname(from), target));
    return linked === undefined ? whole : `](${posix.relative(posix.dirname(page), linked)}`;
  });
}

/** Returns the comment at the head of a module, without the name of the entry point, which is the title. */
function readFirstComment(source: string): string {
  const [, comment] = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(source, "utf8")) ?? [];
  if (comment === undefined)
    throw new Error(`${source}: expected a comment at its head, which describes the entry point`);
  const text = comment
    .replaceAll(/^ \* ?/gm, "")
    .trim()
    .replace(/^`commerce-contract[^`]*`: /, "");
  const prose = text.charAt(0).toUpperCase() + text.slice(1);
  return prose.replace(/^@example\n([\s\S]*)$/m, "```ts\n$1\n```");
}

/** Replaces a section for each name that another page explains by a list of links. */
function shortenReferences(text: string): string {
  return text.replaceAll(/^### \w+\n\nRe-exports (\[.*\]\(.*\))\n*(?:\*\*\*\n*)?/gm, "- $1\n");
}

const TYPEDOC = [
  ...["--plugin", "typedoc-plugin-markdown", "--skipErrorChecking", "--readme", "none"],
  ...["--outputFileStrategy", "modules", "--entryFileName", "modules", "--hidePageHeader", "--hideBreadcrumbs"],
  ...["--disableSources", "--excludePrivate", "--excludeInternal", "--parametersFormat", "list", "--logLevel", "Error"],
  // The types of the API are on the pages of its schemas.
  ...["--exclude", "generated/**", "--excludeExternals"],
];

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
}
