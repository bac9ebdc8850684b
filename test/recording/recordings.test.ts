/** Sample recordings of each format pass. After one edit, the finding names the edited location. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadContract } from "../../src/check/index.js";
import { readRecording } from "../../src/recording/index.js";
import { baseUrl, readSample, requireExchanges, SAMPLE_RECORDINGS, type SampleReader } from "./recording-samples.js";

const library = loadContract(join(import.meta.dirname, "../cases/library.yaml"));
test.each(Object.entries(SAMPLE_RECORDINGS))("%s passes", async (file, { read, exchanges }) => {
  const all = requireExchanges(await readSample(`library/${file}`, read));
  expect(all.map((exchange) => JSON.stringify(exchange)).join("\n")).toMatchSnapshot();
  const checked = all.map((exchange) => library.check(exchange));
  expect(checked.map(({ verdict, reasons, findings }) => ({ verdict, reasons, findings }))).toEqual(
    Array(exchanges).fill({ verdict: "passed", reasons: [], findings: [] }),
  );
});

type Negative = readonly [file: string, from: string, to: string, code: string, pointer: string, body?: string];

const negatives: readonly Negative[] = [
  [
    "exchanges.ndjson",
    '"title":"Emma","kind"',
    '"title":5,"kind"',
    "response.body.invalid",
    "/0/response/body",
    "/0/title",
  ],
  ["exchanges.ndjson", '"id":7', '"id":"7"', "response.body.invalid", "/1/response/body", "/id"],
  ["exchanges.ndjson", "copies=2", "copies=0", "request.body.invalid", "/2/request/body", "/copies"],
  ["exchanges.ndjson", "limit=10", "limit=0", "request.query.invalid", "/0/request/url"],
  ["exchanges.ndjson", '"status":204', '"status":205', "response.status.undocumented", "/3/response/status"],
  ["exchanges.ndjson", '["X-Total","1"]', '["X-Total","one"]', "response.header.invalid", "/0/response/headers/1"],
  ["exchanges.ndjson", ',"headers":{"X-Key":"k"}}', "}", "request.security.missing", "/1/request/headers"],
  ["nock.json", '"id": 7', '"id": "7"', "response.body.invalid", "/0/response", "/id"],
  ["nock.json", '"kind": "novel", "lock', '"kind": "ballad", "lock', "request.body.invalid", "/1/body", "/kind"],
  ["nock.json", '"status": 201', '"status": 202', "response.status.undocumented", "/1/status"],
  ["nock.json", "books/7", "books/seven", "request.path.invalid", "/0/path"],
  [
    "vcr.yaml",
    '"title":"Emma","shelf"',
    '"title":5,"shelf"',
    "response.body.invalid",
    "/http_interactions/0/response/body/string",
    "/0/title",
  ],
  [
    "vcr.yaml",
    '"kind":"novel"',
    '"kind":"ballad"',
    "request.body.invalid",
    "/http_interactions/1/request/body/string",
    "/kind",
  ],
  [
    "vcr.yaml",
    "eyJpZCI6MSwidGl0bGUiOiJFbW1hIn0=",
    "eyJpZCI6MX0=",
    "response.body.invalid",
    "/http_interactions/1/response/body/base64_string",
    "",
  ],
  ["vcr.yaml", "limit=10", "limit=ten", "request.query.invalid", "/http_interactions/0/request/uri"],
  ["vcr.yaml", "code: 201", "code: 202", "response.status.undocumented", "/http_interactions/1/response/status/code"],
  ["vcrpy.yaml", '"id":7', '"id":"7"', "response.body.invalid", "/interactions/0/response/body/string", "/id"],
  [
    "postman.json",
    '\\"id\\": 7',
    '\\"id\\": null',
    "response.body.invalid",
    "/item/0/item/1/item/0/response/0/body",
    "/id",
  ],
  [
    "postman.json",
    '\\"kind\\": \\"novel\\"',
    '\\"kind\\": 1',
    "request.body.invalid",
    "/item/1/response/0/originalRequest/body/raw",
    "/kind",
  ],
  [
    "postman.json",
    "books?limit=10",
    "books?limit=1000",
    "request.query.invalid",
    "/item/0/item/0/response/0/originalRequest/url",
  ],
  [
    "postman.json",
    '"value": "7"',
    '"value": "seven"',
    "request.path.invalid",
    "/item/0/item/1/item/0/response/0/originalRequest/url",
  ],
  ["postman.json", '"code": 201', '"code": 202', "response.status.undocumented", "/item/1/response/0/code"],
  [
    "wiremock/mappings/books.json",
    '"id": 7',
    '"id": "7"',
    "response.body.invalid",
    "/mappings/0/response/jsonBody",
    "/id",
  ],
  [
    "wiremock/mappings/books.json",
    '"equalTo": "7"',
    '"equalTo": "x"',
    "request.path.invalid",
    "/mappings/0/request/urlPathTemplate",
  ],
  [
    "wiremock/mappings/books.json",
    '\\"title\\": \\"Emma\\" }", "ig',
    '\\"title\\": 5 }", "ig',
    "request.body.invalid",
    "/mappings/1/request/bodyPatterns/0/equalToJson",
    "/title",
  ],
  [
    "wiremock/mappings/books.json",
    '"status": 201',
    '"status": 202',
    "response.status.undocumented",
    "/mappings/1/response/status",
  ],
  ["wiremock/mappings/list-books.json", "old,red", "old,longer", "request.query.invalid", "/request/urlPath"],
  [
    "vcr.yaml",
    '- "1"\n      body',
    '- "one"\n      body',
    "response.header.invalid",
    "/http_interactions/0/response/headers/X-Total/0",
  ],
  [
    "nock.json",
    '"application/json", "Connection"',
    '"text/plain", "Connection"',
    "response.content-type.undocumented",
    "/0/rawHeaders/3",
  ],
  [
    "postman.json",
    '"X-Total", "value": "1"',
    '"X-Total", "value": "one"',
    "response.header.invalid",
    "/item/0/item/0/response/0/header/1",
  ],
  ["wiremock/mappings/list-books.json", '["1"]', '["one"]', "response.header.invalid", "/response/headers/X-Total/0"],
  [
    "playwright.har",
    '"content-type", "value": "application/json" },\n',
    '"content-type", "value": "text/csv" },\n',
    "request.content-type.undocumented",
    "/log/entries/0/request/headers/2",
  ],
  [
    "playwright.har",
    "9b2d41.json",
    "4c1e9f.json",
    "response.body.invalid",
    "/log/entries/0/response/content/_file",
    "",
  ],
];

test.each(negatives.map((row) => [row[0], row[1], row] as const))("%s with another %s is found", async (_, __, row) => {
  const [file, from, to, code, pointer, body] = row;
  const sample = SAMPLE_RECORDINGS[file];
  if (sample === undefined) throw new Error(`There is no sample ${file}`);
  const edit = (text: string): string => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };
  const exchanges = requireExchanges(await readSample(`library/${file}`, sample.read, edit));
  const findings = exchanges.flatMap((exchange) => library.check(exchange).findings);
  const places = findings.map(({ code: found, recording }) => [found, recording.pointer, recording.body]);
  expect(places).toContainEqual([code, pointer, body]);
});

test.each(Object.entries(SAMPLE_RECORDINGS))("every part of %s has its original position", async (file, { read }) => {
  let recording: unknown;
  const exchanges = requireExchanges(
    await readSample(`library/${file}`, read, (text) => {
      const lines = text.split("\n").filter((line) => line !== "");
      recording = file.endsWith(".ndjson")
        ? lines.map((line) => JSON.parse(line))
        : parse(text, { logLevel: "silent" });
      return text;
    }),
  );
  for (const { origin, request, response } of exchanges) {
    const at = (pointer: string): unknown => valueAt(recording, origin.pointer + pointer);
    expect(String(at(origin.parts["request.method"])).toUpperCase()).toBe(request.method);
    if (file !== "wiremock/mappings/books.json") expect(at(origin.parts["response.status"])).toBe(response.status);
    expect(at(origin.parts["request.url"])).toBeDefined();
    for (const side of ["request", "response"] as const) {
      const { headers, body } = { request, response }[side];
      if (body.kind !== "none" && file !== "playwright.har") expect(at(origin.parts[`${side}.body`])).toBeDefined();
      for (const [index, [name]] of headers.entries()) {
        const place = origin.headerPointers?.[side]?.[index] ?? `/${index}`;
        expect(at(origin.parts[`${side}.headers`] + place), `${side} header ${name}`).toBeDefined();
      }
    }
  }
});

function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of pointer.split("/").slice(1)) {
    value = (value as Record<string, unknown>)?.[token.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return value;
}

const gapped: readonly (readonly [file: string, from: string, reason: string])[] = [
  ["postman.json", '"auth"', "Postman does not save cookies and generated headers"],
  ["nock.json", '"reqheaders"', "request headers are not recorded; set enable_reqheaders_recording in nock"],
  [
    "wiremock/mappings/books.json",
    '"headers": { "X-Key"',
    "a mapping does not contain the headers that it does not match",
  ],
];

test.each(gapped)("parts that %s omits with %s are reported as not recorded", async (file, from, reason) => {
  const read: SampleReader = (source) => readRecording(source, { baseUrl });
  const edit = (text: string): string => {
    expect(text).toContain(from);
    return text.replaceAll(from, from.replace('"', '"_'));
  };
  const checked = requireExchanges(await readSample(`library/${file}`, read, edit)).map((exchange) =>
    library.check(exchange),
  );
  expect(checked.length).toBeGreaterThan(1);
  for (const { verdict, reasons, findings } of checked) {
    expect({ verdict, findings }).toEqual({ verdict: "partial", findings: [] });
    expect(reasons.join()).toContain(reason);
  }
});
