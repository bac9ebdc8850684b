import type { Ended } from "./command.js";

const ALARM =
  /\bwarn(ing)?\b|\berror\b|\berr!|deprecat|\bunmet\b|\bpeer\b|ignored build|install script|ERR_|ERESOLVE|EBADENGINE/i;

/** What managers print for any project like those of the cells, and about packages that vitest installs. */
const HARMLESS: readonly RegExp[] = [
  /No license field/,
  /No lockfile found/,
  /Ignored scripts due to flag/,
  /^npm warn install-scripts(?!.*commerce-contract)/,
];

/** The lines of an installation that warn or complain. */
export function alarmsIn({ stdout, stderr }: Pick<Ended, "stdout" | "stderr">): readonly string[] {
  return `${stdout}\n${stderr}`
    .split("\n")
    .filter((line) => ALARM.test(line) && !HARMLESS.some((harmless) => harmless.test(line)));
}
