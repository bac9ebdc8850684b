/** Blocks that are the content of a file: valid for what reads that file, and with commands that can be run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { CONFIG_SCHEMA } from "../../../src/cli/settings/config-table.js";
import { type Block, ROOT } from "./read.js";

type Check = (value: unknown) => readonly string[];

/** What is checked of a file, by the name that it has. Other files are only there for a command that names them. */
const CHECKS: readonly (readonly [name: RegExp, check: Check])[] = [
  [/(?:^|\/)contract\.config\.yaml$/, bySchema(CONFIG_SCHEMA)],
  [/\.baseline\.yaml$/, bySchema(JSON.parse(readFileSync(join(ROOT, "src/check/baseline.schema.json"), "utf8")))],
  [/^\.github\/workflows\/[\w-]+\.yml$/, workflow],
  [/^\.gitlab-ci\.yml$/, gitLab],
  [/^\.pre-commit-config\.yaml$/, preCommit],
  [/^kubernetes\/[\w-]+\.yaml$/, kubernetes],
];

export function isChecked({ title = "" }: Block): boolean {
  return CHECKS.some(([name]) => name.test(title));
}

/** What is wrong with a file. */
export function problemsOfFile({ title = "", text }: Block): readonly string[] {
  const value = readFile({ title, text });
  return CHECKS.flatMap(([name, check]) => (name.test(title) ? check(value) : []));
}

/** The `npx contract` commands of a file for CI, to be run where the file is, and a test for each action of a package. */
export function commandsOf({ title = "", text }: Block): readonly string[] {
  if (!isCi(title)) return [];
  const commands = [...text.matchAll(/npx contract [^\n,}]*/g)].map(([command]) => command.trim());
  const actions = [...text.matchAll(/uses: (\.\/\S+)/g)].map(([, path]) => `test -f ${path}/action.yml`);
  return [...actions, ...commands];
}

function isCi(title: string): boolean {
  return /^\.(?:github|gitlab|pre-commit)/.test(title);
}

function readFile({ title = "", text }: Pick<Block, "title" | "text">): unknown {
  if (/\.ya?ml$/.test(title)) return parse(text);
  if (/\.json$/.test(title)) return JSON.parse(text);
  return text;
}

function bySchema(schema: object): Check {
  return (value) => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** `npx tsx scripts/check/lint/manifests.ts` validates the rest. */
function kubernetes(value: unknown): readonly string[] {
  const members = ["apiVersion", "kind", "metadata", "spec"];
  return members.filter((name) => !Object.hasOwn(value ?? {}, name)).map((name) => `a manifest has "${name}"`);
}

function workflow(value: unknown): readonly string[] {
  const { on, jobs } = value as { on?: unknown; jobs?: Record<string, { "runs-on"?: string; steps?: Step[] }> };
  if (on === undefined || jobs === undefined) return ['a workflow has "on" and "jobs"'];
  return Object.entries(jobs).flatMap(([name, { "runs-on": machine, steps = [] }]) => [
    ...(machine === undefined || steps.length === 0 ? [`job ${name} has no machine or no steps`] : []),
    ...steps.flatMap(({ uses, run }) => {
      if ((uses === undefined) === (run === undefined)) return [`a step of ${name} has not one of "uses" and "run"`];
      // A path would be an action of the reader's own repository.
      return uses === undefined || ACTION.test(uses) ? [] : [`${uses} is no action that a reader has`];
    }),
  ]);
}

type Step = { readonly uses?: string; readonly run?: string };

const ACTION = /^(?:[\w-]+\/[\w.-]+(?:\/[\w./-]+)?@[\w.-]+|\.\/node_modules\/[\w./-]+)$/;

function gitLab(value: unknown): readonly string[] {
  const jobs = Object.entries(value as Record<string, { script?: unknown }>);
  return jobs.filter(([, { script }]) => !Array.isArray(script)).map(([name]) => `job ${name} has no script`);
}

function preCommit(value: unknown): readonly string[] {
  const { repos = [] } = value as { repos?: { repo: string; hooks: Record<string, unknown>[] }[] };
  const hooks = repos.flatMap((it) => it.hooks);
  const lacking = hooks.filter((hook) => ["id", "name", "entry", "language"].some((key) => hook[key] === undefined));
  return hooks.length === 0 || lacking.length > 0 ? ["a local hook has id, name, entry and language"] : [];
}
