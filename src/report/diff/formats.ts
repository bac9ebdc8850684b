import type { DiffFormatName } from "./format-names.js";
import { diffGithub } from "./github.js";
import { diffJson } from "./json.js";
import { diffMarkdown } from "./markdown.js";
import { diffText } from "./text.js";
import type { ToldDiff } from "./told.js";

export { fails, type ToldDescription, type ToldDiff } from "./told.js";

/** Every format in which a difference can be told, by the name that `--format` takes. */
export const DIFF_FORMATS: Readonly<Record<DiffFormatName, (told: ToldDiff) => string>> = {
  text: diffText,
  json: diffJson,
  github: diffGithub,
  markdown: diffMarkdown,
};
