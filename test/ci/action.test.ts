/** The action for GitHub: what it declares it uses, and its script does what it says. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { entry, folderWith, har } from "../cli/command.js";

type Action = {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
type Step = {
  readonly id: string;
  readonly shell: string;
  readonly run: string;
  readonly "working-directory": string;
  readonly env: Readonly<Record<string, string>>;
};

const TEXT = readFileSync(".github/actions/gate/action.yml", "utf8");
const ACTION = parse(TEXT) as Action;
const DOCS = readFileSync("docs/ci.md", "utf8");
const SPEC = resolve("test/cases/library.yaml");
const COMMAND = `${process.execPath} --import ${import.meta.resolve("tsx")} ${resolve("src/cli/main.ts")}`;

test.each(Object.keys(ACTION.inputs))("the input %s is used, and documented", (name) => {
  expect(TEXT).toContain(`\${{ inputs.${name} }}`);
  expect(DOCS).toMatch(new RegExp(`^\\| (\`[a-z-]+\`, )*\`${name}\``, "m"));
});

test("nothing from outside is text of a script, and every variable and input there is one", () => {
  for (const { run, env } of ACTION.runs.steps) {
    expect(run).not.toContain("${{");
    for (const name of Object.keys(env)) expect(run).toMatch(new RegExp(`\\$${name}\\b`));
  }
  const used = [...TEXT.matchAll(/inputs\.([a-z-]+)/g)].map(([, name]) => name ?? "");
  expect(used.filter((name) => !(name in ACTION.inputs))).toEqual([]);
});

const CLEAN = har(entry());
const BROKEN = har(entry({ response: { content: { size: 9, mimeType: "application/json", text: '{"id":"7"}' } } }));
const SPACED = "with a space.har";

test.each([
  { name: "clean recordings", inputs: { traffic: `clean.har\n${SPACED}`, formats: "junit:gate.xml\n" }, code: 0 },
  { name: "broken recordings", inputs: { traffic: "broken.har" }, code: 1 },
  { name: "broken recordings that stop nobody", inputs: { traffic: "broken.har", "fail-on": "never" }, code: 0 },
  { name: "no recording of that name", inputs: { traffic: "none.har" }, code: 2 },
  { name: "a name that is a command to a shell", inputs: { traffic: "$(touch gone); clean.har" }, code: 2 },
  { name: "what a configuration names", inputs: { config: "gate.yaml", spec: "" }, code: 1 },
])("$name", ({ inputs, code }) => {
  const folder = folderWith({
    "clean.har": CLEAN,
    [SPACED]: CLEAN,
    "broken.har": BROKEN,
    "gate.yaml": `spec: ${SPEC}\ntraffic: [broken.har]\n`,
    output: "",
    summary: "",
  });
  const done = runAction(folder, { spec: SPEC, command: COMMAND, ...inputs });
  expect(done.code, done.stderr).toBe(code);
  const outputs = Object.fromEntries(
    readFileSync(join(folder, "output"), "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split("=")),
  );
  expect(Object.keys(outputs).sort()).toEqual(Object.keys(ACTION.outputs).sort());
  expect(outputs["exit-code"]).toBe(String(code));
  expect(spawnSync("ls", [folder]).stdout.toString()).not.toMatch(/^gone$/m);
  if (code === 2) return;
  const sarif = JSON.parse(readFileSync(outputs.sarif ?? "", "utf8"));
  expect(sarif.runs[0].results.length > 0).toBe(/^::(error|warning) /m.test(done.stdout));
  expect(readFileSync(outputs.markdown ?? "", "utf8")).not.toBe("");
  expect(readFileSync(join(folder, "summary"), "utf8")).not.toBe("");
  if ("formats" in inputs) expect(readFileSync(join(folder, "gate.xml"), "utf8")).toContain("<testsuite");
});

test("the snippets of the documentation can be read, and name what there is", () => {
  const snippets = [...DOCS.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => parse(text ?? ""));
  expect(snippets).toHaveLength(3);
  const step = snippets[0].jobs.contract.steps.find((it: { id?: string }) => it.id === "gate");
  expect(Object.keys(step.with).filter((name) => !(name in ACTION.inputs))).toEqual([]);
  expect(readFileSync(join(step.uses, "action.yml"), "utf8")).toBe(TEXT);
  expect(snippets[1].contract.artifacts.reports.junit).toBe("gate.xml");
});

function runAction(folder: string, given: Readonly<Record<string, string>>) {
  const [step] = ACTION.runs.steps;
  if (step === undefined) throw new Error("no step");
  const inputs: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(ACTION.inputs).map(([name, it]) => [name, it.default])),
    ...given,
  };
  const filled = (text: string): string =>
    text.replaceAll(/\$\{\{ inputs\.([a-z-]+) \}\}/g, (_, name) => inputs[name] ?? "");
  const env = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, filled(text)]));
  // As a runner calls it.
  const { status, stdout, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
    cwd: join(folder, filled(step["working-directory"])),
    env: {
      PATH: process.env.PATH,
      ...env,
      GITHUB_ACTIONS: "true",
      GITHUB_OUTPUT: join(folder, "output"),
      GITHUB_STEP_SUMMARY: join(folder, "summary"),
      GITHUB_WORKSPACE: folder,
    },
    encoding: "utf8",
  });
  return { code: status, stdout, stderr };
}
