import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const OUT = join(import.meta.dirname, "../../../bench/DIFF.md");

/** Replaces one section of bench/DIFF.md, which begins with its heading, or adds it at the end. */
export function writeSection(text: string): void {
  const [heading = ""] = text.trim().split("\n");
  const page = readFileSync(OUT, "utf8");
  const sections = page.split(/\n(?=##? )/).map((section) => section.trim());
  const isSame = (section: string): boolean => section.split("\n")[0] === heading;
  const next = sections.some(isSame)
    ? sections.map((section) => (isSame(section) ? text.trim() : section))
    : [...sections, text.trim()];
  writeFileSync(OUT, `${next.join("\n\n")}\n`);
  process.stderr.write(`\nwrote "${heading}" to bench/DIFF.md\n`);
}
