import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runContract } from "../run-contract.js";

const BASELINE = "contract.baseline.json";
const CHECK = ["check", "test/material/recorded-payloads", "--config", "contract.config.yaml", "--format", "json"];

test("the baseline of the gate has a waiver for each finding of the recorded payloads, and no other", async () => {
  const { code, stdout } = await runContract([...CHECK, "--baseline", BASELINE]);
  const { baseline, summary } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(summary).toMatchObject({ exchanges: 13, skipped: 0, unreadable: 0 });
  expect(baseline).toMatchObject({ new: 0, known: { error: 6, warn: 32 }, expired: [], fixed: [], unobserved: 0 });
});

test("docs/gate.md lists the closed forms that the payloads contradict", () => {
  const page = readFileSync("docs/gate.md", "utf8").split("## Real payloads")[1] ?? "";
  const { waivers } = JSON.parse(readFileSync(BASELINE, "utf8"));
  const errors = waivers.filter((it: { code: string }) => it.code === "response.body.invalid");
  expect(errors.filter((it: { property: string }) => !page.includes(`${it.property.split("/").at(-1)}\``))).toEqual([]);
});
