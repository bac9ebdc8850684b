/**
 * Checks of the probe, each with a scenario in which it finds something and with edits of it. `expected.txt` has the finding of the
 * scenario, and for each edit the finding, `the same`, or `-` for none.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { type CheckCase, runCheck } from "../run-check.js";

/** The new fields of steps by their positions, and of the case; `steps` is the number of steps that are left. */
type Edit = Partial<Pick<CheckCase, "check" | "edit">> & { readonly steps?: number } & Readonly<Record<number, object>>;
type EditedCase = CheckCase & { readonly edits: readonly Edit[] };

const FILES = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".yaml"));

test.each(FILES)("%s", async (file) => {
  const cases = parse(readFileSync(join(import.meta.dirname, file), "utf8")) as readonly EditedCase[];
  const lines = cases.flatMap(({ edits, ...it }) => {
    const found = runCheck(it);
    return [
      `${it.check}: ${found ?? "-"}`,
      ...edits.map((edit) => `  ${describeEdit(edit)}: ${runEdited(it, edit, found)}`),
    ];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(file.replace(/yaml$/, "txt"));
});

function runEdited(it: CheckCase, edit: Edit, before: string | undefined): string {
  const { steps = it.scenario.length, check = it.check, edit: own = it.edit } = edit;
  const scenario = it.scenario.slice(0, steps).map((step, at) => ({ ...step, ...edit[at] }));
  const found = runCheck({ ...it, check, scenario, ...(own === undefined ? {} : { edit: own }) });
  return found === before ? "the same" : (found ?? "-");
}

function describeEdit(edit: Edit): string {
  return JSON.stringify(edit).slice(1, -1);
}
