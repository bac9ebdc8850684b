/** Dialogs with the sandbox, compared with the whole responses that are expected. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SandboxOptions } from "../../../src/sandbox/index.js";
import { runDialog } from "./run-dialog.js";

const OPTIONS: Readonly<Record<string, SandboxOptions>> = {
  clock: { startAt: { time: Date.parse("2026-03-01T08:00:00Z") } },
};

const names = readdirSync(import.meta.dirname).flatMap((file) => (file.endsWith(".txt") ? [file.slice(0, -4)] : []));

test.each(names)("%s", async (name) => {
  const file = join(import.meta.dirname, `${name}.txt`);
  await expect(await runDialog(readFileSync(file, "utf8"), OPTIONS[name])).toMatchFileSnapshot(file);
});
