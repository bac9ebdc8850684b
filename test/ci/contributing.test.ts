/** The pages and forms for contributors name only what exists. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const PAGES = ["AGENTS.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md", ".github/pull_request_template.md"];
const FORMS = ".github/ISSUE_TEMPLATE";
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Readonly<Record<string, string>> };

test.each(PAGES)("%s names scripts, files and folders that exist", (page) => {
  const text = readFileSync(page, "utf8");
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? "");
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => join(page, "..", path ?? ""));
  const named = [
    ...text.matchAll(/`((?:\.github|\.ci|docs|examples|generated|scripts|spec|src|test)\/[\w./-]*)`/g),
  ].map(([, path]) => path ?? "");
  expect([...links, ...named].filter((path) => !existsSync(path))).toEqual([]);
});

test("the example in CONTRIBUTING.md is a case of the checks", () => {
  const [, example = ""] = /```yaml\n([\s\S]*?)```/.exec(readFileSync("CONTRIBUTING.md", "utf8")) ?? [];
  const folder = "test/cases/request-body-invalid";
  const cases = readdirSync(folder).map((name) => parse(readFileSync(join(folder, name, "case.yaml"), "utf8")));
  expect(cases).toContainEqual(parse(example));
});

const FIELD_TYPES = ["markdown", "textarea", "input", "dropdown", "checkboxes"];

test.each(readdirSync(FORMS).filter((name) => name !== "config.yml"))("the issue form %s is valid", (name) => {
  const form = parse(readFileSync(join(FORMS, name), "utf8"));
  expect(form).toEqual({
    name: expect.any(String),
    description: expect.any(String),
    labels: [expect.any(String)],
    body: expect.any(Array),
  });
  const fields = form.body.filter(({ type }: { type: string }) => type !== "markdown");
  for (const { type, id, attributes } of form.body) {
    expect(FIELD_TYPES).toContain(type);
    if (type === "markdown") expect(attributes.value).toBeTypeOf("string");
    else expect([id, attributes.label]).toEqual([expect.stringMatching(/^[a-z-]+$/), expect.any(String)]);
  }
  expect(new Set(fields.map(({ id }: { id: string }) => id)).size).toBe(fields.length);
  expect(fields.some(({ validations }: { validations?: { required: boolean } }) => validations?.required)).toBe(true);
});
