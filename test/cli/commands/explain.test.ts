import { describe, expect, test } from "vitest";
import { CODES } from "../../../src/check/index.js";
import { DIFF_CODES } from "../../../src/diff/index.js";
import { LINT_RULES } from "../../../src/lint/index.js";
import { runContract } from "../run-contract.js";

describe("contract explain", () => {
  test("describes the code of a finding, with both examples", async () => {
    const { code, stdout } = await runContract(["explain", "response.body.invalid"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^response\.body\.invalid\n.*violates the spec\..*\nSpec of the example\n {2}[a-z].*\nViolates the spec\n.*\nMatches the spec\n/s,
    );
  });

  test("describes the code of a spec finding", async () => {
    const [code = ""] = Object.keys(LINT_RULES);
    expect((await runContract(["explain", code])).stdout).toMatch(new RegExp(`^${code}\n\n`));
  });

  test("lists all codes in groups by their first part, each with a heading", async () => {
    const { stdout } = await runContract(["explain"]);
    const groups = stdout.trimEnd().split("\n\n");
    const read = groups.map((group) => {
      const [heading = "", ...lines] = group.split("\n");
      return { heading, codes: lines.map((line) => line.trimStart().split(" ")[0] ?? "") };
    });
    expect(read.map(({ heading }) => heading)).toEqual([
      ...["request", "response", "exchange", "webhook"].map((name) => `${name}: findings in traffic`),
      "spec: findings in the spec",
      ...[
        ...["operation", "server", "security", "keyword", "format", "discriminator"],
        ...["request", "response", "callback", "webhook"],
      ].map((name) => `${name}: differences between two specs, of contract diff`),
    ]);
    for (const { heading, codes } of read)
      expect(codes.filter((code) => !code.startsWith(`${heading.split(":")[0]}.`))).toEqual([]);
    const all = [CODES, LINT_RULES, DIFF_CODES].flatMap((codes) => Object.keys(codes));
    expect(read.flatMap(({ codes }) => codes).toSorted()).toEqual(all.toSorted());
  });

  /** Unknown codes, and the suggested ones. */
  const SIMILAR: readonly (readonly [request: string, suggested: readonly string[]])[] = [
    ["response.body.invlid", ["response.body.invalid"]],
    ["response.body", listCodesWithPrefix("response.body.")],
    ["response.body.", listCodesWithPrefix("response.body.")],
    ["response.body.*", listCodesWithPrefix("response.body.")],
    ["Response.Body", listCodesWithPrefix("response.body.")],
    ["reponse.body", listCodesWithPrefix("response.body.")],
    ["operation", listCodesWithPrefix("operation.")],
    ["trailing", ["request.path.trailing-slash"]],
    ["ambiguous", ["request.path.ambiguous", "spec.path.ambiguous"]],
    ["nope", []],
    ["", []],
  ];

  test.each(SIMILAR)("for %j suggests %j", async (request, suggested) => {
    const { code, stdout, stderr } = await runContract(["explain", request]);
    const shown = suggested.slice(0, 10).join(", ");
    const rest = suggested.length > 10 ? ` or ${suggested.length - 10} more` : "";
    const meant = suggested.length === 0 ? "" : `did you mean ${shown}${rest}? `;
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr: `contract explain: unknown code ${JSON.stringify(request)}; ${meant}"contract explain" lists all codes\n`,
    });
  });
});

function listCodesWithPrefix(beginning: string): readonly string[] {
  return [CODES, LINT_RULES, DIFF_CODES]
    .flatMap((codes) => Object.keys(codes))
    .filter((code) => code.startsWith(beginning));
}
