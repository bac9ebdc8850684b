/** Each folder in new/ is a case: exchanges and the spec inferred from them (`expected.yaml`), which they conform to. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createFolder, createHar, runContract } from "../cli/run-contract.js";
import { createCaseEntry, type ExchangeCase } from "./exchange-case.js";

const CASES = join(import.meta.dirname, "new");

test.each(readdirSync(CASES))("%s", async (name) => {
  const passed = parse(readFileSync(join(CASES, name, "exchanges.yaml"), "utf8")) as readonly ExchangeCase[];
  const folder = createFolder({ "traffic.har": createHar(...passed.map(createCaseEntry)) });
  const [traffic, made] = [join(folder, "traffic.har"), join(folder, "openapi.yaml")];
  const result = await runContract(["suggest", traffic, "--new", made]);
  expect(result.code, result.stderr).toBe(0);
  const output = (result.stdout + result.stderr).replaceAll(`${folder}/`, "");
  const comment = output.replaceAll(/^/gm, "# ").replace(/# $/, "");
  await expect(comment + readFileSync(made, "utf8")).toMatchFileSnapshot(join(CASES, name, "expected.yaml"));
  expect(readFileSync(made, "utf8")).not.toMatch(/hunter2|aHVudGVy|eyJ/);

  const { code, stdout } = await runContract(["check", traffic, "--spec", made, "--strict-spec", "--format", "json"]);
  const { findings, summary } = JSON.parse(stdout);
  expect(findings).toEqual([]);
  expect({ code, partial: summary.partial, failed: summary.failed }).toEqual({ code: 0, partial: 0, failed: 0 });
});

test("the order of files, and a second run, change nothing", async () => {
  const one = createHar(
    createCaseEntry({ path: "/books/7", json: { id: 7 } }),
    createCaseEntry({ path: "/users/me", json: { name: "Jane" } }),
  );
  const other = createHar(
    createCaseEntry({ path: "/books/8", json: { title: "Emma", id: 8 } }),
    createCaseEntry({ path: "/users/9", json: {} }),
  );
  const folder = createFolder({ "a.har": one, "b.har": other });
  const [a, b] = [join(folder, "a.har"), join(folder, "b.har")];
  const texts = [];
  for (const [index, files] of [[a, b], [b, a], [folder]].entries()) {
    const made = join(folder, `${index}.yaml`);
    await runContract(["suggest", ...files, "--new", made]);
    texts.push(readFileSync(made, "utf8"));
  }
  expect(new Set(texts).size).toBe(1);
});

test("very many names in one location are data, except fixed names next to them", async () => {
  const names = Array.from({ length: 120 }, (_, index) => `/users/${"ab".repeat(index + 1)}`);
  const paths = [...names, "/users/me", "/users/abab/loans"];
  const folder = createFolder({ "a.har": createHar(...paths.map((path) => createCaseEntry({ path, json: {} }))) });
  const made = join(folder, "openapi.json");
  await runContract(["suggest", join(folder, "a.har"), "--new", made]);
  const described = Object.keys(JSON.parse(readFileSync(made, "utf8")).paths);
  expect(described).toEqual(["/users/me", "/users/{userId}", "/users/{userId}/loans"]);
});

test("a token in the position of a name is never written", async () => {
  const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJodW50ZXIyIn0.c2lnbmF0dXJl";
  const folder = createFolder({ "a.har": createHar(createCaseEntry({ query: `?${token}`, json: {} })) });
  const made = join(folder, "openapi.yaml");
  const { stdout, stderr } = await runContract(["suggest", join(folder, "a.har"), "--new", made]);
  expect(readFileSync(made, "utf8")).toContain("/books/{bookId}");
  expect(readFileSync(made, "utf8") + stdout + stderr).not.toContain("eyJ");
});

test("an existing file is kept", async () => {
  const folder = createFolder({ "openapi.yaml": "mine", "a.har": createHar(createCaseEntry({ json: {} })) });
  const out = join(folder, "openapi.yaml");
  const { code, stderr } = await runContract(["suggest", join(folder, "a.har"), "--new", out]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `contract suggest: ${out} already exists; name a new file\n`,
  });
  expect(readFileSync(out, "utf8")).toBe("mine");
});

test.each([
  [["--spec", "openapi.yaml"], /--new infers a spec from the traffic alone and --spec edits an existing one/],
  [["--write"], /and --write edits an existing one/],
  [["--overlay", "seen.json"], /and --overlay edits an existing one/],
])("--new with %j is rejected", async (options, message) => {
  const { code, stderr } = await runContract(["suggest", "a.har", "--new", "b.yaml", ...options]);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

test("a recording without a service needs --host", async () => {
  const page = createCaseEntry({ url: "https://www.shop.example/", type: "text/html", text: "<p>" });
  const folder = createFolder({ "a.har": createHar(page) });
  const [traffic, made] = [join(folder, "a.har"), join(folder, "openapi.json")];
  const refused = await runContract(["suggest", traffic, "--new", made]);
  expect(refused.stderr).toContain("no host in the recordings looks like an API");
  await runContract(["suggest", traffic, "--new", made, "--server", "https://www.shop.example"]);
  const { paths, servers } = JSON.parse(readFileSync(made, "utf8"));
  expect({ paths: Object.keys(paths), servers }).toEqual({
    paths: ["/"],
    servers: [{ url: "https://www.shop.example" }],
  });
});

test("requests without responses are operations of a named server", async () => {
  const requests = [{ path: "/books/7" }, { method: "POST", path: "/books", sent: { title: "Emma" } }];
  const others = [{ path: "/style.css" }, { url: "https://other.example/v1/hit", method: "POST" }];
  const entries = [...requests, ...others].map((it) => createCaseEntry({ ...it, status: 0 }));
  const folder = createFolder({ "a.har": createHar(...entries) });
  const [traffic, made] = [join(folder, "a.har"), join(folder, "openapi.json")];
  const refused = await runContract(["suggest", traffic, "--new", made]);
  expect(refused.stderr).toContain("all 4 exchanges have no response; pass its base URL with --server");
  const server = ["--server", "https://library.example/v1"];
  const { code } = await runContract(["suggest", traffic, "--new", made, ...server]);
  const { paths } = JSON.parse(readFileSync(made, "utf8"));
  const operations = Object.entries<Record<string, { responses: object }>>(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { responses }]) => [method, path, ...Object.keys(responses)].join(" ")),
  );
  expect({ code, operations }).toEqual({
    code: 0,
    operations: ["post /books default", "get /books/{bookId} default", "get /style.css default"],
  });
});

test("a base path belongs to the named server", async () => {
  const folder = createFolder({ "a.har": createHar(createCaseEntry({ json: {} })) });
  const made = join(folder, "openapi.json");
  const server = ["--server", "https://library.example/v1"];
  await runContract(["suggest", join(folder, "a.har"), "--new", made, ...server]);
  expect(Object.keys(JSON.parse(readFileSync(made, "utf8")).paths)).toEqual(["/books/{bookId}"]);
});

test.each([
  [[], ["/bills", "/orders", "/orders/{orderId}"]],
  [
    ["--scope", "hosts"],
    ["/bills", "/hit", "/orders", "/orders/{orderId}"],
  ],
  [
    ["--scope", "pages"],
    ["/bills", "/cached.js", "/healthz", "/orders", "/orders/{orderId}"],
  ],
  [
    ["--scope", "pages,hosts"],
    ["/", "/app.js", "/bills", "/cached.js", "/healthz", "/hit", "/orders", "/orders/{orderId}"],
  ],
  [
    ["--scope", "requests"],
    [
      ...["/", "/app.js", "/bills", "/cached.js", "/healthz", "/hit", "/lost", "/orders", "/orders/{orderId}"],
      ...["/preflight", "/rejected"],
    ],
  ],
  [
    ["--scope", "requests", "--server", "https://api.shop.example"],
    ["/cached.js", "/healthz", "/lost", "/orders", "/orders/{orderId}", "/preflight", "/rejected"],
  ],
])("the paths with the options %j", async (options, paths) => {
  const exchanges = parse(readFileSync(join(CASES, "several-hosts/exchanges.yaml"), "utf8")) as readonly ExchangeCase[];
  const cached = createCaseEntry({ url: "https://api.shop.example/cached.js", type: "text/javascript", text: "1" });
  const more = [
    { url: "https://api.shop.example/lost", status: 0 },
    { url: "https://api.shop.example/rejected", method: "HEAD", status: 405, type: "text/html", text: "" },
    {
      url: "https://api.shop.example/preflight",
      method: "OPTIONS",
      requestHeaders: { Origin: "https://www.shop.example", "Access-Control-Request-Method": "GET" },
      status: 204,
    },
  ];
  const entries = [...exchanges.map(createCaseEntry), { ...cached, _fromCache: "disk" }, ...more.map(createCaseEntry)];
  const folder = createFolder({ "a.har": createHar(...entries) });
  const [traffic, made] = [join(folder, "a.har"), join(folder, "openapi.json")];
  expect(await runContract(["suggest", traffic, "--new", made, ...options])).toMatchObject({ code: 0 });
  expect(Object.keys(JSON.parse(readFileSync(made, "utf8")).paths).sort()).toEqual(paths);
  const { stdout } = await runContract(["check", traffic, "--spec", made, "--format", "json"]);
  expect(JSON.parse(stdout).findings).toEqual([]);
});

test.each([
  [["--scope", "hosts"], "name its file with --new FILE"],
  [["--scope", "hosts", "--new", "x.yaml", "--server", "https://a.example"], "give only one of them"],
])("the options %j are refused", async (options, reason) => {
  const { code, stderr } = await runContract(["suggest", "a.har", ...options]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(reason) });
});
