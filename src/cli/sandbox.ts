import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { ownTool } from "../library/own-tool.js";
import type { SandboxError, SandboxOptions } from "../sandbox/index.js";
import { removeStaleCredentials, SANDBOX_FOLDER, writeFirstClient } from "./first-client.js";
import { interrupted } from "./interrupted.js";
import type { ExitCode, Io } from "./io.js";
import { UsageError } from "./usage-error.js";

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
  await removeStaleCredentials(credentials);
  const running = await createSandbox({
    ...(await optionsOf(options)),
    database,
    versions: { package: ownTool().version },
    onDefect: (error) => io.stderr(`contract sandbox: ${error instanceof Error ? error.message : String(error)}\n`),
  }).catch((error: unknown) => {
    throw error instanceof SandboxError ? new UsageError(inOptions(error), { cause: error }) : error;
  });
  // Whoever waits for the URL may use the credentials at once.
  const { lines, forget } = await writeFirstClient(running, credentials);
  io.stdout(`${running.url}\n`);
  const shown = database.includes("://") ? "PostgreSQL" : database;
  const places = [
    `service      ${running.url}`,
    `admin        ${running.adminUrl}`,
    `state        ${shown} (${running.engine})`,
  ];
  io.stderr(`${[...places, ...lines].join("\n")}\n`);
  await interrupted(io);
  await running.close();
  forget();
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

/** What only the command line calls by a name of its own. */
function inOptions({ message, option }: SandboxError): string {
  return option === undefined ? message : `${message}; choose another with ${OPTIONS[option]}`;
}

const OPTIONS = { port: "--port", adminPort: "--admin-port", host: "--host" } as const;
