/** Path parameters whose values contain slashes, in recordings of the GitHub API. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../../src/check/index.js";
import { readNock } from "../../../src/recording/formats/nock.js";
import { readText, requireExchanges } from "../../recording/recording-samples.js";
import { createExchange, createInlineContract } from "../inline-contract.js";

const MATERIAL = join(import.meta.dirname, "../../material/octokit-fixtures");
const FIRST_PART = /^https:\/\/api\.github\.com(:443)?\/repos\/[^/]+\/[^/]+/;

test("of the GitHub API", async () => {
  const contract = loadContract(join(MATERIAL, "github-excerpt.json"));
  const exchanges = requireExchanges(await readText(readFileSync(join(MATERIAL, "recording.json"), "utf8"), readNock));
  const reported = exchanges.map((exchange) => {
    const { operation, findings } = contract.check(exchange);
    const { method, url } = exchange.request;
    const errors = findings.filter(({ level }) => level === "error").map(({ code }) => code);
    return [method, url.replace(FIRST_PART, ""), operation?.id ?? "-", ...errors].join(" ");
  });
  expect(reported).toEqual([
    "GET /labels issues/list-labels-for-repo",
    "POST /labels issues/create-label",
    "GET /labels/test-label issues/get-label",
    "PATCH /labels/test-label issues/update-label",
    "DELETE /labels/test-label-updated issues/delete-label",
    "POST /labels issues/create-label",
    // The spec of today has no list of refs.
    "GET /git/refs/ - request.method.undocumented",
    "POST /git/refs git/create-ref",
    "PATCH /git/refs/heads/test git/update-ref",
    "GET /git/refs/ - request.method.undocumented",
    "DELETE /git/refs/heads/test git/delete-ref",
  ]);
});

describe("of another API", () => {
  const operation = (path: string, names: readonly string[], extension: string): string => {
    const parameters = names.map(
      (it) => `{ name: ${it}, in: path, required: true, schema: { type: string }${extension} }`,
    );
    return `  '${path}': { get: { parameters: [${parameters}], responses: { default: { description: d } } } }\n`;
  };
  const createContract = (extension: string) =>
    createInlineContract({
      "spec.yaml": `openapi: 3.1.0\ninfo: { title: t, version: "1" }\nservers: [{ url: "https://a.example" }]\npaths:\n${[
        operation("/f/{path}", ["path"], extension),
        operation("/f/{path}/status", ["path"], extension),
        operation("/f/a/{x}", ["x"], ""),
        operation("/g/{y}", ["y"], ""),
      ].join("")}`,
    });
  const find = (path: string, extension: string) =>
    createContract(extension).check(createExchange({ url: `https://a.example${path}` })).operation?.path;

  test.each([
    ["/f/b", "/f/{path}"],
    ["/f/b/c", "/f/{path}"],
    ["/f/b/c/d.md", "/f/{path}"],
    ["/f/b/c/status", "/f/{path}/status"],
    ["/f/a/c", "/f/a/{x}"],
    ["/f/a/c/d", "/f/{path}"],
    ["/g/b/c", undefined],
    ["/f/", "/f/{path}"],
    ["/f//status", "/f/{path}/status"],
    ["/g/", undefined],
    ["/f", undefined],
  ])("%s belongs to %s", (path, template) => {
    expect(find(path, ", x-multi-segment: true")).toBe(template);
  });

  test.each(["/f/b/c", "/f/"])("without the extension, a value has no slash and is not empty: %s", (path) => {
    expect(find(path, "")).toBeUndefined();
  });

  test.each([
    ["", []],
    [", minLength: 1", ["request.path.invalid"]],
  ])("the schema decides about an empty value: { type: string%s }", (limit, codes) => {
    const schema = `schema: { type: string${limit} }, x-multi-segment: true`;
    const contract = createInlineContract({
      "spec.yaml": `openapi: 3.1.0\ninfo: { title: t, version: "1" }\nservers: [{ url: "https://a.example" }]\npaths:\n  /f/{path}: { get: { parameters: [{ name: path, in: path, required: true, ${schema} }], responses: { default: { description: d } } } }`,
    });
    const { operation, findings } = contract.check(
      createExchange({ url: "https://a.example/f/", responseHeaders: [] }),
    );
    expect(operation?.path).toBe("/f/{path}");
    expect(findings.flatMap(({ code }) => (code.startsWith("request.") ? [code] : []))).toEqual(codes);
  });
});
