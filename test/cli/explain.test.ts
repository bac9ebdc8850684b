import { describe, expect, test } from "vitest";
import { CODES } from "../../src/checks/index.js";
import { DIFF_CODES } from "../../src/diff/index.js";
import { RULES } from "../../src/lint/index.js";
import { contract } from "./command.js";

describe("contract explain", () => {
  test("tells what a code of a finding means, with both examples", async () => {
    const { code, stdout } = await contract(["explain", "response.body.invalid"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^response\.body\.invalid\n.*contradicts.*The contract says.*breaks it.*keeps it/s);
  });

  test("tells what a code of a description means", async () => {
    const [code = ""] = Object.keys(RULES);
    expect((await contract(["explain", code])).stdout).toMatch(new RegExp(`^${code}\n\n`));
  });

  test("lists all codes", async () => {
    const { stdout } = await contract(["explain"]);
    const listed = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")[0]);
    expect(listed).toEqual([...Object.keys(CODES), ...Object.keys(RULES), ...Object.keys(DIFF_CODES)]);
  });

  test("says which code was probably meant", async () => {
    const { code, stderr } = await contract(["explain", "response.body.invlid"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/did you mean response\.body\.invalid\?/),
    });
  });
});
