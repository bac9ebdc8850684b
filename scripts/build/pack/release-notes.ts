/** `tsx scripts/build/pack/release-notes.ts v0.1.0`: checks that package.json matches the tag, and prints its section of CHANGELOG.md. */
import { readFileSync } from "node:fs";

const [tag = ""] = process.argv.slice(2);
const { version, repository } = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly version: string;
  readonly repository?: string;
};
if (tag !== `v${version}`) fail(`tag "${tag}" does not match package.json: expected v${version}`);
// npm compares it with the repository in the provenance statement.
if (!repository) fail('"repository" in package.json is empty: set it to the URL of this repository');

const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m).slice(1);
const section = sections.find((text) => /^\[?([^\s\]]+)/.exec(text)?.[1] === version);
const notes = section?.slice(section.indexOf("\n")).trim();
if (!notes) fail(`CHANGELOG.md has no notes for ${version}: add a section "## ${version}"`);
process.stdout.write(`${notes}\n`);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
