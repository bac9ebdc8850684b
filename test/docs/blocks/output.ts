/** Compares what a page shows with what was printed. Ids, ports, times and tokens may differ; `…` stands for any text. */

/** The first line that the page shows and that was not printed there; undefined if there is none. */
export function missingLine(shown: string, printed: string): string | undefined {
  const real = linesOf(printed);
  const chunks = chunksOf(linesOf(shown));
  let at = 0;
  for (const [index, chunk] of chunks.entries()) {
    const isLast = index === chunks.length - 1;
    const latest = real.length - chunk.length;
    // The first chunk begins the output and the last one ends it; `…` before or after makes it an empty chunk.
    const from = isLast && index > 0 ? Math.max(at, latest) : at;
    const to = index === 0 ? 0 : latest;
    let start = from;
    while (start <= to && matching(chunk, real, start) < chunk.length) start += 1;
    if (start > to) return chunk[longestMatch(chunk, real, isLast || index === 0 ? [from] : startsOf(at, real.length))];
    at = start + chunk.length;
  }
  return chunks.length === 1 && at < real.length ? `(no more lines, but it prints) ${real[at]}` : undefined;
}

function startsOf(from: number, to: number): number[] {
  return Array.from({ length: Math.max(1, to - from) }, (_, index) => from + index);
}

function longestMatch(chunk: readonly string[], real: readonly string[], starts: readonly number[]): number {
  return Math.min(chunk.length - 1, Math.max(...starts.map((start) => matching(chunk, real, start))));
}

/** The lines between lines that are `…`. */
function chunksOf(lines: readonly string[]): string[][] {
  const chunks: string[][] = [[]];
  for (const line of lines)
    if (line === "…") chunks.push([]);
    else chunks.at(-1)?.push(line);
  return chunks;
}

/** How many lines of the chunk are there from `start` on. */
function matching(chunk: readonly string[], real: readonly string[], start: number): number {
  const at = chunk.findIndex((line, index) => !patternOf(line).test(real[start + index] ?? "\0"));
  return at === -1 ? chunk.length : at;
}

function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => normalized(line.trimEnd()));
  return lines.filter((line) => line !== "");
}

function patternOf(line: string): RegExp {
  const parts = line.split("…").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}

function normalized(line: string): string {
  return VARYING.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), line);
}

const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "<id>"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<time>"],
  [/(?<=\b(?:127\.0\.0\.1|localhost):)\d+/g, "<port>"],
];
