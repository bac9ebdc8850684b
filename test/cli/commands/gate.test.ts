import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Config, createGateFolder, LIBRARY, runGate, SILENT, TARGET } from "../gate-folder.js";
import { createHar, createHarEntry, runContract } from "../run-contract.js";

/** Returns whether the service runs. A zombie process counts as ended. */
function isRunning(folder: string): boolean {
  try {
    const stat = readFileSync(`/proc/${readFileSync(join(folder, "pid"), "utf8")}/stat`, "utf8");
    return !/\) Z /.test(stat);
  } catch {
    return false;
  }
}

test("recordings and a running service have one verdict, and the service is stopped", async () => {
  const folder = createGateFolder({ traffic: ["a.har"], targets: [TARGET] });
  const { code, stdout, stderr } = await runGate(folder);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/recordings {2}.*checked\nlibrary {5}\d+ requests?/),
  });
  expect(stdout).toMatch(/getBook +\d+ {2}200/);
  expect(stdout).toContain("Passed: the traffic matches the spec of Library");
  expect(existsSync(join(folder, "pid"))).toBe(true);
  // The process ends shortly after its shell.
  await expect.poll(() => isRunning(folder)).toBe(false);
});

test.each<[string, Config]>([
  ["recordings", { traffic: ["a.har"] }],
  ["a running service", { targets: [TARGET] }],
  ["both", { traffic: ["a.har"], targets: [TARGET] }],
])("%s count for the coverage", async (_what, sources) => {
  const coverage = { operations: 20, statuses: 12, mediaTypes: 11, parameters: 9, properties: 10 };
  const { code, stdout } = await runGate(createGateFolder({ ...sources, coverage }));
  expect(stdout).toMatch(/^ {2}operations +1 of 5 +20\.0 % +at least 20 %/m);
  expect(stdout).toMatch(/^ {2}properties +2 of 20 +10\.0 % +at least 10 %/m);
  expect(code).toBe(0);
});

test("--quiet prints nothing of a run that passes", async () => {
  const config = join(createGateFolder({ traffic: ["a.har"] }), "contract.config.yaml");
  const result = await runContract(["gate", "--config", config]);
  expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining("checked") });
  expect(await runContract(["gate", "--config", config, "--quiet"])).toMatchObject({ code: 0, stdout: "", stderr: "" });
});

test("a server that the spec lacks is added in the configuration", async () => {
  const har = createHar(createHarEntry(), createHarEntry({ url: "https://other.example/v1/books/1" }));
  const { stdout } = await runGate(createGateFolder({ traffic: ["b.har"] }, { "b.har": har }));
  expect(stdout).toContain('add it with servers: ["https://other.example/v1"] in the configuration');
});

test("findings of a running service are reported under its name", async () => {
  const folder = createGateFolder({
    targets: [{ ...TARGET, start: "node server.cjs 7", parameters: { bookId: ["7"] } }],
  });
  const { code, stdout } = await runGate(folder);
  expect(code).toBe(1);
  expect(stdout).toContain("/title: expected string, got integer 7");
  expect(stdout).toMatch(/recording.* library /);
  expect(stdout).toMatch(
    /contract probe http:\S+\/v1 --spec \S+library\.yaml --param bookId=7 --seed 1 --case examples\/getBook --auth "header:X-Key=\$TOKEN"$/m,
  );
});

test("a command that begins with contract runs this program", async () => {
  const folder = createGateFolder({
    targets: [{ ...TARGET, start: "contract mock --spec library.yaml --port 0", readyWithin: 120 }],
  });
  const { stdout, stderr } = await runGate(folder);
  expect(stderr).toMatch(/library {5}\d+ requests?/);
  expect(stdout).toMatch(/getBook +\d+ /);
});

describe("what could not be checked is reported, and the rest is still checked", () => {
  test.each<[string, Config, RegExp]>([
    [
      "a target that ends at once",
      { start: "(sleep 0.2; echo no port left >&2) & exit 3" },
      /target library: it ended with exit code 3 before it responded; stderr:\nno port left/,
    ],
    ["one whose program is not there", { start: "no-such-program" }, /target library: it ended with exit code 127/],
    [
      "one that prints something else first",
      { start: "echo ready; sleep 30" },
      /expected its base URL as the first line.*got "ready"/,
    ],
    [
      "one that prints nothing",
      { start: "sleep 30", readyWithin: 0.3 },
      /target library: it printed no base URL within 0.3 seconds/,
    ],
    [
      "one that is not running",
      { start: undefined, url: "http://127.0.0.1:2/", readyWithin: 1 },
      /library: http:\/\/127\.0\.0\.1:2\/ did not respond within 1 second: connection refused \(ECONNREFUSED\)$/m,
    ],
    [
      "one that does not listen where it says",
      { start: "echo http://127.0.0.1:2/v1; echo no port left >&2; sleep 30", ready: "/up", readyWithin: 0.3 },
      /127\.0\.0\.1:2\/up did not respond within 0.3 seconds: connection .*; stderr:\nno port left/,
    ],
    [
      "one that accepts connections and sends no response",
      { start: `node -e '${SILENT}'`, readyWithin: 1 },
      /http:\S+ did not respond within 1 second: it accepts connections but does not respond/,
    ],
  ])("%s", async (_what, edit, words) => {
    const { code, stdout, stderr } = await runGate(
      createGateFolder({ traffic: ["a.har"], targets: [{ ...TARGET, ...edit }] }),
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
    expect(stdout).toContain("1 exchange: 1 passed");
  });

  test.each([
    ["reboot", 0, /library {5}1 request to/, /reboot: by reboot: it looks as if .*\("reboot"\)/],
    ["report", 1, /library {5}2 requests to/, /report/],
  ])("an operation with the path /%s", async (name, code, words, report) => {
    const operation = `/${name}: { post: { operationId: ${name}, responses: { "204": { description: d } } } }`;
    const files = { "library.yaml": LIBRARY.replace("paths:\n", `paths:\n  ${operation}\n`) };
    const targets = [{ ...TARGET, only: ["getBook", name] }];
    const ended = await runGate(createGateFolder({ traffic: ["a.har"], targets }, files));
    expect(ended).toMatchObject({ code, stderr: expect.stringMatching(words), stdout: expect.stringMatching(report) });
    expect(ended.stderr).toMatch(/recordings {2}\S+a\.har: checked/);
  });

  test.each<[string, Config]>([
    ["recordings", { traffic: ["a.har"] }],
    ["a spec alone", { strictSpec: true, spec: "library.yaml" }],
  ])("generated files that do not exist, beside %s", async (_what, config) => {
    const { code, stdout } = await runGate(createGateFolder({ ...config, generated: "nofolder" }));
    expect(stdout).toMatch(
      /^directory \S+nofolder of generated files does not exist: run contract generate --config \S+ --spec/m,
    );
    expect(stdout).toMatch(/^Failed: .*the generated files are outdated/m);
    expect(code).toBe(1);
  });

  test.each<[string, Config, RegExp]>([
    [
      "recordings",
      { traffic: ["a.har"] },
      /^Failed: .*the generated files are outdated and do not compile[\s\S]*calls\.ts:\d+ \(\w+\): TS2694/m,
    ],
    [
      "a spec alone",
      { strictSpec: true },
      /^Failed: .*the generated files are outdated and do not compile[\s\S]*calls\.ts:\d+ \(\w+\): TS2694/m,
    ],
  ])("generated files that do not compile, beside %s", async (_what, edit, words) => {
    const config = { ...edit, spec: "library.yaml", generated: "generated", client: { runtime: "./empty.js" } };
    const folder = createGateFolder(config, { "generated/empty.ts": "export {};\n" });
    const { code, stdout, stderr } = await runGate(folder);
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(words);
    expect(stdout + stderr).toContain("this is a defect of commerce-contract");
  });

  test("generated files that differ from the spec", async () => {
    const folder = createGateFolder({ traffic: ["a.har"], generated: "generated" });
    await runContract(["generate", "--spec", join(folder, "library.yaml"), "--out", join(folder, "generated")]);
    expect((await runGate(folder)).code).toBe(0);
    const edited = createGateFolder(
      { traffic: ["a.har"], generated: "generated" },
      { "generated/types.ts": `${readFileSync(join(folder, "generated/types.ts"), "utf8")}\n` },
    );
    const { code, stdout } = await runGate(edited);
    expect(code).toBe(1);
    expect(stdout).toMatch(/generated\/types\.ts is outdated: run contract generate --config .*library\.yaml --out /);
    expect(stdout).toMatch(/generated\/calls\.ts does not exist: run/);
  });
});

test.each<[string, Config, RegExp]>([
  [
    "without credentials",
    { auth: undefined },
    /1 of 1 operations rejected every request \(401\): no credentials given; set "auth" to header:X-Key=VALUE \(key\)/,
  ],
  [
    "below another path",
    { start: "node server.cjs Emma /v2" },
    /none of \d+ requests? was accepted \(404\): .* none of the paths of the spec; set "url" to the base URL to which the paths are relative/,
  ],
])("a target that accepts nothing, %s, is inconclusive, whatever recordings show", async (_what, edit, words) => {
  const { code, stderr } = await runGate(createGateFolder({ traffic: ["a.har"], targets: [{ ...TARGET, ...edit }] }));
  expect(code).toBe(2);
  expect(stderr.split("inconclusive: target library: ")[1]).toMatch(words);
});

test("operations that a target never accepted are reported, whatever recordings show", async () => {
  const headers = [
    { name: "X-Key", value: "k" },
    { name: "Content-Type", value: "application/json" },
  ];
  const post = { method: "POST", headers, postData: { mimeType: "application/json", text: '{"title":"Emma"}' } };
  const added = createHarEntry({ url: "https://library.example/v1/books", request: post, response: { status: 201 } });
  const target = { ...TARGET, only: ["getBook", "addBook"] };
  const { code, stdout, stderr } = await runGate(
    createGateFolder({ traffic: ["b.har"], targets: [target] }, { "b.har": createHar(added) }),
  );
  expect(stdout).toMatch(
    /^ {2}addBook: no request was accepted \(400\): set values that exist in the service in "parameters" {2}by/m,
  );
  expect(stderr).toMatch(/inconclusive: library accepted no request of 1 operation: addBook/);
  expect(code).toBe(2);
});

test("an interruption stops the started processes", async () => {
  const folder = createGateFolder({ targets: [{ ...TARGET, start: "node server.cjs & sleep 30", readyWithin: 20 }] });
  const interrupt = new AbortController();
  const ran = runGate(folder, interrupt.signal);
  while (!existsSync(join(folder, "pid"))) await new Promise((later) => setTimeout(later, 20));
  interrupt.abort();
  await ran;
  await expect.poll(() => isRunning(folder)).toBe(false);
});

describe("a configuration with nothing to do, or with something unknown", () => {
  test.each<[string, Config, RegExp]>([
    [
      "nothing",
      { spec: undefined },
      /nothing to check: name a spec \("spec"\), recordings \("traffic"\) or running services \("targets"\)/,
    ],
    ["a target without start or url", { targets: [{ name: "x" }] }, /contract\.config\.yaml:1:\d+: \/targets\/0/],
    ["a phase that there is not", { targets: [{ ...TARGET, phases: ["exmples"] }] }, /\/targets\/0\/phases\/0/],
    ["a mistyped property", { targets: [{ ...TARGET, strat: "x" }] }, /did you mean "start"\?/],
    [
      "a parameter that there is not",
      { targets: [{ ...TARGET, parameters: { bokId: ["1"] } }] },
      /target library: parameters: bokId: no operation has .*; did you mean "bookId"\?/,
    ],
    ["an operation that there is not", { targets: [{ ...TARGET, only: ["getBok"] }] }, /did you mean "getBook"\?/],
  ])("%s", async (_what, config, words) => {
    const { code, stdout, stderr } = await runGate(createGateFolder(config));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(words);
  });
});

describe("a comparison with an older spec", () => {
  const library = readFileSync(join(import.meta.dirname, "../../cases/library.yaml"), "utf8");
  /** The old service lists up to 1000 books. */
  const wider = library.replace("maximum: 100 }", "maximum: 1000 }");

  const many = createHarEntry({ url: "https://library.example/v1/books?limit=500" });

  test.each([
    {
      title: "an equal one passes",
      old: library,
      config: { traffic: ["a.har"] },
      code: 0,
      shows: /^Passed: the traffic matches .*; no changes from .*\.\n/,
    },
    {
      title: "a narrower one fails, weighed by the recordings",
      old: wider,
      config: { traffic: ["many.har"] },
      code: 1,
      shows: /^Failed: .*: 1 breaking, .*[\s\S]*the new spec refuses 1 of 1 exchange of listBooks/,
    },
    {
      title: "a change that no recording shows passes with failOn: seen",
      old: wider,
      config: { traffic: ["a.har"], diff: { failOn: "seen" } },
      code: 0,
      shows: /breaking/,
    },
    { title: "without recordings, the specs are compared alone", old: wider, config: {}, code: 1, shows: /breaking/ },
  ])("$title", async ({ old, config, code, shows }) => {
    const diff = { old: "old.yaml", ...("diff" in config ? config.diff : {}) };
    const folder = createGateFolder({ ...config, diff }, { "old.yaml": old, "many.har": createHar(many) });
    const result = await runGate(folder);
    expect(result.stdout).toMatch(shows);
    expect(result.code).toBe(code);
  });

  test.each([
    ["recordings", { traffic: ["many.har"] }],
    ["the spec alone", { strictSpec: true }],
  ])("is part of the reports about %s", async (_what, config) => {
    const read = async (diff: object): Promise<Record<string, string>> => {
      const folder = createGateFolder({ ...config, ...diff }, { "old.yaml": wider, "many.har": createHar(many) });
      const formats = ["json", "junit", "sarif", "html", "markdown", "github"];
      const outputs = formats.flatMap((it) => ["--format", `${it}:${join(folder, `report.${it}`)}`]);
      await runContract(["gate", "--config", join(folder, "contract.config.yaml"), ...outputs]);
      return Object.fromEntries(formats.map((it) => [it, readFileSync(join(folder, `report.${it}`), "utf8")]));
    };
    const shown = (report: Record<string, string>): object => ({
      json: /"code": "request.bounds.narrowed"/.test(JSON.stringify(JSON.parse(report.json ?? "").diff ?? {}, null, 1)),
      markdown: /^### Changes since .*old\.yaml[\s\S]*request\.bounds\.narrowed/m.test(report.markdown ?? ""),
      github: /^::error title=request\.bounds\.narrowed/m.test(report.github ?? ""),
      junit: /<failure type="request.bounds.narrowed"/.test(report.junit ?? ""),
      sarif: JSON.parse(report.sarif ?? "").runs.length > 1,
      html: /Changes since .*old\.yaml[\s\S]*request\.bounds\.narrowed/.test(report.html ?? ""),
    });
    const all = { json: true, junit: true, sarif: true, html: true, markdown: true, github: true };
    const compared = await read({ diff: { old: "old.yaml" } });
    expect(shown(compared)).toEqual(all);
    expect(shown(await read({}))).toEqual(Object.fromEntries(Object.keys(all).map((it) => [it, false])));
    if ("traffic" in config) expect(JSON.parse(compared.json ?? "").outcome).toEqual({ kind: "failed" });
  });
});
