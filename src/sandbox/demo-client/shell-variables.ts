import { listOrders } from "../../../generated/calls.js";

/** The shell variables of a signed-in demo client. */
export function createShellVariables(
  { url, billingUrl = url, applicationId, businessId = "" }: SignedInClient,
  accessToken: string,
): Readonly<Record<(typeof SHELL_VARIABLES)[number], string>> {
  return { URL: url, BILLING_URL: billingUrl, APPLICATION: applicationId, BUSINESS: businessId, TOKEN: accessToken };
}

type SignedInClient = {
  readonly url: string;
  readonly billingUrl?: string;
  readonly applicationId: string;
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
