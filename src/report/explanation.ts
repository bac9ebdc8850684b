import { CODES, type CodeDescription } from "../checks/index.js";
import { DIFF_CODES } from "../diff/index.js";
import { nearest } from "../gate/index.js";
import { RULES } from "../lint/index.js";
import examples from "./code-examples.json" with { type: "json" };
import type { DiffExample } from "./diff/example.js";
import diffExamples from "./diff/examples.json" with { type: "json" };
import specExamples from "./spec-examples.json" with { type: "json" };

/** An exchange that breaks the contract of the cases, and the one that it was made from. */
export type CodeExample = {
  readonly good: string;
  readonly bad: string;
  /** The message of the finding. */
  readonly says: string;
  /** The lines of the contract that the finding is about. */
  readonly clause: string;
};

/** A place in a description that breaks a rule, and the same place as it should be. */
export type SpecExample = {
  /** JSON Pointer of both. */
  readonly at: string;
  readonly good: string;
  readonly bad: string;
  /** The message of the problem. */
  readonly says: string;
};

export type Explanation = {
  readonly code: string;
  readonly title: string;
  /** What the level stands for, and what to do. */
  readonly advice: string;
  readonly example?: CodeExample;
  readonly specExample?: SpecExample;
  readonly diffExample?: DiffExample;
};

const SPEC_EXAMPLES: Readonly<Record<string, SpecExample>> = specExamples;
const DIFF_EXAMPLES: Readonly<Record<string, DiffExample>> = diffExamples;
const EXAMPLES: Readonly<Record<string, CodeExample>> = examples;

const MEANING = {
  error: "Error: the exchange contradicts the contract.",
  warn: "Drift: the contract is silent here.",
} as const;

const SPEC_MEANING = {
  error: "Error: the specification forbids it.",
  warn: "Warning: the specification advises against it, or it has no effect.",
  info: "Remark.",
} as const;

/** Every code of a finding, in the order of the documentation. */
export const findingExplanations: readonly Explanation[] = Object.entries(CODES).map(
  ([code, { level, title, fix }]: [string, CodeDescription]) => {
    const example = EXAMPLES[code];
    return { code, title, advice: `${MEANING[level]} ${fix}`, ...(example === undefined ? {} : { example }) };
  },
);

/** Every code of a problem that a description can have. */
export const specExplanations: readonly Explanation[] = Object.entries(RULES).map(([code, { level, title, fix }]) => {
  const specExample = SPEC_EXAMPLES[code];
  return {
    code,
    title,
    advice: `${SPEC_MEANING[level]} ${fix}`,
    ...(specExample === undefined ? {} : { specExample }),
  };
});

const DIFF_MEANING = {
  error: "Breaking: it breaks who kept the old contract.",
  warn: "May break, or cannot be told.",
  info: "Compatible.",
} as const;

/** Every code of a difference between two descriptions. */
export const diffExplanations: readonly Explanation[] = Object.entries(DIFF_CODES).map(
  ([code, { level, title, advice }]) => {
    const diffExample = DIFF_EXAMPLES[code];
    return {
      code,
      title,
      advice: `${DIFF_MEANING[level]} ${advice}`,
      ...(diffExample === undefined ? {} : { diffExample }),
    };
  },
);

const ALL = [...findingExplanations, ...specExplanations, ...diffExplanations];

/** What a code means, for a terminal; undefined when there is no such code. */
export function explanationText(code: string): string | undefined {
  const explanation = ALL.find((it) => it.code === code);
  if (explanation === undefined) return undefined;
  const { title, advice, example, specExample, diffExample } = explanation;
  const paragraphs = [code, title, advice];
  if (example !== undefined) {
    const { good, bad, says, clause } = example;
    paragraphs.push(
      `The contract says\n${clause}`,
      `This breaks it\n${indented(bad)}\n\n  ${says}`,
      `This keeps it\n${indented(good)}`,
    );
  }
  if (specExample !== undefined) {
    const { at, good, bad, says } = specExample;
    paragraphs.push(
      `${at === "" ? "At the top" : `At ${at}`}, this breaks it\n${indented(bad)}\n\n  ${says}`,
      `This keeps it\n${indented(good)}`,
    );
  }
  if (diffExample !== undefined) {
    const { old, new: next, says, witness } = diffExample;
    const shown = witness === undefined ? "" : `\n  Only one of them accepts ${witness}`;
    paragraphs.push(`From\n${indented(old)}`, `To\n${indented(next)}\n\n  ${says}${shown}`);
  }
  return `${paragraphs.join("\n\n")}\n`;
}

/** All codes, a line each. */
export function codeList(): string {
  const width = Math.max(...ALL.map(({ code }) => code.length));
  return ALL.map(({ code, title }) => `${code.padEnd(width)}  ${title}\n`).join("");
}

/** Codes that an unknown one may stand for: those below it, such as of `response.body`, else the nearest, else those that contain it. */
export function similarCodes(code: string): readonly string[] {
  const codes = ALL.map((it) => it.code);
  const wanted = code.toLowerCase().replace(/\.?\*?$/, "");
  if (wanted === "") return [];
  const below = codes.filter((it) => it.startsWith(`${wanted}.`));
  if (below.length > 0) return below;
  const close = nearest(code, codes) ?? nearest(wanted, [...new Set(codes.map(parentOf))]);
  if (close !== undefined) return codes.includes(close) ? [close] : codes.filter((it) => it.startsWith(`${close}.`));
  return wanted.length < 4 ? [] : codes.filter((it) => it.includes(wanted));
}

/** `response.body` of `response.body.invalid`. */
function parentOf(code: string): string {
  return code.slice(0, code.lastIndexOf("."));
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}
