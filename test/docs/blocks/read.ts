/** The code blocks of the documentation, with what their info strings say about them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import markdownIt from "markdown-it";

export const ROOT = join(import.meta.dirname, "../../..");

export type Block = {
  readonly page: string;
  /** Of the fence, from 1. */
  readonly line: number;
  /** `sh`, `ts`, `yaml`, …; empty without one. */
  readonly language: string;
  /** The file that the block is the content of: ```` ```yaml title=contract.config.yaml ````. */
  readonly title?: string;
  /** What the block before prints: ```` ```text output ````. */
  readonly isOutput: boolean;
  /** The exit code of the last command: ```` ```sh exit=1 ````; every other command ends with 0. */
  readonly exit: number;
  /** The reason in `<!-- not run: … -->` before the block. */
  readonly notRun?: string;
  /** An indented block, which has no info string. */
  readonly isIndented: boolean;
  readonly text: string;
};

export function readBlocks(page: string): Block[] {
  const tokens = markdownIt({ html: true }).parse(readFileSync(join(ROOT, page), "utf8"), {});
  return tokens.flatMap((token, at) => {
    if (token.type !== "fence" && token.type !== "code_block") return [];
    const [language = "", ...words] = token.info.trim().split(/\s+/);
    const option = (name: string): string | undefined =>
      words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
    const [title, exit] = [option("title"), option("exit")];
    const [, notRun] = /^<!-- not run: (.+) -->\n?$/.exec(tokens[at - 1]?.content ?? "") ?? [];
    const unknown = words.filter((word) => word !== "output" && !/^(?:title|exit)=./.test(word));
    if (unknown.length > 0)
      throw new Error(`${page}:${(token.map?.[0] ?? 0) + 1}: unknown option ${unknown.join(" ")}`);
    return [
      {
        page,
        line: (token.map?.[0] ?? 0) + 1,
        language,
        ...(title === undefined ? {} : { title }),
        isOutput: words.includes("output"),
        exit: Number(exit ?? 0),
        ...(notRun === undefined ? {} : { notRun }),
        isIndented: token.type === "code_block",
        text: token.content,
      },
    ];
  });
}

export function placeOf({ page, line }: Block): string {
  return `${page}:${line}`;
}
