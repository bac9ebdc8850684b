import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder, createHar, createHarEntry, runContract } from "../run-contract.js";

const SPEC = join(import.meta.dirname, "../../document/swagger/base.yaml");
// The body of all operations of the path, which GET requests need not have.
const TEXT = readFileSync(SPEC, "utf8").replace("required: true\n", "required: false\n");
const JSON_HEADERS = [{ name: "Content-Type", value: "application/json" }];

/** Checks one exchange against the Swagger 2.0 document, and returns the lines of the findings in it. */
async function check(entry: object) {
  const folder = createFolder({ "a.har": createHar(entry), "spec.yaml": TEXT });
  const args = [join(folder, "a.har"), "--spec", join(folder, "spec.yaml"), "--format", "json"];
  const { code, stdout } = await runContract(["check", ...args]);
  const { findings, partial } = JSON.parse(stdout);
  const lines = findings.map((it: { code: string; contract: { line: number } }) => `${it.contract.line} ${it.code}`);
  return { code, lines, partial };
}

const createPut = (body: string): object =>
  createHarEntry({
    url: "https://shop.example/v1/orders",
    request: {
      method: "PUT",
      headers: [...JSON_HEADERS, { name: "X-Key", value: "k" }],
      postData: { mimeType: "application/json", text: body },
    },
    response: { status: 204, headers: [], content: { size: 0, mimeType: "" } },
  });

const createGet = (query: string): object =>
  createHarEntry({
    url: `https://shop.example/v1/orders?${query}`,
    request: { headers: [] },
    response: {
      headers: [
        { name: "Content-Type", value: "text/csv" },
        { name: "X-Rate", value: "4" },
      ],
      content: { size: 1, mimeType: "text/csv", text: "1" },
    },
  });

test("a body is checked by the shared parameter, at its lines", async () => {
  expect(await check(createPut('{"id":1,"kind":"Order","note":null,"next":null}'))).toMatchObject({
    code: 0,
    lines: [],
  });
  expect(await check(createPut('{"id":0,"kind":"Order","note":null,"next":null}'))).toMatchObject({
    code: 1,
    lines: expect.arrayContaining(["94 request.body.invalid"]),
  });
  expect(await check(createPut('{"id":1,"kind":"Order","note":null,"next":1}'))).toMatchObject({
    code: 1,
    lines: expect.arrayContaining(["97 request.body.invalid"]),
  });
});

test("arrays are split by collectionFormat", async () => {
  expect((await check(createGet("ids=1%7C2&tags=a&tags=b"))).lines).toEqual([]);
  expect((await check(createGet("ids=1%2C2"))).lines).toContain("37 request.query.invalid");
  expect((await check(createGet("limit=11"))).lines).toContain("28 request.query.invalid");
});

test("what OpenAPI 3.0 cannot express makes the run inconclusive", async () => {
  const partialOf = async (query: string) =>
    (await check(createGet(query))).partial.map((it: { reason: string }) => it.reason);
  const csv = expect.stringContaining("text/csv cannot be checked");
  expect(await partialOf("tags=a")).toEqual([csv]);
  expect(await partialOf("tabs=a%09b")).toEqual([expect.stringContaining('collectionFormat "tsv"'), csv]);
});

test("it gets no suggestions", async () => {
  const folder = createFolder({ "a.har": createHar(createGet("other=1")) });
  const { code, stderr } = await runContract(["suggest", join(folder, "a.har"), "--spec", SPEC]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/base\.yaml is a Swagger 2\.0 document, for which there are no suggestions; convert it/);
});
