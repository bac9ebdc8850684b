import { listOrders } from "../../../generated/calls.js";

/** The shell variables of a signed-in demo client. The sandbox is behind both base URLs of the spec. */
export function createShellVariables(
  { url, applicationId, businessId = "" }: { url: string; applicationId: string; businessId?: string },
  accessToken: string,
): Readonly<Record<(typeof SHELL_VARIABLES)[number], string>> {
  return { URL: url, BILLING_URL: url, APPLICATION: applicationId, BUSINESS: businessId, TOKEN: accessToken };
}

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
