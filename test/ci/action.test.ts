/** The GitHub Action: every input is declared, documented and used, and the script does what the inputs say. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { listenOn } from "../../src/cli/process/listen-on.js";
import { createFolder, createHar, createHarEntry } from "../cli/run-contract.js";
import { installPackage, packPackage } from "../packed.js";
import { readAction, runAction } from "./run-action.js";

const ACTION = readAction("action.yml");
const DOCS = readFileSync("docs/gate.md", "utf8");
const SPEC = resolve("test/cases/library.yaml");

/** A project of a user who has installed the package: nothing of this repository but the packed files. */
let installed: string;

beforeAll(async () => {
  const tarball = await packPackage();
  installed = mkdtempSync(join(tmpdir(), "installed-"));
  installPackage(tarball, installed);
});

afterAll(() => rmSync(installed, { recursive: true, force: true }));

test.each(Object.keys(ACTION.inputs))("the input %s is used and documented", (name) => {
  expect(ACTION.text).toContain(`\${{ inputs.${name} }}`);
  expect(DOCS).toMatch(new RegExp(`^\\| (\`[a-z-]+\`, )*\`${name}\``, "m"));
});

test("inputs reach the script only as environment variables", () => {
  const { run, env } = ACTION.step;
  expect(run).not.toContain("${{");
  for (const name of Object.keys(env)) expect(run).toMatch(new RegExp(`\\$${name}\\b`));
  const used = [...ACTION.text.matchAll(/inputs\.([a-z-]+)/g)].map(([, name]) => name ?? "");
  expect(used.filter((name) => !(name in ACTION.inputs))).toEqual([]);
});

const CLEAN = createHar(createHarEntry());
const INVALID = createHar(
  createHarEntry({ response: { content: { size: 9, mimeType: "application/json", text: '{"id":"7"}' } } }),
);
const SPACED = "with a space.har";
/** The default command, which takes longer than the one that it starts. It passes arguments on through a shell. */
const command = ACTION.inputs.command?.default ?? "";

test.each([
  { name: "passing recordings", inputs: { traffic: `clean.har\n${SPACED}`, formats: "junit:gate.xml\n" }, code: 0 },
  { name: "failing recordings", inputs: { traffic: "broken.har" }, code: 1 },
  { name: "failing recordings with fail-on: never", inputs: { traffic: "broken.har", "fail-on": "never" }, code: 0 },
  { name: "a recording that does not exist", inputs: { traffic: "none.har" }, code: 2 },
  { name: "a file name with shell syntax", inputs: { traffic: "$(touch gone); clean.har", command }, code: 2 },
  { name: "a file name that looks like an option", inputs: { traffic: "--help", command }, code: 2 },
  { name: "a configuration", inputs: { config: "gate.yaml", spec: "" }, code: 1 },
  { name: "a configuration with a space in its name", inputs: { config: "my gate.yaml", spec: "", command }, code: 0 },
])("$name", async ({ inputs, code }) => {
  const folder = workspace();
  const { code: exit, stdout, stderr, outputs, summary } = await run(folder, inputs);
  expect(exit, stderr).toBe(code);
  expect(Object.keys(outputs).sort()).toEqual(Object.keys(ACTION.outputs).sort());
  expect(outputs["exit-code"]).toBe(String(code));
  expect(existsSync(join(folder, "gone"))).toBe(false);
  for (const name of ["sarif", "markdown"]) if (outputs[name]) expect(readFileSync(outputs[name], "utf8")).not.toBe("");
  if (code === 2) return;
  const sarif = JSON.parse(readFileSync(outputs.sarif ?? "", "utf8"));
  expect(sarif.runs[0].results.length > 0).toBe(/^::(error|warning) /m.test(stdout));
  expect(readFileSync(outputs.markdown ?? "", "utf8")).not.toBe("");
  expect(summary).not.toBe("");
  if ("formats" in inputs) expect(readFileSync(join(folder, "gate.xml"), "utf8")).toContain("<testsuite");
});

test.each([
  { name: "a commit of the checkout", base: "HEAD", edit: "maximum: 100", code: 0 },
  { name: "a breaking change", base: "HEAD", edit: "maximum: 5", code: 1 },
  { name: "a branch that is not in the checkout", base: "release", edit: "maximum: 5", code: 1 },
  { name: "a branch that does not exist", base: "none", edit: "maximum: 5", code: 2 },
  { name: "a base that looks like an option", base: "--upload-pack=touch gone", edit: "maximum: 5", code: 2 },
])("base: $name", async ({ base, edit, code }) => {
  const folder = checkout();
  writeFileSync(join(folder, "openapi.yaml"), PAGED.replace("maximum: 50", edit));
  const { code: exit, stdout, outputs, summary } = await run(folder, { spec: "openapi.yaml", base });
  expect(exit, stdout).toBe(code);
  expect(existsSync(join(folder, "gone"))).toBe(false);
  if (code === 2) return;
  expect(/^::error .*file=openapi.yaml/m.test(stdout)).toBe(code === 1);
  expect(readFileSync(outputs.markdown ?? "", "utf8")).toContain("maximum");
  expect(summary).toContain("maximum");
});

/** A checkout with a spec, whose origin has the branch `release`. */
function checkout(): string {
  const origin = createFolder({ "openapi.yaml": PAGED });
  const git = (folder: string, ...args: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.example", ...args], { cwd: folder });
  git(origin, "init", "--quiet", "--initial-branch=release");
  git(origin, "add", "openapi.yaml");
  git(origin, "commit", "--quiet", "--message=first");
  const folder = workspace();
  writeFileSync(join(folder, "openapi.yaml"), PAGED);
  git(folder, "init", "--quiet", "--initial-branch=topic");
  git(folder, "remote", "add", "origin", origin);
  git(folder, "add", "openapi.yaml");
  git(folder, "commit", "--quiet", "--message=first");
  return folder;
}

type Comment = { readonly id: number; readonly user: { readonly type: string }; body: string };

/** The comments of pull request 12, as GitHub serves them to the token `secret`. */
async function serveComments(comments: Comment[], status: number): Promise<{ url: string; close: () => void }> {
  const server = createServer(async (request, response) => {
    const { method, url = "", headers } = request;
    const content = method === "GET" ? {} : JSON.parse(await text(request));
    const path = new URL(url, "http://localhost");
    const send = (code: number, body: unknown): void => void response.writeHead(code).end(JSON.stringify(body));
    const changed = comments.find(({ id }) => path.pathname === `/repos/o/r/issues/comments/${id}`);
    if (status !== 200 || headers.authorization !== "Bearer secret") return send(403, {});
    if (method === "PATCH" && changed !== undefined) return send(200, Object.assign(changed, content));
    if (path.pathname !== "/repos/o/r/issues/12/comments") return send(404, {});
    if (method === "POST") {
      comments.push({ id: comments.length, user: { type: "Bot" }, ...content });
      return send(201, {});
    }
    const page = Number(path.searchParams.get("page"));
    return send(200, comments.slice(100 * (page - 1), 100 * page));
  });
  return { url: await listenOn(server), close: () => server.close() };
}

const others = Array.from({ length: 100 }, (_, id): Comment => ({ id, user: { type: "User" }, body: "a comment" }));
const BREAKS = "maximum: 5";
const PASSES = "maximum: 100";

test.each([
  { name: "comments once, and later runs update it", edits: [BREAKS, PASSES], comments: ["compatible"] },
  { name: "finds its comment on the second page", edits: [BREAKS, PASSES], before: others, comments: ["compatible"] },
  { name: "writes a comment about a compatible change", edits: [PASSES], comments: ["compatible"] },
  { name: "writes no comment if nothing changed", edits: ["maximum: 50"], comments: [] },
  { name: "takes no comment of a person for its own", edits: [BREAKS], before: ["mark"], comments: ["maximum"] },
  { name: "writes no comment if none is wanted", edits: [BREAKS], inputs: { comment: "false" }, comments: [] },
  { name: "says that it may not write", edits: [BREAKS], status: 403, comments: [], notice: true },
])("a pull request without configuration: $name", async ({ edits, before = [], comments, ...more }) => {
  const mark = "<!-- contract diff gate -->";
  const first = before.map(
    (it): Comment => (it === "mark" ? { id: 0, user: { type: "User" }, body: mark } : (it as Comment)),
  );
  const all = structuredClone(first);
  const github = await serveComments(all, more.status ?? 200);
  const runner = {
    ...{ GITHUB_BASE_REF: "release", GITHUB_REF: "refs/pull/12/merge", GITHUB_JOB: "gate" },
    ...{ GITHUB_API_URL: github.url, GITHUB_REPOSITORY: "o/r" },
  };
  const folder = checkout();
  for (const edit of edits) {
    writeFileSync(join(folder, "openapi.yaml"), PAGED.replace("maximum: 50", edit));
    const { code, stdout, stderr } = await run(folder, { spec: "", token: "secret", ...more.inputs }, runner);
    expect(code, stdout + stderr).toBe(edit === BREAKS ? 1 : 0);
    expect(stdout.includes("::notice::No comment was written.")).toBe(more.notice === true);
  }
  github.close();
  expect(all.slice(0, first.length)).toEqual(first);
  const written = all.slice(first.length);
  expect(written.map(({ body }) => body.startsWith(mark))).toEqual(comments.map(() => true));
  for (const [index, comment] of comments.entries()) expect(written[index]?.body).toContain(comment);
});

test.each([
  { name: "no spec", files: [] },
  { name: "two specs", files: ["a/openapi.yaml", "b/openapi.json"] },
])("a pull request without configuration: $name", async ({ files }) => {
  const folder = checkout();
  execFileSync("git", ["rm", "--quiet", "openapi.yaml"], { cwd: folder });
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)));
    writeFileSync(join(folder, file), PAGED);
    execFileSync("git", ["add", file], { cwd: folder });
  }
  const { code, stdout, outputs } = await run(folder, { spec: "" }, { GITHUB_BASE_REF: "release" });
  expect(code).toBe(2);
  expect(outputs).toEqual({ sarif: "", markdown: "", "exit-code": "2" });
  expect(stdout).toContain(`::error::Give the input spec: ${files.length} files are named openapi.yaml`);
});

const PAGED = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 50 } }]
      responses: { "200": { description: ok } }
`;

test("a run without a report is inconclusive, also if an earlier step left a report", async () => {
  const folder = workspace();
  writeFileSync(join(folder, "contract.sarif"), "{}");
  const { code, stdout, outputs } = await run(folder, { traffic: "clean.har", command: "false" });
  expect(code).toBe(2);
  expect(outputs).toEqual({ sarif: "", markdown: "", "exit-code": "2" });
  expect(stdout).toContain(
    "::error::The contract CLI wrote no report (exit code 1). Is commerce-contract installed in",
  );
});

test("the snippets of the documentation are valid, and name existing inputs and files", () => {
  const snippets = [...DOCS.matchAll(/```yaml title=\.[^\n]*\n([\s\S]*?)```/g)].map(([, text]) => parse(text ?? ""));
  expect(snippets).toHaveLength(3);
  const step = snippets[0].jobs.contract.steps.find((it: { id?: string }) => it.id === "gate");
  expect(Object.keys(step.with).filter((name) => !(name in ACTION.inputs))).toEqual([]);
  expect(step.uses).toBe("./node_modules/commerce-contract");
  const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] };
  expect(files).toContain("action.yml");
  expect(snippets[1].contract.artifacts.reports.junit).toBe("gate.xml");
});

test("without the package, the run is inconclusive and downloads nothing", async () => {
  const folder = createFolder({ "package.json": "{}", "clean.har": CLEAN });
  // Nothing listens at this address, so a download fails.
  writeFileSync(join(folder, ".npmrc"), "registry=http://127.0.0.1:9/\noffline=true\n");
  const { code, outputs } = await runAction("action.yml", folder, { spec: SPEC, traffic: "clean.har" });
  expect(code).toBe(2);
  expect(outputs["exit-code"]).toBe("2");
});

function workspace(): string {
  const folder = createFolder({
    "package.json": "{}",
    "clean.har": CLEAN,
    [SPACED]: CLEAN,
    "broken.har": INVALID,
    "gate.yaml": `spec: ${SPEC}\ntraffic: [broken.har]\n`,
    "my gate.yaml": `spec: ${SPEC}\ntraffic: ["${SPACED}"]\n`,
  });
  symlinkSync(join(installed, "node_modules"), join(folder, "node_modules"));
  return folder;
}

function run(folder: string, inputs: Readonly<Record<string, string>>, runner?: Readonly<Record<string, string>>) {
  return runAction(
    join(folder, "node_modules/commerce-contract/action.yml"),
    folder,
    { spec: SPEC, command: "node_modules/.bin/contract", ...inputs },
    runner,
  );
}
