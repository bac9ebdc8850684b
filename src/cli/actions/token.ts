import { isDeepStrictEqual } from "node:util";
import type { ExitCode, Io } from "../process/io.js";
import { quoteShellArgument } from "../process/quote-shell-argument.js";
import { UsageError } from "../process/usage-error.js";
import { readSandboxCredentials, type SandboxCredentials } from "../sandbox/sandbox-credentials.js";
import { type ReachableSandbox, waitForSandbox } from "../sandbox/wait-for-sandbox.js";

export type TokenCommandOptions = {
  readonly credentials: string;
  readonly env?: boolean;
  /** How many seconds to wait for a sandbox that is starting. */
  readonly wait: number;
};

/**
 * Runs `contract token`: signs in with the JWT bearer grant (seed, "POST /token") and prints only the access token to stdout:
 * `TOKEN=$(contract token)`. With `--env` it prints shell variables: `eval "$(contract token --env)"`.
 */
export async function runTokenCommand(
  { credentials: file, env = false, wait }: TokenCommandOptions,
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
  const { REAL_CLOCK, selfSignedAssertion } = await import("../../sandbox/index.js");
  const assertion = await selfSignedAssertion({
    applicationId: credentials.applicationId,
    privateKeyPem: credentials.privateKey,
    audience: credentials.audience,
    now,
    jti: Buffer.from(REAL_CLOCK.randomBytes(16)).toString("base64url"),
  });
  const body = new URLSearchParams({ grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
  try {
    return await fetch(`${credentials.url}/token`, { method: "POST", headers: { "Api-Version": "1.2" }, body });
  } catch (error) {
    throw new UsageError(`${credentials.url} closed the connection: is the sandbox still running?`, { cause: error });
  }
}

function formatShellVariables(
  { url, applicationId, businessId = "" }: SandboxCredentials,
  accessToken: string,
): string {
  const variables = {
    URL: url,
    BILLING_URL: url,
    APPLICATION: applicationId,
    BUSINESS: businessId,
    TOKEN: accessToken,
  };
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}=${quoteShellArgument(value)}\n`)
    .join("");
}
