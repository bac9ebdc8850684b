/** Everything that is derived from the tables of options and of the configuration knows every row. */
import { expect, test } from "vitest";
import { createOwnPages } from "../../../scripts/build/docs/own-pages.js";
import type { CommandRow } from "../../../src/cli/options/command-row.js";
import { COMMANDS } from "../../../src/cli/options/command-table.js";
import { CONFIG_SCHEMA, TARGET } from "../../../src/cli/settings/config-table.js";
import { asObject, asString, type Json } from "../../../src/document/index.js";
import { createFolder, runContract } from "../run-contract.js";

const PAGES = createOwnPages();
const print = async (...args: string[]): Promise<string> => (await runContract(args)).stdout;
const withoutBreaks = (text: string): string => text.replaceAll(/\s+/g, " ");

const COMPLETIONS = { bash: await print("completion", "bash"), fish: await print("completion", "fish") };
const NAMES = Object.keys(COMMANDS).filter((name) => name !== "check-part") as (keyof typeof COMMANDS)[];

test.each(NAMES)(
  "help, page and completions of contract %s have each option with its help and its values",
  async (name) => {
    const help = withoutBreaks(await print(name, "--help"));
    const page = String(PAGES.get(`command-line/${name}.md`));
    const rows = Object.entries((COMMANDS[name] as CommandRow).options);
    for (const [flags, row] of rows) {
      const [shown = "", flag = ""] = [flags.replace(/ \.\.\.$/, ""), flags.split(" ")[0]];
      const [text, values] = typeof row === "string" ? [row] : row;
      expect(help).toContain(`${shown} ${text}`);
      expect(page).toContain(`- \`${shown}\`: `);
      if (Array.isArray(values)) expect(help).toContain(`(choices: ${values.map((it) => `"${it}"`).join(", ")}`);
      expect(COMPLETIONS.bash).toMatch(new RegExp(`^ +${name}\\) words=".*${flag}[ "]`, "m"));
      expect(COMPLETIONS.fish).toMatch(new RegExp(`_from ${name}' -l ${flag.slice(2)} `));
    }
  },
);

/** Keys with the name of an option that are another thing, with the reason. */
const OTHER_THINGS: Readonly<Record<string, string>> = {
  traffic: "--traffic of contract diff weighs changes",
  exclude: "an entry can have a reason",
  coverage: "--coverage measures, and the key sets thresholds",
  coverageSince: "the key has thresholds beside the spec",
  "targets.start": "contract init copies its --start into the configuration",
  "targets.url": "contract init copies its --url into the configuration",
  "targets.auth": "--auth can be repeated, and a target has otherAuth",
  "targets.exclude": "an entry can have a reason",
};

type ConfigKey = { readonly name: string; readonly schema: Json };

function listKeys(schema: Json | undefined, at = ""): ConfigKey[] {
  const keys = Object.entries(asObject(asObject(schema)?.properties) ?? {});
  return keys.flatMap(([key, value]) => [{ name: at + key, schema: value }]);
}

const KEYS = [...listKeys(CONFIG_SCHEMA), ...listKeys(TARGET.schema, "targets.")];

test("a key of the configuration takes help and values from the option with its name", () => {
  const allRows = NAMES.flatMap((name) => Object.entries((COMMANDS[name] as CommandRow).options));
  const ofOption = (key: string) => {
    const flag = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return allRows
      .filter(([flags]) => flags.split(" ")[0] === flag)
      .map(([, row]) => (typeof row === "string" ? row : row[0]));
  };
  const simplify = (text: string): string => text.toLowerCase().replace(/ \((repeatable|default).*$|\.( .*)?$/s, "");
  const restated = KEYS.filter(({ name, schema }) => {
    const helps = ofOption(name.replace(/^.*\./, ""));
    const description = asString(asObject(schema)?.description) ?? "";
    return helps.length > 0 && !helps.some((help) => simplify(help) === simplify(description));
  });
  expect(restated.map(({ name }) => name)).toEqual(Object.keys(OTHER_THINGS));
});

test("the page of the configuration has every key and its description", () => {
  const page = withoutBreaks(String(PAGES.get("configuration.md")));
  for (const { name, schema } of KEYS) {
    expect(page).toContain(`- **\`${name.replace("targets.", "")}\`** `);
    expect(page).toContain(asString(asObject(schema)?.description) ?? "");
  }
});

test.each([
  ["targets", { targets: [{ name: "a", url: "http://a.example", rate: 0 }] }, "/targets/0/rate"],
  ["targets", { targets: [{ name: "a", url: "http://a.example", phases: ["fuzz"] }] }, "/targets/0/phases/0"],
  ["failOn", { failOn: "seen" }, "/failOn"],
  ["diff", { diff: { failOn: "info" } }, "/diff/failOn"],
])("%s accepts the values of its option alone: %j", async (_, config, place) => {
  const folder = createFolder({ "contract.config.yaml": JSON.stringify(config) });
  const { code, stderr } = await runContract(["check", "--config", `${folder}/contract.config.yaml`]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`${place}: `) });
});
