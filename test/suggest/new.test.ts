/** A folder a case: what passed, and the description that is made of it (`expected.yaml`), which it keeps. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { contract, folderWith, har } from "../cli/command.js";
import { entryOf, type Passed } from "./passed.js";

const CASES = join(import.meta.dirname, "new");

test.each(readdirSync(CASES))("%s", async (name) => {
  const passed = parse(readFileSync(join(CASES, name, "exchanges.yaml"), "utf8")) as readonly Passed[];
  const folder = folderWith({ "traffic.har": har(...passed.map(entryOf)) });
  const [traffic, made] = [join(folder, "traffic.har"), join(folder, "openapi.yaml")];
  const said = await contract(["suggest", traffic, "--new", made, "--quiet"]);
  expect(said.code, said.stderr).toBe(0);
  const told = (said.stdout + said.stderr).replaceAll(`${folder}/`, "").replaceAll(/^/gm, "# ").replace(/# $/, "");
  await expect(told + readFileSync(made, "utf8")).toMatchFileSnapshot(join(CASES, name, "expected.yaml"));
  expect(readFileSync(made, "utf8")).not.toMatch(/hunter2|aHVudGVy|eyJ/);

  const { code, stdout } = await contract(["check", traffic, "--spec", made, "--strict-spec", "--format", "json"]);
  const { findings, summary } = JSON.parse(stdout);
  expect(findings).toEqual([]);
  expect({ code, partial: summary.partial, failed: summary.failed }).toEqual({ code: 0, partial: 0, failed: 0 });
});

test("the order in which files are named changes nothing, and nor does a second run", async () => {
  const one = har(
    entryOf({ path: "/books/7", json: { id: 7 } }),
    entryOf({ path: "/users/me", json: { name: "Jane" } }),
  );
  const other = har(
    entryOf({ path: "/books/8", json: { title: "Emma", id: 8 } }),
    entryOf({ path: "/users/9", json: {} }),
  );
  const folder = folderWith({ "a.har": one, "b.har": other });
  const [a, b] = [join(folder, "a.har"), join(folder, "b.har")];
  const texts = [];
  for (const [index, files] of [[a, b], [b, a], [folder]].entries()) {
    const made = join(folder, `${index}.yaml`);
    await contract(["suggest", ...files, "--new", made, "--quiet"]);
    texts.push(readFileSync(made, "utf8"));
  }
  expect(new Set(texts).size).toBe(1);
});

test("so many words in one place are no names of the service, but for those that stand beside names", async () => {
  const names = Array.from({ length: 120 }, (_, index) => `/users/${"ab".repeat(index + 1)}`);
  const paths = [...names, "/users/me", "/users/abab/loans"];
  const folder = folderWith({ "a.har": har(...paths.map((path) => entryOf({ path, json: {} }))) });
  const made = join(folder, "openapi.json");
  await contract(["suggest", join(folder, "a.har"), "--new", made, "--quiet"]);
  const described = Object.keys(JSON.parse(readFileSync(made, "utf8")).paths);
  expect(described).toEqual(["/v1/users/me", "/v1/users/{userId}", "/v1/users/{userId}/loans"]);
});

test("a token that stands where a name should is written nowhere", async () => {
  const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJodW50ZXIyIn0.c2lnbmF0dXJl";
  const folder = folderWith({ "a.har": har(entryOf({ query: `?${token}`, json: {} })) });
  const made = join(folder, "openapi.yaml");
  const { stdout, stderr } = await contract(["suggest", join(folder, "a.har"), "--new", made, "--quiet"]);
  expect(readFileSync(made, "utf8")).toContain("/v1/books/{bookId}");
  expect(readFileSync(made, "utf8") + stdout + stderr).not.toContain("eyJ");
});

test("a file that is there is left alone", async () => {
  const folder = folderWith({ "openapi.yaml": "mine", "a.har": har(entryOf({ json: {} })) });
  const out = join(folder, "openapi.yaml");
  const { code, stderr } = await contract(["suggest", join(folder, "a.har"), "--new", out]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `contract suggest: ${out} is there already; name a file that is not\n`,
  });
  expect(readFileSync(out, "utf8")).toBe("mine");
});

test.each([
  [["--spec", "openapi.yaml"], /--new writes a description of the traffic alone, and --spec edits one that is there/],
  [["--write"], /and --write edits one that is there/],
  [["--overlay", "seen.json"], /and --overlay edits one that is there/],
])("--new beside %j is refused", async (options, message) => {
  const { code, stderr } = await contract(["suggest", "a.har", "--new", "b.yaml", ...options]);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

test("a recording without a service needs to be told which host is one", async () => {
  const page = entryOf({ url: "https://www.shop.example/", type: "text/html", text: "<p>" });
  const folder = folderWith({ "a.har": har(page) });
  const [traffic, made] = [join(folder, "a.har"), join(folder, "openapi.json")];
  const refused = await contract(["suggest", traffic, "--new", made]);
  expect(refused.stderr).toContain("no host of the recordings answers like a service");
  await contract(["suggest", traffic, "--new", made, "--quiet", "--server", "https://www.shop.example"]);
  const { paths, servers } = JSON.parse(readFileSync(made, "utf8"));
  expect({ paths: Object.keys(paths), servers }).toEqual({
    paths: ["/"],
    servers: [{ url: "https://www.shop.example" }],
  });
});

test("a base path belongs to the server that is named", async () => {
  const folder = folderWith({ "a.har": har(entryOf({ json: {} })) });
  const made = join(folder, "openapi.json");
  const server = ["--server", "https://library.example/v1"];
  await contract(["suggest", join(folder, "a.har"), "--new", made, "--quiet", ...server]);
  expect(Object.keys(JSON.parse(readFileSync(made, "utf8")).paths)).toEqual(["/books/{bookId}"]);
});
