/**
 * A Redocly plugin with the project's own rules for the spec. Each rule is a file with the name of the rule.
 * redocly.yaml enables and configures them.
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
