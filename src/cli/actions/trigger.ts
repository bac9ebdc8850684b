import type { CommandOptions } from "../options/command-table.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { readSandboxCredentials, type SandboxCredentials } from "../sandbox/sandbox-credentials.js";

/** Runs `contract trigger`: prints the events, the business and the id of the order. */
export async function runTriggerCommand(event: string, options: CommandOptions<"trigger">, io: Io): Promise<ExitCode> {
  const { adminUrl: url, adminToken } = readSandboxCredentials(options.credentials);
  if (url === undefined) throw new UsageError(`${options.credentials} has no adminUrl: add it`);
  const response = await post(`${url.replace(/\/$/, "")}/trigger`, { event, adminToken, ...options });
  const body = (await response.json().catch(() => ({}))) as TriggerResponse;
  if (response.status !== 201)
    throw new UsageError(`${url} rejected the trigger with ${response.status}: ${body.message ?? "no message"}`);
  const { events = [], businessId, order } = body;
  io.stdout(`${[...events, `order ${order?.id}`, `business ${businessId}`].join("\n")}\n`);
  return 0;
}

type TriggerRequest = Pick<CommandOptions<"trigger">, "business" | "order"> &
  Pick<SandboxCredentials, "adminToken"> & { readonly event: string };

type TriggerResponse = {
  readonly events?: readonly string[];
  readonly businessId?: string;
  readonly order?: { readonly id?: string };
  readonly message?: string;
};

async function post(url: string, { event, business, order, adminToken }: TriggerRequest): Promise<Response> {
  const headers = {
    "Content-Type": "application/json",
    ...(adminToken === undefined ? {} : { Authorization: `Bearer ${adminToken}` }),
  };
  const body = JSON.stringify({ event, businessId: business, orderId: order });
  try {
    return await fetch(url, { method: "POST", headers, body });
  } catch (error) {
    throw new UsageError(`no sandbox responds at ${url}: start it with "contract sandbox"`, { cause: error });
  }
}
