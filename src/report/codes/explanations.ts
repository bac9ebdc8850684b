import { CODES, type CodeDescription } from "../../checks/index.js";
import { DIFF_CODES } from "../../diff/index.js";
import { findClosestName } from "../../gate/index.js";
import { LINT_RULES } from "../../lint/index.js";
import type { DiffExample } from "./diff-example.js";
import diffExamples from "./diff-examples.json" with { type: "json" };
import examples from "./finding-examples.json" with { type: "json" };
import specExamples from "./spec-examples.json" with { type: "json" };

/** An exchange that breaks the contract of the cases, and the one that it was made from. */
export type FindingExample = {
  readonly good: string;
  readonly bad: string;
  /** The message of the finding. */
  readonly message: string;
  /** The lines of the contract that the finding is about. */
  readonly snippet: string;
};

/** A place in a description that breaks a rule, and the same place as it should be. */
export type SpecExample = {
  /** JSON Pointer of both. */
  readonly at: string;
  readonly good: string;
  readonly bad: string;
  /** The message of the problem. */
  readonly message: string;
};

export type Explanation = {
  readonly code: string;
  readonly title: string;
  /** What the level stands for, and what to do. */
  readonly advice: string;
  readonly example?: FindingExample;
  readonly specExample?: SpecExample;
  readonly diffExample?: DiffExample;
};

const SPEC_EXAMPLES: Readonly<Record<string, SpecExample>> = specExamples;
const DIFF_EXAMPLES: Readonly<Record<string, DiffExample>> = diffExamples;
const FINDING_EXAMPLES: Readonly<Record<string, FindingExample>> = examples;

const FINDING_LEVEL_TEXTS = {
  error: "Error: the exchange contradicts the contract.",
  warn: "Drift: the contract is silent here.",
} as const;

const SPEC_LEVEL_TEXTS = {
  error: "Error: the specification forbids it.",
  warn: "Warning: the specification advises against it, or it has no effect.",
  info: "Remark.",
} as const;

/** Every code of a finding, in the order of the documentation. */
export const FINDING_EXPLANATIONS: readonly Explanation[] = Object.entries(CODES).map(
  ([code, { level, title, fix }]: [string, CodeDescription]) => {
    const example = FINDING_EXAMPLES[code];
    return {
      code,
      title,
      advice: `${FINDING_LEVEL_TEXTS[level]} ${fix}`,
      ...(example === undefined ? {} : { example }),
    };
  },
);

/** Every code of a problem that a description can have. */
export const SPEC_EXPLANATIONS: readonly Explanation[] = Object.entries(LINT_RULES).map(
  ([code, { level, title, fix }]) => {
    const specExample = SPEC_EXAMPLES[code];
    return {
      code,
      title,
      advice: `${SPEC_LEVEL_TEXTS[level]} ${fix}`,
      ...(specExample === undefined ? {} : { specExample }),
    };
  },
);

const DIFF_LEVEL_TEXTS = {
  error: "Breaking: it breaks who kept the old contract.",
  warn: "May break, or cannot be told.",
  info: "Compatible.",
} as const;

/** Every code of a difference between two descriptions. */
export const DIFF_EXPLANATIONS: readonly Explanation[] = Object.entries(DIFF_CODES).map(
  ([code, { level, title, advice }]) => {
    const diffExample = DIFF_EXAMPLES[code];
    return {
      code,
      title,
      advice: `${DIFF_LEVEL_TEXTS[level]} ${advice}`,
      ...(diffExample === undefined ? {} : { diffExample }),
    };
  },
);

/** Which command reports the codes, and the codes. */
const CODE_SOURCES = [
  ["findings in traffic", FINDING_EXPLANATIONS],
  ["problems of a spec", SPEC_EXPLANATIONS],
  ["differences between two specs, of contract diff", DIFF_EXPLANATIONS],
] as const;

const ALL_EXPLANATIONS = CODE_SOURCES.flatMap(([, explanations]) => explanations);

/** What a code means, for a terminal; undefined when there is no such code. */
export function formatExplanation(code: string): string | undefined {
  const explanation = ALL_EXPLANATIONS.find((it) => it.code === code);
  if (explanation === undefined) return undefined;
  const { title, advice, example, specExample, diffExample } = explanation;
  const paragraphs = [code, title, advice];
  if (example !== undefined) {
    const { good, bad, message, snippet } = example;
    paragraphs.push(
      `The contract says\n${snippet}`,
      `This breaks it\n${indentLines(bad)}\n\n  ${message}`,
      `This keeps it\n${indentLines(good)}`,
    );
  }
  if (specExample !== undefined) {
    const { at, good, bad, message } = specExample;
    paragraphs.push(
      `${at === "" ? "At the top" : `At ${at}`}, this breaks it\n${indentLines(bad)}\n\n  ${message}`,
      `This keeps it\n${indentLines(good)}`,
    );
  }
  if (diffExample !== undefined) {
    const { old, new: next, message, counterexample } = diffExample;
    const shown = counterexample === undefined ? "" : `\n  Only one of them accepts ${counterexample}`;
    paragraphs.push(`From\n${indentLines(old)}`, `To\n${indentLines(next)}\n\n  ${message}${shown}`);
  }
  return `${paragraphs.join("\n\n")}\n`;
}

/** All codes, a line each, in groups by the first part of the code. */
export function formatCodeList(): string {
  const width = Math.max(...ALL_EXPLANATIONS.map(({ code }) => code.length));
  const groups = CODE_SOURCES.flatMap(([source, explanations]) =>
    [...new Set(explanations.map(({ code }) => getFirstPart(code)))].map((group) => {
      const codes = explanations.filter(({ code }) => getFirstPart(code) === group);
      const lines = codes.map(({ code, title }) => `  ${code.padEnd(width)}  ${title}\n`);
      return `${group}: ${source}\n${lines.join("")}`;
    }),
  );
  return groups.join("\n");
}

/** `response` of `response.body.invalid`. */
function getFirstPart(code: string): string {
  return code.slice(0, code.indexOf("."));
}

/** Codes that an unknown one may stand for: those below it, such as of `response.body`, else the nearest, else those that contain it. */
export function findSimilarCodes(code: string): readonly string[] {
  const codes = ALL_EXPLANATIONS.map((it) => it.code);
  const wanted = code.toLowerCase().replace(/\.?\*?$/, "");
  if (wanted === "") return [];
  const below = codes.filter((it) => it.startsWith(`${wanted}.`));
  if (below.length > 0) return below;
  const close = findClosestName(code, codes) ?? findClosestName(wanted, [...new Set(codes.map(getParentCode))]);
  if (close !== undefined) return codes.includes(close) ? [close] : codes.filter((it) => it.startsWith(`${close}.`));
  return wanted.length < 4 ? [] : codes.filter((it) => it.includes(wanted));
}

/** `response.body` of `response.body.invalid`. */
function getParentCode(code: string): string {
  return code.slice(0, code.lastIndexOf("."));
}

function indentLines(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}
