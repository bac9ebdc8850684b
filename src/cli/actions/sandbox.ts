import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { getToolInfo } from "../../library/tool-info.js";
import { DATABASE_FILE } from "../../sandbox/demo-client/state-folder.js";
import type { SandboxError, SandboxOptions } from "../../sandbox/index.js";
import type { CommandOptions } from "../options/command-table.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { waitForInterrupt } from "../process/wait-for-interrupt.js";
import { removeStaleCredentials, writeDemoCredentials } from "../sandbox/demo-credentials.js";

export type SandboxCommandOptions = CommandOptions<"sandbox">;

/** Runs `contract sandbox`: serves a local service until the signal aborts. */
export async function runSandboxCommand(command: SandboxCommandOptions, io: Io): Promise<ExitCode> {
  // Imported here because the HTTP server and the database would slow the start of other commands.
  const { createSandbox, SandboxError } = await import("../../sandbox/index.js");
  const database = command.database ?? DATABASE_FILE;
  if (database !== ":memory:" && !database.includes("://")) mkdirSync(dirname(database), { recursive: true });
  const { credentials, ...options } = command;
  await removeStaleCredentials(credentials);
  const running = await createSandbox({
    ...(await createSandboxOptions(options)),
    database,
    versions: { package: getToolInfo().version },
    onDefect: (error) => io.stderr(`contract sandbox: ${error instanceof Error ? error.message : String(error)}\n`),
  }).catch((error: unknown) => {
    throw error instanceof SandboxError ? new UsageError(formatSandboxError(error), { cause: error }) : error;
  });
  // The credentials must exist before the URL is printed: scripts wait for the URL.
  const { instructions, cleanup } = await writeDemoCredentials(running, credentials);
  io.stdout(`${running.url}\n`);
  const shown = database.includes("://") ? "PostgreSQL" : database;
  const places = [
    `service      ${running.url}`,
    ...(running.billingUrl === running.url ? [] : [`billing      ${running.billingUrl}`]),
    `admin        ${running.adminUrl}`,
    `state        ${shown} (${running.engine})`,
  ];
  io.stderr(`${[...places, ...instructions].join("\n")}\n`);
  await waitForInterrupt(io);
  await running.close();
  cleanup();
  return 0;
}

/** @throws UsageError for a time that is none. */
export async function createSandboxOptions(command: SandboxCommandOptions): Promise<SandboxOptions> {
  const { FAST_RETRIES } = await import("../../sandbox/index.js");
  const { time, freeze, allowDeliverTo, insecureDeliveryTls, allowOrigin, ...options } = command;
  const start = time === undefined ? undefined : Date.parse(time);
  if (start !== undefined && Number.isNaN(start))
    throw new UsageError(`invalid --time "${time}": expected RFC 3339, such as 2026-03-14T09:30:00Z`);
  return {
    // Options that are not given have no key.
    ...(options as SandboxOptions),
    ...(start === undefined && freeze !== true
      ? {}
      : { startAt: { ...(start === undefined ? {} : { time: start }), freeze: freeze === true } }),
    policies: createPolicies(command, FAST_RETRIES),
    ...(allowOrigin === undefined ? {} : { allowOrigins: allowOrigin }),
    deliveries: { allow: allowDeliverTo ?? [], insecureTls: insecureDeliveryTls === true },
  };
}

/**
 * The options that decide what the source of the spec leaves open.
 *
 * @param fastSchedule the schedule of `--fast-retries`
 */
export function createPolicies(
  options: Partial<SandboxCommandOptions>,
  fastSchedule: readonly number[],
): NonNullable<SandboxOptions["policies"]> {
  const { fastRetries, includeByDefault, reusedRequestId, lenientAssertions } = options;
  const { tokenLifetime, refreshTokenLifetime, refreshGrantType, updatedAt } = options;
  return {
    ...(fastRetries === true ? { retrySchedule: fastSchedule } : {}),
    ...(includeByDefault === true ? { includedByDefault: true } : {}),
    ...(reusedRequestId === undefined ? {} : { reusedRequestId: reusedRequestId === "400" ? 400 : 422 }),
    ...(lenientAssertions === true ? { lenientAssertions } : {}),
    ...(tokenLifetime === undefined ? {} : { tokenLifetime }),
    ...(refreshTokenLifetime === undefined ? {} : { refreshTokenLifetime }),
    ...(refreshGrantType === undefined ? {} : { refreshGrantType }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  };
}

/** Adds the flag of the option that caused the error. */
function formatSandboxError({ message, option }: SandboxError): string {
  return option === undefined ? message : `${message}; choose another with ${OPTION_FLAGS[option]}`;
}

const OPTION_FLAGS = {
  port: "--port",
  billingPort: "--billing-port",
  adminPort: "--admin-port",
  host: "--host",
  adminHost: "--admin-host",
} as const;
