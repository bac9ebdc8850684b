/**
 * Measures `contract suggest --new` on recordings of other people. Each folder of the argument is one collection of HAR
 * files; only those with JSON or form traffic count.
 *
 *     npx tsx scripts/bench-suggest.ts FOLDER [--other PATH_TO_HAR_TO_OPENAPI] [--out bench/SUGGEST.md]
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { run } from "../src/cli/run.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { other: { type: "string" }, out: { type: "string" } },
});
type Entry = {
  readonly request?: Message;
  readonly response?: Message & { readonly content?: Body; readonly status?: number };
};
type Message = { readonly headers?: readonly { name?: string; value?: string }[]; readonly postData?: Body };
type Body = { readonly mimeType?: string };
type Row = {
  name: string;
  answered: boolean;
  written: boolean;
  reason: string;
  own: string;
  lint: boolean;
  later: string;
} & Operations;
type Operations = { operations: number; schemas: number; references: number; other: number | undefined };
const generateSpec = values.other === undefined ? undefined : (await import(resolve(values.other))).generateSpec;

const [root = "."] = positionals;
const rows: { readonly collection: string; readonly all: Row[] }[] = [];
for (const collection of readdirSync(root).sort()) {
  const all: Row[] = [];
  for (const file of listHars(join(root, collection))) {
    const entries = readEntries(file);
    if (entries?.some(isData)) all.push(await measure(file, entries, file.slice(root.length + 1)));
  }
  if (all.length > 0) rows.push({ collection, all });
}
const text = formatTables();
if (values.out === undefined) process.stdout.write(text);
else writeFileSync(values.out, text);

function listHars(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return names.filter((name) => name.endsWith(".har")).map((name) => join(folder, name));
}

function readEntries(file: string): Entry[] | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, "")).log?.entries;
  } catch {
    return undefined;
  }
}

function isData({ request, response }: Entry): boolean {
  const types = [request?.postData?.mimeType, response?.content?.mimeType];
  for (const { name, value } of response?.headers ?? []) if (/^content-type$/i.test(name ?? "")) types.push(value);
  return types.some((type) => /json/i.test(type ?? "")) || /form/i.test(request?.postData?.mimeType ?? "");
}

async function measure(file: string, entries: readonly Entry[], name: string): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "suggest-"));
  const made = join(folder, "new.json");
  const [first, second] = [join(folder, "first.har"), join(folder, "second.har")];
  try {
    const suggested = await contract("suggest", file, "--new", made, "--quiet");
    const spec = readEntries(made) ?? readJson(made);
    const answered = entries.some(({ response }) => (response?.status ?? 0) > 0);
    const row = { name, answered, written: spec !== undefined, reason: "", own: "", lint: false, later: "" };
    const operations = countOperations(spec);
    const other = await countOthers(file);
    if (spec === undefined)
      return { ...row, ...operations, other, reason: suggested.stderr.trim().split("\n").at(-1) ?? "" };
    const own = await check(file, made);
    const lint = (await contract("lint", made)).code === 0;
    const half = Math.ceil(entries.length / 2);
    writeFileSync(first, JSON.stringify({ log: { version: "1.2", entries: entries.slice(0, half) } }));
    writeFileSync(second, JSON.stringify({ log: { version: "1.2", entries: entries.slice(half) } }));
    const early = join(folder, "early.json");
    if (entries.length > 1) await contract("suggest", first, "--new", early, "--quiet");
    const later = readJson(early) === undefined ? undefined : await check(second, early);
    return { ...row, ...operations, other, own: own.result, lint, later: later?.share ?? "" };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readJson(file: string): { paths?: object; components?: { schemas?: object } } | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

async function contract(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const texts = { stdout: "", stderr: "" };
  const stdin = (async function* () {})();
  const code = await run(args, {
    stdout: (it) => {
      texts.stdout += it;
    },
    stderr: (it) => {
      texts.stderr += it;
    },
    ...{ stdin, env: {}, signal: new AbortController().signal, isTerminal: false, today: "2026-02-15" },
  });
  return { code, ...texts };
}

/** The share is of the exchanges that the spec checks: skipped ones are outside of the API. */
async function check(file: string, spec: string): Promise<{ readonly result: string; readonly share: string }> {
  const { code, stdout, stderr } = await contract("check", file, "--spec", spec, "--format", "json");
  if (stdout === "") return { result: stderr.trim(), share: "" };
  const { summary, findings } = JSON.parse(stdout);
  const codes = findings.filter((it: { level: string }) => it.level === "error").map((it: { code: string }) => it.code);
  const checked = summary.passed + summary.failed + summary.partial;
  const result = codes.length === 0 && summary.failed === 0 ? "" : [...new Set(codes)].join(", ") || `exit ${code}`;
  return { result, share: checked === 0 ? "" : `${summary.passed + summary.partial}/${checked}` };
}

function countOperations(spec: ReturnType<typeof readJson> | Entry[]): Operations {
  const { paths = {}, components } = (spec ?? {}) as { paths?: object; components?: { schemas?: object } };
  const methods = Object.values(paths).flatMap((item: object) => Object.keys(item));
  return {
    operations: methods.filter((it) => /^(?:get|put|post|delete|options|head|patch|trace)$/.test(it)).length,
    schemas: Object.keys(components?.schemas ?? {}).length,
    references: JSON.stringify(paths).match(/"\$ref"/g)?.length ?? 0,
    other: undefined,
  };
}

async function countOthers(file: string): Promise<number | undefined> {
  if (generateSpec === undefined) return undefined;
  try {
    const har = JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
    return countOperations((await generateSpec(har)).spec).operations;
  } catch {
    return 0;
  }
}

function formatTables(): string {
  const total = { collection: "**all**", all: rows.flatMap(({ all }) => all) };
  const lines = [...rows, total].map(({ collection, all }) => {
    const written = all.filter((it) => it.written);
    const shares = all.flatMap(({ later }) => (later === "" ? [] : [later.split("/").map(Number)]));
    const sum = (numbers: readonly (number | undefined)[]) => numbers.reduce<number>((a, b) => a + (b ?? 0), 0);
    const [passed, checked] = [sum(shares.map(([a]) => a)), sum(shares.map(([, b]) => b))];
    const cells = [written.filter(({ own }) => own === "").length, written.filter(({ lint }) => lint).length];
    const counts = `${sum(all.map((it) => it.operations))} | ${sum(all.map(({ other }) => other))}`;
    const shared = `${sum(all.map((it) => it.schemas))} | ${sum(all.map((it) => it.references))}`;
    const share = checked === 0 ? "" : `${((100 * passed) / checked).toFixed(1)} % of ${checked}`;
    return `| ${collection} | ${all.length} | ${all.filter(({ answered }) => answered).length} | ${written.length} | ${cells.join(" | ")} | ${share} | ${counts} | ${shared} |`;
  });
  const refused = total.all.flatMap(({ name, written, reason }) =>
    written
      ? []
      : [
          `| ${name} | ${reason.replace(/^contract suggest: /, "").replace(/; pass its base URL with --server$/, "")} |`,
        ],
  );
  const failed = total.all.flatMap(({ name, own }) => (own === "" ? [] : [`| ${name} | ${own} |`]));
  const fewer = total.all.flatMap(({ name, operations, other }) =>
    other !== undefined && other > operations ? [`| ${name} | ${operations} | ${other} |`] : [],
  );
  return `# Inferred specs of recordings of other people

Written by \`npx tsx scripts/bench-suggest.ts FOLDER\`; do not edit. A file counts if it has JSON or form traffic. Own traffic passes if
\`contract check\` of the same file has no errors. The second half is checked against the spec of the first half, by exchange.

| collection | files | with responses | specs written | own traffic passes | lint passes | second half passes | operations | har-to-openapi | components | references |
|---|---|---|---|---|---|---|---|---|---|---|
${lines.join("\n")}

${formatList("Refused", "| file | reason |\n|---|---|", refused)}
${formatList("Own traffic fails", "| file | codes |\n|---|---|", failed)}
${formatList("Fewer operations than har-to-openapi", "| file | ours | har-to-openapi |\n|---|---|---|", fewer)}`;
}

function formatList(title: string, head: string, lines: readonly string[]): string {
  return `## ${title}\n\n${lines.length === 0 ? "None." : `${head}\n${lines.join("\n")}`}\n`;
}
