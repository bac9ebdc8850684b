import { CODES, type CodeDescription, describeReporters, findClosestName } from "../../check/index.js";
import { DIFF_CODES } from "../../diff/index.js";
import { LINT_RULES, type LintRule } from "../../lint/index.js";
import diffExamples from "./diff-examples.json" with { type: "json" };
import examples from "./finding-examples.json" with { type: "json" };
import specExamples from "./spec-examples.json" with { type: "json" };

/** An exchange that violates the spec of the test cases, and the conforming exchange that it is derived from. */
export type FindingExample = {
  readonly good: string;
  readonly bad: string;
  /** The message of the finding. */
  readonly message: string;
  /** The lines of the spec that the finding is about. */
  readonly snippet: string;
};

/** A location in a spec that violates a rule, and its correct form. */
export type SpecExample = {
  /** The JSON Pointer of both. */
  readonly at: string;
  readonly good: string;
  readonly bad: string;
  /** The message of the finding. */
  readonly message: string;
};

/** An example change for a code: the spec before and after it. */
export type DiffExample = {
  readonly old: string;
  readonly new: string;
  /** The message of the finding. */
  readonly message: string;
  /** A value that only one of the specs accepts. */
  readonly counterexample?: string;
};

export type Explanation = {
  readonly code: string;
  readonly title: string;
  /** The meaning of the level, and the fix. */
  readonly advice: string;
  readonly example?: FindingExample | undefined;
  readonly specExample?: SpecExample | undefined;
  readonly diffExample?: DiffExample | undefined;
};

const SPEC_EXAMPLES: Readonly<Record<string, SpecExample>> = specExamples;
const DIFF_EXAMPLES: Readonly<Record<string, DiffExample>> = diffExamples;
const FINDING_EXAMPLES: Readonly<Record<string, FindingExample>> = examples;

const FINDING_LEVEL_TEXTS = {
  error: "Error: the exchange violates the spec.",
  warn: "Drift: the spec does not document it.",
  off: "Not reported, unless a rule of `levels` names the code.",
} as const;

const SPEC_LEVEL_TEXTS = {
  error: "Error: the OpenAPI specification forbids it.",
  warn: "Warning: the OpenAPI specification advises against it, or it has no effect.",
  info: "Note.",
} as const;

/** The explanations of all finding codes, in the order of the documentation. */
export const FINDING_EXPLANATIONS = explainCodes(
  CODES,
  (code, { level, fix }: CodeDescription) => `${FINDING_LEVEL_TEXTS[level]} ${describeReporters(code)} ${fix}`.trim(),
  (code) => ({ example: FINDING_EXAMPLES[code] }),
);

/** The explanations of all lint codes. */
export const SPEC_EXPLANATIONS = explainCodes(
  LINT_RULES,
  (_, { level, exception = "", fix }: LintRule) => `${SPEC_LEVEL_TEXTS[level]} ${`${exception} ${fix}`.trim()}`,
  (code) => ({ specExample: SPEC_EXAMPLES[code] }),
);

const DIFF_LEVEL_TEXTS = {
  error: "Breaking: clients or services that match the old spec can fail.",
  warn: "May break, or undecided.",
  info: "Compatible.",
} as const;

/** The explanations of all diff codes. */
export const DIFF_EXPLANATIONS = explainCodes(
  DIFF_CODES,
  (_, { level, advice }) => `${DIFF_LEVEL_TEXTS[level]} ${advice}`,
  (code) => ({ diffExample: DIFF_EXAMPLES[code] }),
);

function explainCodes<Described extends { readonly title: string }>(
  codes: Readonly<Record<string, Described>>,
  getAdvice: (code: string, described: Described) => string,
  getExample: (code: string) => Omit<Explanation, "code" | "title" | "advice">,
): readonly Explanation[] {
  return Object.entries(codes).map(([code, described]) => {
    return { code, title: described.title, advice: getAdvice(code, described), ...getExample(code) };
  });
}

/** Which command reports the codes, and the codes. */
const CODE_SOURCES = [
  ["findings in traffic", FINDING_EXPLANATIONS],
  ["findings in the spec", SPEC_EXPLANATIONS],
  ["differences between two specs, of contract diff", DIFF_EXPLANATIONS],
] as const;

const ALL_EXPLANATIONS = CODE_SOURCES.flatMap(([, explanations]) => explanations);

/** Formats the explanation of a code for a terminal. Returns undefined if the code does not exist. */
export function formatExplanation(code: string): string | undefined {
  const explanation = ALL_EXPLANATIONS.find((it) => it.code === code);
  if (explanation === undefined) return undefined;
  const { title, advice, example, specExample, diffExample } = explanation;
  const paragraphs = [code, title, advice];
  if (example !== undefined) {
    const { good, bad, message, snippet } = example;
    paragraphs.push(
      `Spec of the example\n${indentLines(snippet)}`,
      `Violates the spec\n${indentLines(bad)}\n\n  ${message}`,
      `Matches the spec\n${indentLines(good)}`,
    );
  }
  if (specExample !== undefined) {
    const { at, good, bad, message } = specExample;
    paragraphs.push(
      `Incorrect${at === "" ? "" : `, at ${at}`}\n${indentLines(bad)}\n\n  ${message}`,
      `Correct\n${indentLines(good)}`,
    );
  }
  if (diffExample !== undefined) {
    const { old, new: next, message, counterexample } = diffExample;
    const shown =
      counterexample === undefined ? "" : `\n  Counterexample, valid in only one of them: ${counterexample}`;
    paragraphs.push(`From\n${indentLines(old)}`, `To\n${indentLines(next)}\n\n  ${message}${shown}`);
  }
  return `${paragraphs.join("\n\n")}\n`;
}

/** Formats all codes, one per line, in groups by the first part of the code. */
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

/** Returns the codes that begin with an unknown one, such as `response.body`. If none does, it returns the most similar ones. */
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

/** Returns a code without its last part: `response.body` for `response.body.invalid`. */
function getParentCode(code: string): string {
  return code.slice(0, code.lastIndexOf("."));
}

function indentLines(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}
