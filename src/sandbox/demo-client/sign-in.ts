import { createToken, listOrders } from "../../../generated/calls.js";
import { JWT_BEARER } from "../context/app-context.js";

const [METHOD = "", PATH = ""] = createToken.call.split(" ");

/** Requests an access token with a self-signed assertion (seed, "POST /token"). */
export function requestToken(baseUrl: string, assertion: string): Promise<Response> {
  const body = new URLSearchParams({ grantType: JWT_BEARER, assertion });
  return fetch(`${baseUrl}${PATH}`, { method: METHOD, headers: { ...createToken.headers }, body });
}

/** Sends a request without effect. Any response shows that the service runs, and its `Date` header has the service's time. */
export function requestHead(baseUrl: string, timeoutMs: number): Promise<Response> {
  return fetch(`${baseUrl}${PATH}`, { method: "HEAD", signal: AbortSignal.timeout(timeoutMs) });
}

/** The shell variables of a signed-in demo client. */
export function createShellVariables(
  { url, billingUrl = url, applicationId, businessId = "" }: SignedInClient,
  accessToken: string,
): Readonly<Record<(typeof SHELL_VARIABLES)[number], string>> {
  return { URL: url, BILLING_URL: billingUrl, APPLICATION: applicationId, BUSINESS: businessId, TOKEN: accessToken };
}

export type SignedInClient = {
  /** The base URL of the service. */
  readonly url: string;
  /** The base URL of the billing service; that of the service by default. */
  readonly billingUrl?: string;
  readonly applicationId: string;
  /** The first business that the application may read. */
  readonly businessId?: string;
};

export const SHELL_VARIABLES = ["URL", "BILLING_URL", "APPLICATION", "BUSINESS", "TOKEN"] as const;

/** A first request with these variables. */
export const EXAMPLE_COMMAND = formatExampleCommand();

function formatExampleCommand(): string {
  const { call, headers = {} } = listOrders;
  const [, path = ""] = call.split(" ");
  const fields = [
    "Authorization: Bearer $TOKEN",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `curl ${fields.map((field) => `-H "${field}"`).join(" ")} $URL${path.replace("{businessId}", "$BUSINESS")}`;
}

/** The default folder for the state of a sandbox and the credentials of its demo client. */
export const STATE_FOLDER = ".commerce-sandbox";

/** The default file for the credentials of the demo client. */
export const CREDENTIALS_FILE = `${STATE_FOLDER}/credentials.json`;

/** The default file for the data of a sandbox. */
export const DATABASE_FILE = `${STATE_FOLDER}/sandbox.db`;
