/** Specs that frameworks wrote, and a recording of a running service, through the commands. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/check/index.js";
import { createClient } from "../../src/client/index.js";
import { diffDocuments } from "../../src/diff/index.js";
import { loadDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { createExchange } from "../check/inline-contract.js";
import { createFolder, runContract } from "../cli/run-contract.js";

const MATERIAL = join(import.meta.dirname, "../material");
const ASPNET = join(MATERIAL, "aspnetcore/responses.json");
const FASTAPI = join(MATERIAL, "fastapi/openapi.json");
const RECORDING = join(MATERIAL, "fastapi/readings.har");

/** The codes of the changes from a spec to the same spec with an edit. */
function diffWithEdit(path: string, from: string, to: string): string[] {
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  return diffDocuments({ old: loadDocument(path), new: loadDocument("new.json", () => text.replace(from, to)) })
    .findings.map(({ code }) => code)
    .sort();
}

describe("a document of ASP.NET Core 11", () => {
  test("has one finding of lint: each TodoWithDueDate is a Todo too", async () => {
    const { code, stdout } = await runContract(["lint", ASPNET]);
    expect(code).toBe(0);
    expect([...stdout.matchAll(/spec\.[\w.-]+/g)].join()).toBe("spec.schema.branches-overlap");
    expect(stdout).toContain("a value of TodoWithDueDate with only what is required also matches Todo");
  });

  const todo = { id: 1, title: "Read", completed: false, createdAt: "2026-03-14T09:30:00Z" };
  const xml =
    "<Todo><id>1</id><title>Read</title><completed>false</completed><createdAt>2026-03-14T09:30:00Z</createdAt></Todo>";
  const contract = loadContract(ASPNET, { servers: ["https://a.example"] });
  test.each<readonly [path: string, type: string, good: unknown, bad: unknown]>([
    ["200-add-xml", "application/json", todo, { ...todo, completed: "no" }],
    ["200-only-xml", "text/xml", xml, xml.replace("<id>1<", "<id>one<")],
    ["200-one-of", "application/json", todo, { ...todo, id: "1" }],
    ["triangle", "application/json", { color: "red" }, { color: 3 }],
    ["shape", "application/json", { $type: "square", area: 2 }, { $type: "circle", area: 2 }],
    ["shape", "application/json", { $type: "triangle", hypotenuse: 2 }, { $type: "triangle", hypotenuse: "2" }],
  ])("%s as %s", (path, type, good, bad) => {
    const [passed, failed] = [good, bad].map((response) =>
      contract.check(
        createExchange({
          ...{ url: `https://a.example/responses/${path}`, response, responseHeaders: [["Content-Type", type]] },
        }),
      ),
    );
    expect(passed).toMatchObject({ verdict: "passed", findings: [] });
    expect(failed?.findings.map(({ code }) => code)).toEqual(["response.body.invalid"]);
  });

  test("is the same API in OpenAPI 3.1", () => {
    expect(diffWithEdit(ASPNET, '"openapi": "3.2.0"', '"openapi": "3.1.1"')).toEqual([]);
    expect(diffWithEdit(ASPNET, '"type": "boolean"', '"type": ["boolean", "null"]')).toContain("response.type.widened");
  });
});

describe("a service of FastAPI with streams", () => {
  test("has only the note that itemSchema is of 3.2", async () => {
    const { code, stdout } = await runContract(["lint", FASTAPI]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/: 0 errors, 0 warnings, 2 remarks\.\n2 findings with 1 cause\n/),
    });
  });

  test("check names the invalid event and the invalid line of its recording", async () => {
    const { code, stdout } = await runContract(["check", RECORDING, "--spec", FASTAPI, "--format", "json"]);
    const { findings, summary } = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(summary).toMatchObject({ exchanges: 5, passed: 3, failed: 2, partial: 0 });
    expect(findings.map((it: { operationId: string; message: string }) => `${it.operationId}: ${it.message}`)).toEqual([
      'streamReadings: /2/celsius: expected number, got string "warm"',
      'watchReadings: /2/data/celsius: expected number, got string "warm"',
      'watchReadings: response header "x-accel-buffering" is not declared',
    ]);
  });

  test("the generated client reads its recorded events as an async iterator", async () => {
    const runtime = pathToFileURL(join(import.meta.dirname, "../../src/client/index.ts")).href;
    const document = loadDocument(FASTAPI);
    const path = join(createFolder({}), "calls.ts");
    writeFileSync(path, generateCalls(document, createClientModel(document, { runtime })));
    const calls = await import(path);
    const { log } = JSON.parse(readFileSync(RECORDING, "utf8"));
    const send: typeof fetch = async (url) => {
      const { response } = log.entries.find((it: { request: { url: string } }) => it.request.url === String(url));
      return new Response(response.content.text, { headers: { "content-type": response.content.mimeType } });
    };
    const client = createClient(calls, { baseUrl: "http://127.0.0.1:8000", fetch: send }) as unknown as Readonly<
      Record<string, () => Promise<{ data: AsyncIterable<unknown> }>>
    >;
    const items: unknown[] = [];
    for (const name of ["watchReadings", "streamReadings"])
      for await (const item of (await client[name]?.())?.data ?? []) items.push(item);
    const readings = [
      { sensor: "roof", celsius: 21.5 },
      { sensor: "cellar", celsius: 11 },
    ];
    expect(items).toEqual([...readings.map((data) => ({ data, event: "message", id: "" })), ...readings]);
  });

  test("is the same API in OpenAPI 3.2, and a changed item is a breaking change", () => {
    expect(diffWithEdit(FASTAPI, '"openapi": "3.1.0"', '"openapi": "3.2.0"')).toEqual([]);
    expect(diffWithEdit(FASTAPI, '"type": "number"', '"type": "string"')).toEqual(["response.type.widened"]);
  });
});
