import { RECORDING, type Walk, type Walks } from "./measure.js";

/** Formats the counts and the files by folder, as Markdown. */
export function formatWalk(
  columns: readonly { readonly title: string; readonly walks: Walks }[],
  options: readonly string[],
): string {
  const measured = columns.map(({ walks }) => walks);
  const row = (title: string, count: (walks: Walks) => number): string =>
    `| ${[title, ...measured.map((it) => count(it).toLocaleString("en"))].join(" | ")} |`;
  const heads = columns.map(({ title }) => title);
  const folders = [...new Set(measured.flatMap(({ recording }) => recording.files.map(getFolder)))].sort();
  return `${[
    "# From a HAR entry to the text report",
    `\`${["npm run long walk --", ...options, "--out bench/WALK.md"].join(" ")}\` wrote this file.`,
    `It runs \`contract check ${RECORDING}\` in \`test/traffic\` under V8 coverage, from the sources. A file is on the walk if one of its
functions runs that does not run in \`contract check --help\`. "Before" is what runs before the recording is opened: the
options, the spec and its lint findings. A resolution is a call of \`valueAt\`, which finds the value at a JSON Pointer.
The traffic has no findings, so that nothing that formats them runs.`,
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
          `| ${[folder, ...measured.flatMap(({ recording }) => countFolder(recording, folder))].join(" | ")} |`,
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
