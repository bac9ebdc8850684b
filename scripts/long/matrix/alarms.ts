import type { CommandResult } from "./command.js";

const ALARM =
  /\bwarn(ing)?\b|\berror\b|\berr!|deprecat|\bunmet\b|\bpeer\b|ignored build|install script|ERR_|ERESOLVE|EBADENGINE/i;

/** Lines that package managers print for any such project, and about packages that vitest installs. */
const HARMLESS: readonly RegExp[] = [
  /No license field/,
  /No lockfile found/,
  /Ignored scripts due to flag/,
  /^npm warn install-scripts(?!.*commerce-contract)/,
];

/** Returns the warnings and errors in the output of an installation. */
export function findAlarms({ stdout, stderr }: Pick<CommandResult, "stdout" | "stderr">): readonly string[] {
  return `${stdout}\n${stderr}`
    .split("\n")
    .filter((line) => ALARM.test(line) && !HARMLESS.some((harmless) => harmless.test(line)));
}
