/** Tests of access logs: missing fields do not fail the run, and every report lists them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");
const line = {
  request_method: "GET",
  request_uri: "/v1/books/7",
  host: "library.example",
  scheme: "https",
  status: 200,
  http_x_key: "k",
  sent_http_content_type: "application/json",
};
const lines = (...all: readonly object[]): string => all.map((it) => `${JSON.stringify(it)}\n`).join("");
const log = lines(line, { ...line, request_method: "DELETE", status: 204, http_x_key: "" });

async function checkLog(text: string, ...args: string[]) {
  const folder = createFolder({ "access.log": text });
  return runContract(["check", join(folder, "access.log"), "--spec", LIBRARY, ...args]);
}

test("a log that conforms as far as its fields allow passes, with a note about its limits", async () => {
  const { code, stdout } = await checkLog(log);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Not recorded, so not checked\n {2}1 × response bodies {2}first at .* \/0\n/m);
  expect(stdout).toContain("2 exchanges: 1 passed, 0 failed, 1 partial because fields are not recorded");
  expect(stdout).toMatch(/^Passed: .*; 1 exchange checked only for the recorded fields\.\n/);
});

test("violations in what a log shows fail the run", async () => {
  expect((await checkLog(lines({ ...line, status: 200, request_uri: "/v1/books/seven" }))).code).toBe(1);
  expect((await checkLog(`${log}{"status":`)).code).toBe(2);
  expect((await checkLog(lines({ ...line, host: "other.example" }))).code).toBe(2);
});

test("a recording that lacks a body is still partially checked, next to a log that never has bodies", async () => {
  const folder = createFolder({
    "access.log": log,
    "cut.har": createHar(createHarEntry({ response: { content: { size: 30, _file: "gone.json" } } })),
  });
  const files = ["access.log", "cut.har"].map((name) => join(folder, name));
  const { code, stderr } = await runContract(["check", ...files, "--spec", LIBRARY]);
  expect(code).toBe(2);
  expect(stderr).toContain("inconclusive: 1 exchange was only partially checked");
});

test.each(["text", "json", "ndjson", "junit", "sarif", "markdown", "html"])(
  "%s lists what the log does not contain",
  async (format) => {
    const { code, stdout } = await checkLog(log, "--format", format);
    expect(code).toBe(0);
    expect(stdout).toContain("response bodies");
  },
);

test("the JSON report matches its schema, and shards merge to the bytes of the whole run", async () => {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, "../../src/report/report.schema.json"), "utf8"));
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  const folder = createFolder({ "access.log": log.repeat(2) });
  const run = ["check", join(folder, "access.log"), "--spec", LIBRARY, "--coverage", "--format"];
  const shards = ["1/3", "2/3", "3/3"].map((shard) => ({ shard, file: join(folder, `${shard[0]}.json`) }));
  for (const { shard, file } of shards) await runContract([...run, `json:${file}`, "--shard", shard]);
  const whole = await runContract([...run, "json"]);
  expect(validate(JSON.parse(whole.stdout)), JSON.stringify(validate.errors)).toBe(true);
  expect(JSON.parse(whole.stdout).summary).toMatchObject({ passed: 2, partial: 2, notLogged: 2 });
  const merged = await runContract(["merge", ...shards.map(({ file }) => file), "--format", "json"]);
  expect(merged).toEqual(whole);
});

test("a log without credentials does not suggest that none are required", async () => {
  const request = (more: object): string => lines({ ...line, request_uri: "/v1/magazines/7", http_x_key: "", ...more });
  const suggest = async (text: string): Promise<string> => {
    const folder = createFolder({ "access.log": text });
    return (await runContract(["suggest", join(folder, "access.log"), "--spec", LIBRARY])).stdout;
  };
  expect(await suggest(request({}))).toContain("/magazines/{magazineId}:");
  expect(await suggest(request({}))).not.toContain("security: []");
  expect(await suggest(request({ request_headers: {} }))).toContain("security: []");
});

test("the verdict log lists for each exchange what the log does not contain", async () => {
  const folder = createFolder({ "access.log": log });
  const verdicts = join(folder, "verdicts.ndjson");
  await runContract(["check", join(folder, "access.log"), "--spec", LIBRARY, "--verdicts", verdicts]);
  const reported = readFileSync(verdicts, "utf8").trimEnd().split("\n");
  expect(reported.map((it) => JSON.parse(it)).map(({ verdict, reasons }) => [verdict, ...reasons])).toEqual([
    ["partial", "not recorded: response bodies"],
    ["passed"],
  ]);
});
