import {
  type Diagnostic,
  type Document,
  type IgnoreEntry,
  listIgnoreEntries,
  matchesCodePattern,
  matchesIgnoreEntry,
  type Pointer,
} from "../../document/index.js";
import { formatSuggestion } from "../../schema/index.js";
import type { LintRules } from "../rule.js";

// `checkIgnoreEntries` reports them, after all other rules.
const reportedAtEnd = { objectKinds: [], *find() {} } as const;

/** Rules about `x-contract-ignore`: docs/findings.md. */
export const IGNORE_RULES = {
  "spec.ignore.invalid": {
    level: "error",
    title: "An entry of x-contract-ignore has no code or no reason, so that it accepts nothing.",
    fix: "Write the code of the findings, and the reason why they are accepted.",
    ...reportedAtEnd,
  },
  "spec.ignore.unused": {
    level: "warn",
    title: "An entry of x-contract-ignore matches no finding.",
    fix: "Remove the entry.",
    ...reportedAtEnd,
  },
} satisfies LintRules;

type IgnoreCheck = {
  readonly lintCodes: readonly string[];
  readonly otherCodes: readonly string[] | undefined;
  /** Whether all rules have run, examples included. */
  readonly isComplete: boolean;
};

/** Checks the entries of `x-contract-ignore`. Whether one that is about traffic or changes is used, only those commands know. */
export function* checkIgnoreEntries(
  document: Document,
  found: readonly Diagnostic[],
  { lintCodes, otherCodes, isComplete }: IgnoreCheck,
): Iterable<readonly [code: keyof typeof IGNORE_RULES, pointer: Pointer, message: string]> {
  for (const entry of listIgnoreEntries(document)) {
    const { code, pointer, fault } = entry;
    const matchesAny = (codes: readonly string[]): boolean => codes.some((it) => matchesCodePattern(code, it));
    if (fault !== undefined) yield ["spec.ignore.invalid", pointer, fault];
    else if (otherCodes !== undefined && !matchesAny([...lintCodes, ...otherCodes])) {
      const hint = formatSuggestion(code, [...lintCodes, ...otherCodes]);
      yield ["spec.ignore.invalid", pointer, `no finding has the code "${code}"${hint}`];
    } else if (isComplete && code.startsWith("spec.") && !isUsed(entry, found))
      yield ["spec.ignore.unused", pointer, `${code} is not found here; remove the entry`];
  }
}

function isUsed(entry: IgnoreEntry, found: readonly Diagnostic[]): boolean {
  return found.some(({ code = "", pointer = "" }) => matchesIgnoreEntry(entry, code, pointer));
}
