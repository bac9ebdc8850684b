import type { measureWalks, Walk } from "./measure.js";
import { RECORDING } from "./measure.js";

export type Measured = ReturnType<typeof measureWalks>;

/** Formats the counts, the files by folder, and the reason of each file, as Markdown. */
export function formatWalk(
  now: Measured,
  reasons: ReadonlyMap<string, string>,
  then?: { readonly commit: string; readonly walks: Measured },
): string {
  const columns = then === undefined ? [now] : [then.walks, now];
  const row = (title: string, count: (walks: Measured) => number): string =>
    `| ${[title, ...columns.map((it) => count(it).toLocaleString("en"))].join(" | ")} |`;
  const heads = then === undefined ? ["now"] : [`at ${then.commit}`, "now"];
  const folders = [...new Set(columns.flatMap(({ recording }) => recording.files.map(getFolder)))].sort();
  return `${[
    "# From a HAR entry to the text report",
    `\`npm run walk${then === undefined ? "" : ` -- --since ${then.commit} --out bench/WALK.md`}\` wrote this file.`,
    `It runs \`contract check ${RECORDING}\` in \`test/traffic\` under V8 coverage, from the sources. A file is on the walk if one of its
functions runs that does not run in \`contract check --help\`. "Before" is what runs before the recording is opened: the
options, the spec and its lint findings. A resolution is a call of \`valueAt\`, which finds the value at a JSON Pointer.`,
    [
      `| | ${heads.join(" | ")} |`,
      `|---${"|---".repeat(heads.length)}|`,
      row("files of the whole command", ({ recording }) => recording.files.length),
      row("files only before", ({ recording }) => recording.files.length - recording.afterOpening.size),
      row("files from the opened recording to the report", ({ recording }) => recording.afterOpening.size),
      row("the same, for a recording of one entry", ({ entry }) => entry.afterOpening.size),
      row("resolutions of a pointer", ({ recording }) => recording.resolutions),
      row("the same, for a recording of one entry", ({ entry }) => entry.resolutions),
      row("lines of `src`", ({ recording }) => recording.sourceLines),
    ].join("\n"),
    "## Files by folder",
    [
      `| folder | ${heads.flatMap((it) => [it, `${it}, after opening`]).join(" | ")} |`,
      `|---${"|---".repeat(2 * heads.length)}|`,
      ...folders.map(
        (folder) =>
          `| ${[folder, ...columns.flatMap(({ recording }) => countFolder(recording, folder))].join(" | ")} |`,
      ),
    ].join("\n"),
    "## Why each file is on the walk",
    "`scripts/walk/reasons.yaml` has the reasons. The script fails if a file has none, or a reason has no file.",
    [
      "| file | runs | reason |",
      "|---|---|---|",
      ...now.recording.files.map(
        (file) =>
          `| ${file.slice("src/".length)} | ${now.recording.afterOpening.has(file) ? "after" : "before"} | ${reasons.get(file) ?? ""} |`,
      ),
    ].join("\n"),
  ].join("\n\n")}\n`;
}

function countFolder({ files, afterOpening }: Walk, folder: string): readonly number[] {
  const inFolder = files.filter((it) => getFolder(it) === folder);
  return [inFolder.length, inFolder.filter((it) => afterOpening.has(it)).length];
}

function getFolder(file: string): string {
  return file.split("/")[1] ?? "";
}
