/**
 * `npx tsx scripts/openapi-3.2-fastapi.ts --python FILE`: runs `test/material/fastapi/service.py` with FastAPI and uvicorn.
 * It takes the spec from the running service, and gives it to each command, with a recording of valid and invalid streams.
 *
 * Needs `npm run build`, and a Python with fastapi and uvicorn.
 *
 * Options:
 * - `--python FILE`: the interpreter
 * - `--out bench/OPENAPI-3.2-FASTAPI.md`
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compileStrictly } from "../test/generate/compile-strictly.js";
import { runToEnd } from "./compare-openapi-3.2/tools.js";

const { values } = parseArgs({ options: { python: { type: "string" }, out: { type: "string" } } });
const python = values.python ?? "python3";
const ROOT = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "fastapi-"));
copyFileSync(join(ROOT, "test/material/fastapi/service.py"), join(folder, "service.py"));
const started: ChildProcess[] = [];
const sections: string[] = [];

try {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  await start(python, ["-m", "uvicorn", "service:app", "--port", `${port}`, "--no-access-log"], `${url}/openapi.json`);
  const spec = (await (await fetch(`${url}/openapi.json`)).text()).replace("http://127.0.0.1:8000", url);
  writeFileSync(join(folder, "openapi.json"), spec);
  await show("lint", "openapi.json");
  await record(url);
  await show("check", "readings.har", "--spec", "openapi.json", "--server", url);
  await show("generate", "--spec", "openapi.json", "--out", "client", "--validators");
  compile();
  await show("probe", url, "--spec", "openapi.json");
  writeFileSync(join(folder, "openapi-3.2.json"), spec.replace('"openapi":"3.1.0"', '"openapi":"3.2.0"'));
  await show("diff", "openapi.json", "openapi-3.2.json");
  writeFileSync(join(folder, "changed.json"), spec.replace('"type":"number"', '"type":"string"'));
  await show("diff", "openapi.json", "changed.json");
} finally {
  for (const it of started) it.kill();
}

const versions = await runToEnd(python, [
  "-c",
  "import fastapi, uvicorn; print(fastapi.__version__, uvicorn.__version__)",
]);
const [fastapi, uvicorn] = versions.stdout.trim().split(" ");
const page = `# A running FastAPI service with streams

\`npx tsx scripts/openapi-3.2-fastapi.ts --python FILE --out bench/OPENAPI-3.2-FASTAPI.md\` runs \`test/material/fastapi/service.py\` with
FastAPI ${fastapi} and uvicorn ${uvicorn}. The spec is the one that the service writes: OpenAPI 3.1 with \`itemSchema\`. With the query
\`invalid=true\`, the last event and the last line of its streams are invalid.

${sections.join("\n\n")}
`;
if (values.out === undefined) process.stdout.write(page);
else writeFileSync(resolve(values.out), page);

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts a program and waits until a URL responds. */
async function start(program: string, args: readonly string[], url: string): Promise<ChildProcess> {
  const child = spawn(program, args, { cwd: folder, stdio: "ignore" });
  started.push(child);
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    const isReady = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isReady) return child;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} does not respond`);
}

/** Records three valid responses and two invalid streams with `contract record`. */
async function record(target: string): Promise<void> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ["record", "--target", target, "--port", `${port}`, "--out", "readings.har", "--spec", "openapi.json"];
  const proxy = await start(process.execPath, [join(ROOT, "dist/cli/main.js"), ...args], `${url}/readings`);
  const paths = [
    "/readings/events",
    "/readings/lines",
    "/readings/events?invalid=true",
    "/readings/lines?invalid=true",
  ];
  for (const path of paths) await (await fetch(url + path)).text();
  proxy.kill("SIGINT");
  await once(proxy, "exit");
}

/** Runs a command and adds it with its output to the page. */
async function show(...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, "dist/cli/main.js"), ...args], { cwd: folder });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      text += data;
    });
  const [code] = await once(child, "close");
  const output = text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "http://127.0.0.1:8000").trimEnd();
  const command = args.join(" ").replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "http://127.0.0.1:8000");
  sections.push(
    `## contract ${args[0]}\n\n\`contract ${command}\` ends with ${code}:\n\n\`\`\`text\n${output}\n\`\`\``,
  );
}

/** Compiles the generated client with the strictest options. */
function compile(): void {
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const client = join(folder, "client");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const runtime = join(ROOT, "dist/types/src/client/index.js");
  const path = join(client, "calls.ts");
  writeFileSync(path, readFileSync(path, "utf8").replace('"commerce-contract/runtime"', JSON.stringify(runtime)));
  const files = ["types.ts", "operations.ts", "calls.ts", "validators.d.ts"].map((name) => join(client, name));
  const found = compileStrictly(files);
  sections.push(
    `The generated files have ${found.length} errors of TypeScript.${found.map((it) => `\n- ${it}`).join("")}`,
  );
}
