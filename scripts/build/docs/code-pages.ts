import { readFileSync } from "node:fs";
import { createSlug } from "../../../src/docs/shared-names.js";

/** The generated pages of codes: the file in docs/, the directory of the site with a page for each code, and the end of each page. */
export const CODE_PAGES = [
  {
    file: "codes.md",
    folder: "codes",
    group: "Finding codes",
    next: "To accept such a finding or to change its level, see [Accept and configure findings](../findings.md).",
  },
  {
    file: "diff-codes.md",
    folder: "diff-codes",
    group: "Diff codes",
    next: "To accept such a change or to change its level, see [Find breaking changes](../diff.md#accept-breaking-changes).",
  },
  {
    file: "spec-codes.md",
    folder: "spec-codes",
    group: "Spec codes",
    next: "To change the level of this code, see [Check a spec](../lint.md#levels).",
  },
] as const;

type CodePages = {
  readonly group: string;
  readonly pages: ReadonlyMap<string, string>;
};

/** Splits a page of codes into a page for each code and a list of them. */
export function splitCodePage({ file, folder, group, next }: (typeof CODE_PAGES)[number]): CodePages {
  const text = readFileSync(`docs/${file}`, "utf8");
  const [intro = "", ...sections] = text.split(/^## /m);
  const codes = sections.map((section) => {
    const end = section.indexOf("\n");
    const code = section.slice(0, end).trim();
    const body = section.slice(end).trim();
    return { code, body, name: `${folder}/${createSlug(code)}.md`, summary: body.split(/\n\s*\n/)[0] ?? "" };
  });
  const list = codes.map(({ code, name, summary }) => `- [${code}](${name}): ${summary.replaceAll("\n", " ")}`);
  return {
    group,
    pages: new Map([
      [file, `${intro.trim()}\n\n${list.join("\n")}\n`],
      ...codes.map(({ code, body, name }): [string, string] => [name, `# ${code}\n\n${body}\n\n${next}\n`]),
    ]),
  };
}

/** Rewrites links to a code of a page to the page of the code. */
export function linkCodes(text: string): string {
  return CODE_PAGES.reduce(
    (changed, { file, folder }) =>
      changed
        .replaceAll(`](${file}#`, `](${folder}/#`)
        .replaceAll(new RegExp(`\\]\\(${folder}/#([\\w-]+)\\)`, "g"), (_, anchor: string) => {
          const found = findCode(file, anchor);
          return found === undefined ? `](${file})` : `](${folder}/${createSlug(found)}.md)`;
        }),
    text,
  );
}

/** An anchor on GitHub is the heading without its dots. */
function findCode(file: string, anchor: string): string | undefined {
  const codes = [...readFileSync(`docs/${file}`, "utf8").matchAll(/^## (.*)$/gm)].map(([, code = ""]) => code.trim());
  return codes.find((code) => code.replaceAll(".", "") === anchor);
}
