/** `contract sandbox <spec>`: what it prints, what it explains, and which input it refuses. */

import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.js";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { serveForTest } from "../../serve.js";

const SHOP = "test/sandbox/engine/shop.yaml";

test.each([
  [[], ["credentials  any; with --token TEXT only that one"]],
  [["--token", "a"], []],
])("it prints its URL, its spec, and the operations that have no state, with %j", async (options, credentials) => {
  const signal = AbortSignal.timeout(1);
  const { code, stdout, stderr } = await runContract(["sandbox", SHOP, "--port", "0", ...options], "", {}, { signal });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\n$/);
  expect(stderr.split("\n").slice(1)).toEqual([
    expect.stringMatching(/^admin {8}http:\/\/127\.0\.0\.1:\d+$/),
    `spec         ${SHOP}`,
    "state        in memory",
    ...credentials,
    "resources    4, with 18 of 20 operations",
    "without state, nothing is stored, from examples and samples (2):",
    "  GET /rates",
    "  GET /impossible",
    "",
  ]);
});

test.each([
  ["/v1/", "/v1"],
  ["v1", "/v1"],
  ["./v1", "/v1"],
  ["https://shop.example/v1", "/v1"],
  ["https://shop.example", ""],
])("the server %s has its path in the URL that is printed", async (url, path) => {
  const paths = { "/a": { get: { responses: { "204": { description: "d" } } } } };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, servers: [{ url }], paths });
  const folder = createFolder({ "spec.json": text });
  const signal = AbortSignal.timeout(1);
  const { stdout } = await runContract(["sandbox", join(folder, "spec.json"), "--port", "0"], "", {}, { signal });
  expect(new URL(stdout.trim()).pathname.replace(/\/$/, "")).toBe(path);
});

test("--explain prints what each operation does", async () => {
  const { stdout } = await runContract(["sandbox", SHOP, "--explain"]);
  expect(stdout).toMatchInlineSnapshot(`
    "GET /products                                 lists the records of /products, pages by header, filters color, created_after (names and schema: items at "")
    POST /products                                creates a record of /products (POST to the path of a list)
    GET /products/{productId}                     reads a record of /products by id (the path ends with an id)
    PUT /products/{productId}                     replaces a record of /products by id (the path ends with an id)
    DELETE /products/{productId}                  deletes a record of /products by id (the path ends with an id)
    PATCH /products/{productId}                   changes a record of /products by id (the path ends with an id)
    GET /products/{productId}/reviews             lists the records of /products/{}/reviews, pages by cursor (names and schema: items at "/data")
    POST /products/{productId}/reviews            creates a record of /products/{}/reviews (POST to the path of a list)
    GET /products/{productId}/reviews/{reviewId}  reads a record of /products/{}/reviews by id (the path ends with an id)
    GET /orders                                   lists the records of /orders (names and schema: items at "/orders")
    POST /orders                                  creates a record of /orders (POST to the path of a list)
    GET /orders/{id}                              reads a record of /orders by id (the path ends with an id)
    POST /orders/{id}/cancel                      sets status to cancelled in a record of /orders (the path of a record and a verb)
    GET /customers/{customerId}/orders            lists the records of /orders below /customers/{} (names and schema: items at "/orders")
    GET /settings                                 reads the record at /settings (GET of this path reads one record)
    PUT /settings                                 replaces the record at /settings (GET of this path reads one record)
    DELETE /settings                              deletes the record at /settings (GET of this path reads one record)
    PATCH /settings                               changes the record at /settings (GET of this path reads one record)
    GET /rates                                    returns an example or a sample (no record belongs to this path)
    GET /impossible                               returns an example or a sample (no record belongs to this path)
    "
  `);
});

test.each([
  ["GET /users ", "filters created_at_after, banned, name, states, ignores sort (names"],
  ["PUT /users/{user_id}/home_address ", "changes what it sends in a record of /users ("],
  ["POST /users/{user_id}/notify ", "stores nothing, returns what was sent in a record of /users ("],
  ["POST /mail ", "stores nothing, returns an example or a sample ("],
])("of %s, --explain prints %s, and the start what is ignored or not stored", async (operation, text) => {
  const users = "test/sandbox/engine/users.yaml";
  const { stdout } = await runContract(["sandbox", users, "--explain"]);
  expect(stdout.split("\n").find((line) => line.startsWith(operation))).toContain(text);
  const signal = AbortSignal.timeout(1);
  const { stderr } = await runContract(["sandbox", users, "--port", "0"], "", {}, { signal });
  expect(stderr).toContain("ignored      1 parameter of 1 operation; --explain names them\n");
  expect(stderr.includes(`  ${operation.trim()}\n`)).toBe(text.startsWith("stores"));
});

test("operations that are no searches, counts or records of a list store nothing", async () => {
  const { stdout } = await runContract(["sandbox", "test/sandbox/engine/searches.yaml", "--explain"]);
  const without = stdout.split("\n").filter((line) => line.includes("returns an example or a sample"));
  expect(without.map((line) => line.split("  ")[0])).toEqual([
    "POST /flows/archive",
    "POST /flows/find-owner",
    "POST /logs",
    "GET /views/{view}",
  ]);
});

test("the same seed, time and requests give the same bytes", async () => {
  const run = async (seed: string): Promise<string> => {
    const sandbox = await createSandbox({ spec: SHOP, seed, startAt: { time: 0, freeze: true } });
    onTestFinished(() => sandbox.close());
    const bodies: string[] = [];
    for (const path of ["/orders", "/orders", "/products/7/reviews"]) {
      const body = JSON.stringify(path === "/orders" ? { order: {} } : {});
      const headers = { Authorization: "Bearer any", "Content-Type": "application/json" };
      for (const method of ["POST", "GET"]) {
        const response = await fetch(sandbox.url + path, { method, headers, ...(method === "POST" ? { body } : {}) });
        bodies.push(`${response.status} ${response.headers.get("date")} ${await response.text()}`);
      }
    }
    return bodies.join("\n");
  };
  const first = await run("1");
  expect(await run("1")).toBe(first);
  expect(await run("2")).not.toBe(first);
});

test.each([
  [["missing.yaml"], "missing.yaml: file does not exist"],
  [["broken.yaml"], "broken.yaml:1:1: not an OpenAPI description"],
  [
    ["openapi.yaml", "--billing-port", "4022", "--policy", "updatedAt=server"],
    "--billing-port, --policy: only for the built-in spec; omit it, or omit",
  ],
  [["openapi.yaml", "--data", "large"], "--data large is only for the built-in spec; a spec has none or small"],
  [["openapi.yaml", "--time", "yesterday"], 'invalid --time "yesterday"'],
  [["openapi.yaml", "--host", "203.0.113.1"], "cannot listen on 203.0.113.1"],
])("%j is refused: %s", async ([name = "", ...options], message) => {
  const openapi = "openapi: 3.1.0\ninfo: { title: Empty, version: '1' }\npaths: {}\n";
  const folder = createFolder({ "broken.yaml": "title: none\n", "openapi.yaml": openapi });
  const { code, stdout, stderr } = await runContract(["sandbox", join(folder, name), "--port", "0", ...options]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});

test("a port in use is refused, with the option for another one", async () => {
  const { port } = new URL(await serveForTest(createServer()));
  const { code, stderr } = await runContract(["sandbox", SHOP, "--port", port]);
  expect(code).toBe(2);
  expect(stderr).toContain(`cannot listen on 127.0.0.1, port ${port}`);
  expect(stderr).toContain("choose another with --port");
});
