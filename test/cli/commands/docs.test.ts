/** Tests of `contract docs DIR`, which serves a built site. test/docs has the tests of the pages. */
import { expect, onTestFinished, test } from "vitest";
import { createFolder, runContract } from "../run-contract.js";

const createSite = (base: string): Readonly<Record<string, string>> => ({
  "dist/index.html": `<link rel="stylesheet" href="${base}_astro/site.css">start`,
  "dist/404.html": "missing",
  "dist/guides/orders/index.html": "orders",
  "dist/guides/orders.md": "# Orders",
  "site.json": "{}",
});

/** Serves a site until the test ends. Returns its address. */
async function serveSite(base: string): Promise<string> {
  const folder = createFolder(createSite(base));
  const stop = new AbortController();
  const address = await new Promise<string>((found, failed) => {
    const machine = { signal: stop.signal, stdout: found };
    const ended = runContract(["docs", folder, "--port", "0"], "", {}, machine);
    ended.then(({ code, stderr }) => failed(new Error(`exit code ${code}: ${stderr}`)), failed);
    onTestFinished(async () => {
      stop.abort();
      expect((await ended).code).toBe(0);
    });
  });
  return address.trim();
}

test.each([
  ["/", "", "200 start"],
  ["/", "guides/orders/", "200 orders"],
  ["/", "guides/orders", "302 /guides/orders/"],
  ["/", "guides/orders.md", "200 # Orders"],
  ["/", "guides/orders.md/", "404 missing"],
  ["/", "guides/", "404 missing"],
  ["/", "other", "404 missing"],
  ["/", "other/guides/orders/", "404 missing"],
  ["/", "..%2fsite.json", "404 missing"],
  ["/", "guides%2f..%2f..%2fsite.json", "404 missing"],
  ["/", "guides%2forders/", "200 orders"],
  ["/", "%", "404 missing"],
  ["/docs/", "", "200 start"],
  ["/docs/", "guides/orders", "302 /docs/guides/orders/"],
  ["/docs/", "/", "302 /docs/"],
  ["/docs/", "/docs", "302 /docs/"],
  ["/docs/", "..%2f..%2fsite.json", "404 missing"],
  ["/docs/", "/guides/orders/", "404 missing"],
])("a site built for %s: GET %s is %s", async (base, path, expected) => {
  const address = await serveSite(base);
  expect(new URL(address).pathname).toBe(base);
  const response = await fetch(`${path.startsWith("/") ? new URL(address).origin : address}${path}`, {
    redirect: "manual",
  });
  expect(`${response.status} ${response.headers.get("location") ?? (await response.text()).replace(/^<.*>/, "")}`).toBe(
    expected,
  );
});

test.each([
  ["no site", {}, "contains no site"],
  ["a project that is not built", { "site.json": "{}" }, "is not built; run: cd "],
])("%s is an error with what to do", async (_, files, message) => {
  const { code, stderr } = await runContract(["docs", createFolder(files), "--port", "0"]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
