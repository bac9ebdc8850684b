import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Io } from "../../src/cli/process/io.js";
import { run } from "../../src/cli/run.js";

export type CommandResult = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs the command in this process with a fake environment. */
export async function runContract(
  args: readonly string[],
  stdin: string | Uint8Array = "",
  env: Readonly<Record<string, string>> = {},
  machine: Partial<Io> = {},
): Promise<CommandResult> {
  let stdout = "";
  let stderr = "";
  const code = await run(args, {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    stdin: (async function* () {
      yield Buffer.from(stdin);
    })(),
    env,
    signal: new AbortController().signal,
    isTerminal: false,
    today: "2026-02-15",
    ...machine,
  });
  return { code, stdout, stderr };
}

/** Creates a directory with files. It is removed after the test. */
export function createFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "contract-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

type EntryParts = {
  readonly url?: string;
  readonly _consumer?: string;
  readonly request?: object;
  readonly response?: object;
};

/** Creates a HAR entry. By default, it matches test/cases/library.yaml. */
export function createHarEntry({
  url = "https://library.example/v1/books/7",
  request = {},
  response = {},
  ...others
}: EntryParts = {}): object {
  const json = [{ name: "Content-Type", value: "application/json" }];
  return {
    startedDateTime: "2026-01-31T09:30:00.000Z",
    ...others,
    request: { method: "GET", url, headers: [{ name: "X-Key", value: "k" }], ...request },
    response: {
      status: 200,
      headers: json,
      content: { size: 23, mimeType: "application/json", text: '{"id":7,"title":"Emma"}' },
      ...response,
    },
  };
}

export function createHar(...entries: readonly unknown[]): string {
  return JSON.stringify({ log: { version: "1.2", creator: { name: "test", version: "1" }, entries } });
}
