/** Tables of inputs and what the probe reads from them. */
import { join } from "node:path";
import { expect } from "vitest";

/** One line for each input. */
export async function expectTable(
  name: string,
  rows: Iterable<readonly [input: unknown, output: unknown]>,
): Promise<void> {
  const lines = [...rows].map(([input, output]) => `${JSON.stringify(input)}\n  ${JSON.stringify(output) ?? "–"}`);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(join(import.meta.dirname, "tables", `${name}.txt`));
}

export const map = <In>(inputs: readonly In[], of: (it: In) => unknown) => inputs.map((it) => [it, of(it)] as const);
