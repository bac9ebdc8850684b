import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A table row: what was compared, then a cell for this project and one for the other tool. */
export type Row = readonly [name: string, ...cells: string[]];

/** Runs a tool and counts the items of a list in its JSON output. */
export async function countJson(args: readonly string[], list: string): Promise<number> {
  const { stdout, stderr } = await runToEnd(process.execPath, args);
  const start = stdout.indexOf("{");
  if (start < 0) throw new Error(`no JSON from ${args.join(" ")}: ${stderr}`);
  const items = JSON.parse(stdout.slice(start, stdout.lastIndexOf("}") + 1))[list];
  if (!Array.isArray(items)) throw new Error(`no list ${list} from ${args.join(" ")}`);
  return items.length;
}

export async function countAsync<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<number> {
  let count = 0;
  for (const item of items) count += Number(await test(item));
  return count;
}

export async function runToEnd(program: string, args: readonly string[]) {
  return await run(program, args, { maxBuffer: 1 << 28 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout?: string; stderr?: string }) => ({
      code: error.code,
      stdout: error.stdout ?? "",
      stderr: error.stderr ?? String(error),
    }),
  );
}

export function formatTable(head: readonly string[], rows: readonly Row[]): string {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return lines.join("\n");
}
