import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../src/cli/run.js";
import { bundledCommand } from "../bundled.js";
import { type CommandResult, createFolder, createHar, createHarEntry } from "./run-contract.js";

const ROOT = join(import.meta.dirname, "../..");
export const LIBRARY = readFileSync(join(ROOT, "test/cases/library.yaml"), "utf8");
/** The command line of this program. */
const SELF = bundledCommand();

/** A library service that prints its URL, and writes its process ID and its end to files. */
const SERVER = `
const { createServer } = require("node:http");
const { writeFileSync } = require("node:fs");
writeFileSync("pid", String(process.pid));
const title = process.argv[2] ?? "Emma";
const server = createServer((request, response) => {
  const book = JSON.stringify({ id: Number(request.url.split("/").at(-1)), title: title === "7" ? 7 : title });
  const isBook = /^\\/v1\\/books\\/-?\\d+$/.test(request.url) && request.method === "GET";
  const status = request.url.startsWith("/v1") ? (request.headers["x-key"] ? (isBook ? 200 : 400) : 401) : 404;
  response.writeHead(status, { "Content-Type": status === 200 ? "application/json" : "application/problem+json" });
  response.end(status === 200 ? book : '{"title":"no"}');
});
server.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port + (process.argv[3] ?? "/v1")));
`;

/** Prints its URL, and never responds. */
export const SILENT =
  'require("net").createServer(()=>{}).listen(0,"127.0.0.1",function(){console.log("http://127.0.0.1:"+this.address().port)})';

export type Config = Readonly<Record<string, unknown>>;

export const TARGET = {
  name: "library",
  start: "node server.cjs",
  phases: ["examples"],
  only: ["getBook"],
  auth: "header:X-Key=k",
};

export function createGateFolder(config: Config, files: Readonly<Record<string, string>> = {}): string {
  return createFolder({
    "library.yaml": LIBRARY,
    "server.cjs": SERVER,
    "a.har": createHar(createHarEntry()),
    "contract.config.yaml": JSON.stringify({ spec: "library.yaml", ...config }),
    ...files,
  });
}

export async function runGate(folder: string, signal = new AbortController().signal): Promise<CommandResult> {
  let stdout = "";
  let stderr = "";
  const code = await run(["gate", "--config", join(folder, "contract.config.yaml")], {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    stdin: (async function* () {})(),
    env: {},
    signal,
    isTerminal: false,
    selfCommand: SELF,
  });
  return { code, stdout, stderr };
}
