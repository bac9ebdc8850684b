/** What follows from a finding is reported with it, in every format. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");
const FORMATS = ["text", "json", "ndjson", "junit", "sarif", "github", "markdown", "html"];

test.each(FORMATS)("%s", async (format) => {
  const withoutKey = createHarEntry({ request: { headers: [] } });
  const folder = createFolder({ "a.har": createHar(createHarEntry(), withoutKey) });
  const { code, stdout } = await runContract(["check", join(folder, "a.har"), "--spec", LIBRARY, "--format", format]);
  expect(code).toBe(1);
  expect(stdout).toContain("request.security.missing");
  expect(stdout).toMatch(/response\.status\.invalid-accepted.*status 200 for a request that violates the spec/s);
});
