/**
 * House rules of the contract, as a plugin for the linter: one rule a file, named like the rule.
 * Which rules run, and with which options, stands in redocly.yaml.
 */
import { readdirSync } from "node:fs";

const folder = new URL("./rules/", import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => file.slice(0, -".mjs".length))
  .sort();
const rules = await Promise.all(
  names.map(async (name) => [name, (await import(new URL(`${name}.mjs`, folder).href)).default]),
);

export default function commerce() {
  return { id: "commerce", rules: { oas3: Object.fromEntries(rules) } };
}
