import { join } from "node:path";
import { expect, test } from "vitest";
import type { Report } from "../../../src/check/index.js";
import { createFolder, createHar, createHarEntry, runContract } from "../run-contract.js";

/** A spec with `GET <path>` on a server, whose response is an object with an integer `id`. */
const specOf = (title: string, server: string, path: string): string =>
  `openapi: 3.1.0
info: { title: ${title}, version: "1" }
servers: [{ url: "${server}" }]
paths:
  ${path}:
    get:
      operationId: getItem
      responses:
        "200": { description: d, content: { application/json: { schema: { properties: { id: { type: integer } } } } } }
`;

const FILES = {
  "books.yaml": specOf("Books", "https://a.example/v1", "/books"),
  "films.yaml": specOf("Films", "https://a.example/v1", "/films"),
  "songs.yaml": specOf("Songs", "https://b.example", "/songs"),
};

const entry = (url: string, id: unknown): object =>
  createHarEntry({
    url,
    request: { headers: [] },
    response: { content: { size: 9, mimeType: "application/json", text: JSON.stringify({ id }) } },
  });

async function check(entries: readonly object[], ...args: readonly string[]) {
  const folder = createFolder({ ...FILES, "a.har": createHar(...entries) });
  const specs = Object.keys(FILES).flatMap((name) => ["--spec", join(folder, name)]);
  const { code, stdout, stderr } = await runContract(["check", join(folder, "a.har"), ...specs, ...args]);
  return { code, stderr: stderr.replaceAll(folder, ""), stdout: stdout.replaceAll(folder, "") };
}

test("each exchange is checked by the spec that has its server and path", async () => {
  const entries = [
    entry("https://a.example/v1/books", 1),
    entry("https://a.example/v1/films", "one"),
    entry("https://b.example/songs", "one"),
    entry("https://a.example/v1/plays", 1),
    entry("https://c.example/songs", 1),
  ];
  const { code, stdout } = await check(entries, "--format", "json");
  const report: Report = JSON.parse(stdout);
  expect(code).toBe(1);
  expect(report.spec).toMatchObject({ title: "Books, Films, Songs", path: "/books.yaml, /films.yaml, /songs.yaml" });
  expect(report.summary).toMatchObject({ exchanges: 5, passed: 1, skipped: 1 });
  expect(report.findings.map(({ code: of, operationId, contract }) => [of, operationId, contract.file])).toEqual([
    ["request.path.undocumented", null, "/books.yaml"],
    ["response.body.invalid", "films.yaml#getItem", "/films.yaml"],
    ["response.body.invalid", "songs.yaml#getItem", "/songs.yaml"],
  ]);
  expect(report.coverage.operations.map(({ operationId, exchanges }) => [operationId, exchanges])).toEqual([
    ["books.yaml#getItem", 1],
    ["films.yaml#getItem", 1],
    ["songs.yaml#getItem", 1],
  ]);
});

test("a finding of one spec is accepted for that spec only", async () => {
  const folder = createFolder({
    ...FILES,
    "before.har": createHar(entry("https://a.example/v1/films", "one")),
    "after.har": createHar(entry("https://b.example/songs", "one"), entry("https://a.example/v1/films", "two")),
  });
  const specs = Object.keys(FILES).flatMap((name) => ["--spec", join(folder, name)]);
  const baseline = ["--baseline", join(folder, "accepted.yaml")];
  const accept = ["--update-baseline", "known"];
  expect((await runContract(["check", join(folder, "before.har"), ...specs, ...baseline, ...accept])).code).toBe(0);
  const { code, stdout } = await runContract(["check", join(folder, "after.har"), ...specs, ...baseline]);
  expect(code).toBe(1);
  expect(stdout).toContain(": 1 new, 1 known");
});

test("operations of files with the same name are named by their directories", async () => {
  const [books, films] = [FILES["books.yaml"], FILES["films.yaml"]];
  const folder = createFolder({
    "a/v1.yaml": books,
    "b/v1.yaml": films,
    "a.har": createHar(entry("https://a.example/v1/films", "one"), entry("https://a.example/v1/books", "one")),
  });
  const specs = ["a", "b"].flatMap((name) => ["--spec", join(folder, name, "v1.yaml")]);
  const only = ["--only", "b/v1.yaml#getItem", "--format", "json"];
  const { stdout } = await runContract(["check", join(folder, "a.har"), ...specs, ...only]);
  const { findings }: Report = JSON.parse(stdout);
  expect(findings.map(({ operationId }) => operationId)).toEqual(["b/v1.yaml#getItem"]);
});

test("the configuration names several specs", async () => {
  const folder = createFolder({
    ...FILES,
    "a.har": createHar(entry("https://a.example/v1/films", 1), entry("https://b.example/songs", 1)),
    "contract.yaml": "specs: [films.yaml, songs.yaml]\ntraffic: [a.har]\n",
    "both.yaml": "spec: films.yaml\nspecs: [songs.yaml]\ntraffic: [a.har]\n",
  });
  const config = ["--config", join(folder, "contract.yaml")];
  expect(await runContract(["check", ...config])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Films, Songs/),
  });
  expect(await runContract(["gate", ...config])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/2 exchanges/),
  });
  expect(await runContract(["check", "--config", join(folder, "both.yaml")])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/has both "spec" and "specs"; keep one of them/),
  });
});

test("coverage is that of all specs, and that of each", async () => {
  const entries = [entry("https://a.example/v1/films", 1), entry("https://b.example/songs", 1)];
  const { code, stdout } = await check(entries, "--coverage", "--format", "json");
  const { coverage }: Report = JSON.parse(stdout);
  const counts = ({ operations, properties }: NonNullable<typeof coverage.kinds>): string =>
    [operations, properties].map(({ seen, total, percent }) => `${seen} of ${total}, ${percent} %`).join("; ");
  expect(code).toBe(0);
  expect(coverage.kinds && counts(coverage.kinds)).toBe("2 of 3, 66.6 %; 2 of 3, 66.6 %");
  expect(coverage.specs?.map(({ path, kinds }) => [path, counts(kinds)])).toEqual([
    ["/books.yaml", "0 of 1, 0 %; 0 of 1, 0 %"],
    ["/films.yaml", "1 of 1, 100 %; 1 of 1, 100 %"],
    ["/songs.yaml", "1 of 1, 100 %; 1 of 1, 100 %"],
  ]);
  const text = await check(entries, "--coverage");
  expect(text.stdout).toMatch(/Coverage of \/books\.yaml\n {2}part .*\n {2}operations +0 of 1 +0\.0 %/);
});

test("shards of several specs merge to the coverage of one run", async () => {
  const folder = createFolder({
    ...FILES,
    "a.har": createHar(entry("https://a.example/v1/films", 1), entry("https://b.example/songs", 1)),
  });
  const specs = Object.keys(FILES).flatMap((name) => ["--spec", join(folder, name)]);
  const args = ["check", join(folder, "a.har"), ...specs, "--coverage", "--format"];
  const shards = [1, 2].map((index) => join(folder, `${index}.json`));
  for (const [index, shard] of shards.entries())
    await runContract([...args, `json:${shard}`, "--shard", `${index + 1}/2`]);
  const merged = await runContract(["merge", ...shards, "--format", "json"]);
  const whole = await runContract([...args, "json"]);
  expect(JSON.parse(merged.stdout).coverage).toEqual(JSON.parse(whole.stdout).coverage);
});

test.each([
  ["changes", ["check", "--coverage-since", "films.yaml"], /the coverage of changes needs one spec, but .*films\.yaml/],
  ["a probe", ["probe", "http://127.0.0.1:1"], /works with one spec, but .*films\.yaml, .*songs\.yaml are given/],
] as const)("%s of several specs is rejected", async (_, args, message) => {
  const folder = createFolder({
    ...FILES,
    "a.har": createHar(entry("https://a.example/v1/films", 1)),
    "contract.yaml": "specs: [films.yaml, songs.yaml]\ntraffic: [a.har]\n",
  });
  const result = await runContract([...args, "--config", join(folder, "contract.yaml")]);
  expect(result).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
});
