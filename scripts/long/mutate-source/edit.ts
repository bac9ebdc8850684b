/**
 * One bug: a piece of a source file, and what stands there instead.
 *
 * - `expression`: another expression.
 * - `statement`: a block, emptied.
 */
export type Edit = {
  readonly kind: "expression" | "statement";
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly operator: string;
};

export type Mutant = Edit & {
  readonly id: number;
  /** Path from the root of the repository, such as `src/check/router/router.ts`. */
  readonly file: string;
  /** First line of the piece, from 1. */
  readonly line: number;
  /** The piece as it is. */
  readonly original: string;
};

/** The source with the bug in it. */
export function applyEdit(source: string, { kind, text, start, end }: Edit): string {
  return source.slice(0, start) + (kind === "expression" ? `(${text})` : `{${text}}`) + source.slice(end);
}

/** Names a bug by its file, its text and its change, so that it is known again when lines move. */
export function mutantKey({ file, original, operator, text }: Omit<Mutant, "id" | "line" | "start" | "end">): string {
  return JSON.stringify([file, operator, flat(original), flat(text)]);
}

/** A text on one line. */
export function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
