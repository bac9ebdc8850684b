/**
 * `npx tsx scripts/client-services.ts`: starts services of other makers on loopback, and generates a client from the spec of each. The
 * client creates, reads, updates, and lists to the end, with the credentials of the service.
 *
 * Options:
 * - `--match NAMES`: only these services, separated by commas
 * - `--folder DIR`: where the services are installed
 * - `--out FILE`: the page that gets the table
 */
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runGenerateCommand } from "../src/cli/actions/generate.js";
import { type AnyResult, CallError } from "../src/client/index.js";
import { createRecordingIo } from "../test/generate/recording-io.js";
import { FURTHER_USES } from "./client-services/further-uses.js";
import { FURTHER_SERVICES } from "./client-services/services.js";
import { type ClientUse, USES } from "./client-services/uses.js";
import { installService, startService } from "./probe-services/foreign-process.js";
import { SERVICES } from "./probe-services/services.js";

const { values } = parseArgs({
  options: {
    match: { type: "string", default: "" },
    folder: { type: "string", default: join(tmpdir(), "probe-services") },
    out: { type: "string" },
  },
});

const STEPS = ["create", "read", "update", "list"] as const;
const rows: string[] = [];
for (const use of [...USES, ...FURTHER_USES]) {
  if (values.match !== "" && !values.match.split(",").includes(use.service)) continue;
  const row = await useService(use).catch(
    (error: unknown) => `| ${use.service} | fails: ${String(error).slice(0, 200)} | | | | | | | |`,
  );
  rows.push(row);
  process.stdout.write(`${row}\n`);
}
if (values.out !== undefined) {
  const page = readFileSync(values.out, "utf8").replace(/\n## Running services[\s\S]*/, "");
  writeFileSync(values.out, `${page}${formatSection()}`);
}

async function useService({ service: name, config, signIn, options, steps }: ClientUse): Promise<string> {
  const service = [...SERVICES, ...FURTHER_SERVICES].find((it) => it.name === name);
  if (service === undefined) throw new Error(`no service ${name}`);
  const folder = installService(service, values.folder);
  const running = await startService(service, folder);
  try {
    const out = join(resolve(folder), "client");
    const settings = join(folder, "client.config.json");
    writeFileSync(settings, JSON.stringify({ spec: running.spec, client: config }));
    const files = { spec: running.spec, config: settings, out, inlineRuntime: true };
    const io = createRecordingIo();
    const code = await runGenerateCommand(files, io);
    if (code === 1) process.stdout.write(io.output);
    if (code > 1) throw new Error(`contract generate: exit code ${code}`);
    const { createClient } = await import(join(out, "client.ts"));
    const client = createClient({ baseUrl: running.url, ...options(running) });
    const cells: string[] = [];
    for (const step of STEPS) cells.push(await runStep(async () => steps[step]?.(client)));
    const anonymous = createClient({ baseUrl: running.url });
    const refused = signIn === undefined ? "–" : await runStep(async () => steps.read?.(anonymous));
    const facts = [
      name,
      service.from,
      service.language,
      signIn ?? "none",
      refused.replace(/^fails: (\w+: \d+).*/, "$1"),
    ];
    return `| ${[...facts, ...cells].join(" | ")} |`;
  } finally {
    await running.stop();
  }
}

async function runStep(step: () => Promise<AnyResult | string | undefined>): Promise<string> {
  try {
    const result = await step();
    if (result === undefined) return "–";
    return typeof result === "string" ? result : `${result.operation}: ${result.status}`;
  } catch (error) {
    return `fails: ${error instanceof CallError || error instanceof Error ? error.message.slice(0, 120) : String(error)}`;
  }
}

function formatSection(): string {
  return [
    "\n## Running services\n",
    "Written by `npx tsx scripts/client-services.ts --out bench/CLIENTS.md`. Each service runs on loopback, and the client is generated from its own spec.",
    "A cell has the call and its status. The read is repeated by a client without credentials. The last cell reads the whole list, page by page",
    "where the service has pages.\n",
    "| service | package | language | sign-in | without it | create | read | update | list to the end |",
    "|---|---|---|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
