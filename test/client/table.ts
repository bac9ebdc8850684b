/** Tables of inputs and what the client makes of them. */
import { join } from "node:path";
import { expect } from "vitest";

export type Row = readonly [input: unknown, output: unknown];

/** Compares the rows with the file `name` in a folder of expected tables. */
export async function expectTable(folder: string, name: string, rows: Iterable<Row>): Promise<void> {
  const lines = [...rows].map(([input, output]) => `${JSON.stringify(input)}\n  ${JSON.stringify(output) ?? "–"}`);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(join(folder, `${name}.txt`));
}

export const map = <In>(inputs: readonly In[], of: (it: In) => unknown): Row[] => inputs.map((it) => [it, of(it)]);

/** The result, or the error that is thrown. */
export function attempt(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return describeError(error);
  }
}

export function describeError(error: unknown): string {
  const { name, message, kind, resume, page } = error as Error & { kind?: string; resume?: string; page?: number };
  return [name, kind, message, resume, page].filter((it) => it !== undefined).join(" | ");
}

export const CLOCK = {
  now: () => Date.parse("2026-03-01T08:00:00Z"),
  random: () => 0.5,
  uuid: () => "uuid",
  after: () => () => {},
};
