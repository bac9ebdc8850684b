import { isDeepStrictEqual } from "node:util";
import { createShellVariables } from "../../sandbox/demo-client/shell-variables.js";
import { requestToken } from "../../sandbox/demo-client/sign-in.js";
import type { CommandOptions } from "../options/command-table.js";
import type { ExitCode, Io } from "../process/io.js";
import { quoteShellArgument } from "../process/quote-shell-argument.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import { UsageError } from "../process/usage-error.js";
import { readSandboxCredentials, type SandboxCredentials } from "../sandbox/sandbox-credentials.js";
import { type ReachableSandbox, waitForSandbox } from "../sandbox/wait-for-sandbox.js";

/**
 * Runs `contract token`: signs in with the JWT bearer grant and prints only the access token to stdout:
 * `TOKEN=$(contract token)`. With `--env` it prints shell variables: `eval "$(contract token --env)"`.
 */
export async function runTokenCommand(
  { credentials: file, env = false, wait }: CommandOptions<"token">,
  io: Io,
): Promise<ExitCode> {
  for (;;) {
    const reached = await waitForSandbox({ file, wait }, io);
    const { credentials } = reached;
    const response = await signIn(reached);
    const body = (await response.json().catch(() => ({}))) as { accessToken?: string; message?: string };
    if (body.accessToken !== undefined) {
      io.stdout(env ? formatShellVariables(credentials, body.accessToken) : `${body.accessToken}\n`);
      return 0;
    }
    // A starting sandbox may have replaced the credentials after they were read.
    if (isDeepStrictEqual(readSandboxCredentials(file), credentials))
      throw new UsageError(
        `${credentials.url} rejected the assertion with ${response.status}: ${body.message ?? "no message"}`,
      );
  }
}

async function signIn({ credentials, now }: ReachableSandbox): Promise<Response> {
  // The clock of a sandbox can differ from that of this machine.
  if (Number.isNaN(now))
    throw new UsageError(`${credentials.url} sends no Date header: expected the time of the service`);
  const { selfSignedAssertion } = await import("../../sandbox/index.js");
  const assertion = await selfSignedAssertion({
    applicationId: credentials.applicationId,
    privateKeyPem: credentials.privateKey,
    audience: credentials.audience,
    now,
    jti: Buffer.from(SYSTEM_CLOCK.randomBytes(16)).toString("base64url"),
  });
  try {
    return await requestToken(credentials.url, assertion);
  } catch (error) {
    throw new UsageError(`${credentials.url} closed the connection: is the sandbox still running?`, { cause: error });
  }
}

function formatShellVariables(credentials: SandboxCredentials, accessToken: string): string {
  return Object.entries(createShellVariables(credentials, accessToken))
    .map(([name, value]) => `export ${name}=${quoteShellArgument(value)}\n`)
    .join("");
}
