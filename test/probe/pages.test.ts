/** What the pages have somebody type does what they say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox } from "../../src/sandbox/index.js";
import { contract } from "../cli/command.js";
import { clientOf } from "../sandbox/judged.js";

const ROOT = join(import.meta.dirname, "../..");

/** The words of the first `contract probe` in a page, as a shell would have them. */
function commandIn(page: string, variables: Readonly<Record<string, string>>): string[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const [, line = ""] = /^npx contract (probe (?:.*\\\n)*.*)$/m.exec(text) ?? [];
  const words = line.replaceAll("\\\n", " ").match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(/["']/g, "").replaceAll(/\$(\w+)/g, (_, name: string) => variables[name] ?? ""),
  );
}

test.each(["README.md", "docs/probe.md"])("the command of %s probes every operation of the sandbox", async (page) => {
  const sandbox = await createSandbox({ seed: "pages" });
  onTestFinished(sandbox.close);
  const { token, businessId, applicationId } = await clientOf(sandbox);
  const command = commandIn(page, { URL: sandbox.url, BUSINESS: businessId, APPLICATION: applicationId });
  expect(command).toContain("command:npx contract token");
  const args = command.map((word) => (word === "command:npx contract token" ? `bearer:${token}` : word));
  const { code, stdout } = await contract([...args, "--phase", "examples"]);
  expect(stdout).toContain("12 of 12 operations seen");
  expect(stdout).not.toContain("Nothing accepted");
  expect(code).toBe(0);
});
