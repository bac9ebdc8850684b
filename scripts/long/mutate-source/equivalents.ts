import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { flat, type Mutant } from "./edit.js";

/** A mutation that does not change behaviour, and why. */
export type Equivalent = {
  readonly file: string;
  readonly original: string;
  /** Left out where every change of this operator is meant. */
  readonly text?: string;
  readonly operator?: string;
  readonly reason: string;
};

export function readEquivalents(path = join(import.meta.dirname, "equivalents.yaml")): readonly Equivalent[] {
  return (parse(readFileSync(path, "utf8")) ?? []) as readonly Equivalent[];
}

/** The reason why a bug is none, by its file, its text and its change: lines may move. */
export function reasonFor(mutant: Mutant, equivalents: readonly Equivalent[]): string | undefined {
  return equivalents.find(
    ({ file, original, text, operator }) =>
      file === mutant.file &&
      flat(original) === flat(mutant.original) &&
      (text === undefined || flat(text) === flat(mutant.text)) &&
      (operator === undefined || operator === mutant.operator),
  )?.reason;
}
