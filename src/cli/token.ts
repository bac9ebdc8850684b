import { type Credentials, readCredentials } from "./credentials.js";
import type { ExitCode, Io } from "./io.js";
import { UsageError } from "./usage-error.js";

/**
 * `contract token`: signs in by the JWT bearer grant (seed, "POST /token") and prints the access token, and nothing else, to
 * stdout: `TOKEN=$(contract token)`. With `--env` it prints what a shell evaluates: `eval "$(contract token --env)"`.
 */
export async function token(
  { credentials: file, env = false }: { readonly credentials: string; readonly env?: boolean },
  io: Io,
): Promise<ExitCode> {
  const credentials = readCredentials(file);
  const { REAL_CLOCK, selfSignedAssertion } = await import("../sandbox/index.js");
  const assertion = await selfSignedAssertion({
    applicationId: credentials.applicationId,
    privateKeyPem: credentials.privateKey,
    audience: credentials.audience,
    now: await serverTime(credentials),
    jti: Buffer.from(REAL_CLOCK.randomBytes(16)).toString("base64url"),
  });
  const form = new URLSearchParams({ grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
  const response = await reach(credentials, { method: "POST", headers: { "Api-Version": "1.2" }, body: form });
  const answer = (await response.json().catch(() => ({}))) as { accessToken?: string; message?: string };
  if (answer.accessToken === undefined)
    throw new UsageError(
      `${credentials.url} refused the assertion with ${response.status}: ${answer.message ?? "it does not say why"}`,
    );
  io.stdout(env ? shellWords(credentials, answer.accessToken) : `${answer.accessToken}\n`);
  return 0;
}

/** A sandbox may live at another time; every answer says at which. */
async function serverTime(credentials: Credentials): Promise<number> {
  const { headers } = await reach(credentials, { method: "HEAD" });
  const time = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(time)) throw new UsageError(`${credentials.url} does not say its time in the header Date`);
  return time;
}

async function reach({ url }: Credentials, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${url}/token`, init);
  } catch (error) {
    throw new UsageError(`${url} cannot be reached: is the sandbox running?`, { cause: error });
  }
}

function shellWords({ url, applicationId, businessId = "" }: Credentials, accessToken: string): string {
  const words = { URL: url, APPLICATION: applicationId, BUSINESS: businessId, TOKEN: accessToken };
  return Object.entries(words)
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`)
    .join("");
}
