/**
 * `npm run long try-it`: installs services of other makers, serves the reference of each, and sends requests from it in Chromium as a
 * reader would. Exits with 1 if the page does not show what it should.
 *
 * Options:
 * - `--match TEXT`: only services whose name contains the text
 * - `--folder DIR`: where the services are installed
 * - `--pictures DIR`: writes a picture after each request
 * - `--out FILE`: replaces the table of this page between its marks
 */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { HOST, launchChromium } from "../../test/docs/chromium.js";
import { installService, startService } from "../bench/probe-services/foreign-process.js";
import { sendRequest } from "./try-it/send-request.js";
import { TRIED_SERVICES, type TriedService } from "./try-it/services.js";

const { values } = parseArgs({
  options: {
    match: { type: "string", default: "" },
    folder: { type: "string", default: join(tmpdir(), "try-it") },
    pictures: { type: "string" },
    out: { type: "string" },
  },
});

type Row = { readonly service: string; readonly what: string; readonly result: string };

const browser = await launchChromium();
const rows: Row[] = [];
for (const service of TRIED_SERVICES.filter(({ name }) => name.includes(values.match)))
  rows.push(...(await tryService(service)));
await browser.close();
for (const { service, what, result } of rows) process.stdout.write(`${service}: ${what}: ${result}\n`);
if (values.out !== undefined) writeRows(values.out);
process.exitCode = rows.every(({ result }) => result === "ok") ? 0 : 1;

async function tryService(service: TriedService): Promise<Row[]> {
  const running = await startService(service, installService(service, values.folder));
  const docs = await serveReference(running.spec, running.url);
  const results: Row[] = [];
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(10_000);
  try {
    for (const [at, request] of service.requests.entries()) {
      const missing = await sendRequest(page, docs.root, request).catch((error: Error) => [error.message]);
      if (values.pictures !== undefined)
        await page.screenshot({ path: join(values.pictures, `${service.name.replaceAll(/\W+/g, "-")}-${at}.png`) });
      const result = missing.length === 0 ? "ok" : `missing ${missing.join(", ")}`;
      results.push({ service: service.from, what: request.what, result });
    }
  } finally {
    await page.close();
    docs.stop();
    await running.stop();
  }
  return results;
}

/** Starts `contract docs` as a reader does, and returns its address under a name that is not localhost. */
async function serveReference(spec: string, server: string): Promise<{ root: string; stop: () => void }> {
  const args = ["dist/cli/main.js", "docs", spec, "--try-server", server, "--port", "0"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise<string>((found) => child.stdout.once("data", (text) => found(String(text).trim())));
  return { root: `http://${HOST}:${new URL(address).port}/`, stop: () => void child.kill() };
}

function writeRows(file: string): void {
  const lines = rows.map(({ service, what, result }) => `| ${service} | ${what} | ${result} |`);
  const table = ["| service | request | result |", "|---|---|---|", ...lines].join("\n");
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(/(?<=<!-- try-it -->\n\n)[\s\S]*?(?=<!-- \/try-it -->)/, () => `${table}\n\n`),
  );
}
