import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Returns the pages outside of docs/ that its pages link, by their file name on the site: measurements, and the `x-` keywords. */
export function createRepositoryPages(): Map<string, string> {
  const guides = readdirSync("docs").filter((name) => name.endsWith(".md"));
  const linked = guides.flatMap((name) => [...readFileSync(join("docs", name), "utf8").matchAll(LINK)]);
  const files = [...new Set(linked.map(([, file = ""]) => file))].sort();
  return new Map(files.map((file) => [getPageName(file), formatRepositoryPage(readFileSync(file, "utf8"))]));
}

/** Rewrites the links of a guide to such pages. */
export function linkRepositoryPages(text: string): string {
  return text.replaceAll(LINK, (_, file: string) => `](${getPageName(file)}`);
}

const LINK = /\]\(\.\.\/((?:bench|spec)\/[\w.-]+\.md)/g;

function getPageName(file: string): string {
  return `${file.startsWith("bench/") ? "measurements" : "reference"}/${basename(file).toLowerCase()}`;
}

function formatRepositoryPage(text: string): string {
  const note = "Commands and paths on this page belong to the source repository of the package.";
  return text
    .replace(/^# .*\n/, (heading) => `${heading}\n${note}\n`)
    .replaceAll("](../docs/", "](../")
    .replaceAll("](open-points.yaml)", "](open-questions.md)")
    .replaceAll(/\]\([A-Z][A-Z\d.-]*\.md/g, (link) => link.toLowerCase());
}
