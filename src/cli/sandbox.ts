import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Sandbox, SandboxOptions } from "../sandbox/index.js";
import type { Credentials } from "./credentials.js";
import type { ExitCode, Io } from "./io.js";
import { UsageError } from "./usage-error.js";
import { ownTool } from "./version.js";

/** Where a sandbox that was told nothing keeps its state and the credentials of its first client. */
export const SANDBOX_FOLDER = ".commerce-sandbox";

export type SandboxCommand = Omit<SandboxOptions, "startAt" | "policies" | "deliveries"> & {
  readonly time?: string;
  readonly freeze?: boolean;
  readonly allowDeliverTo?: readonly string[];
  readonly insecureDeliveryTls?: boolean;
  readonly fastRetries?: boolean;
  readonly lenientAssertions?: boolean;
  readonly tokenLifetime?: number;
  readonly updatedAt?: "passed" | "server";
  /** Where the credentials of the first client are written; their key as a file beside them only in the usual folder. */
  readonly credentials?: string;
};

/** `contract sandbox`: the service itself, until the signal ends it. */
export async function sandbox(command: SandboxCommand, io: Io): Promise<ExitCode> {
  // The service brings an HTTP server and a database with it; no other command waits for them.
  const { createSandbox, SandboxError } = await import("../sandbox/index.js");
  const database = command.database ?? join(SANDBOX_FOLDER, "sandbox.db");
  if (database !== ":memory:" && !database.includes("://")) mkdirSync(dirname(database), { recursive: true });
  const { credentials, ...options } = command;
  const running = await createSandbox({
    ...(await optionsOf(options)),
    database,
    versions: { package: ownTool().version },
    onDefect: (error) => io.stderr(`contract: ${error instanceof Error ? error.message : String(error)}\n`),
  }).catch((error: unknown) => {
    throw error instanceof SandboxError ? new UsageError(error.message, { cause: error }) : error;
  });
  // Whoever waits for the URL may use the credentials at once.
  const words = await welcome(running, database, credentials);
  io.stdout(`${running.url}\n`);
  io.stderr(words);
  await new Promise<void>((stop) => {
    if (io.signal.aborted) stop();
    io.signal.addEventListener("abort", () => stop(), { once: true });
  });
  await running.close();
  return 0;
}

async function optionsOf(command: SandboxCommand): Promise<SandboxOptions> {
  const { FAST_RETRIES } = await import("../sandbox/index.js");
  const { time, freeze, allowDeliverTo, insecureDeliveryTls, fastRetries, lenientAssertions, tokenLifetime, ...rest } =
    command;
  const { updatedAt, ...options } = rest;
  const start = time === undefined ? undefined : Date.parse(time);
  if (start !== undefined && Number.isNaN(start))
    throw new UsageError(`--time ${time} is no time; give one such as 2026-03-14T09:30:00Z`);
  return {
    ...options,
    ...(start === undefined && freeze !== true
      ? {}
      : { startAt: { ...(start === undefined ? {} : { time: start }), freeze: freeze === true } }),
    policies: {
      ...(fastRetries === true ? { retrySchedule: FAST_RETRIES } : {}),
      ...(lenientAssertions === true ? { lenientAssertions } : {}),
      ...(tokenLifetime === undefined ? {} : { tokenLifetime }),
      ...(updatedAt === undefined ? {} : { updatedAt }),
    },
    deliveries: { allow: allowDeliverTo ?? [], insecureTls: insecureDeliveryTls === true },
  };
}

/** What the first call needs: `contract token` reads the file that is written here. */
async function welcome(running: Sandbox, database: string, named: string | undefined): Promise<string> {
  const { url, adminUrl, demo, engine } = running;
  const shown = database.includes("://") ? "PostgreSQL" : database;
  const lines = [`service      ${url}`, `admin        ${adminUrl}`, `state        ${shown} (${engine})`];
  if (demo === undefined) return `${lines.join("\n")}\n`;
  const { privateKey, applicationId, businessId, audience } = demo;
  const credentials: Credentials = { url, audience, applicationId, businessId, privateKey };
  const file = named ?? join(SANDBOX_FOLDER, "credentials.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  const key = named === undefined ? join(SANDBOX_FOLDER, "key.pem") : file;
  if (named === undefined) writeFileSync(key, privateKey, { mode: 0o600 });
  return `${[
    ...lines,
    `application  ${applicationId}`,
    `key          ${key}`,
    `business     ${businessId}`,
    "",
    "the first call, from another terminal in this folder:",
    `  eval "$(npx contract token --env${named === undefined ? "" : ` --credentials ${named}`})"`,
    '  curl -H "Authorization: Bearer $TOKEN" -H "Api-Version: 1.2" $URL/businesses/$BUSINESS/orders',
  ].join("\n")}\n`;
}
