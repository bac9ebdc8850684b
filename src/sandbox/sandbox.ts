import type { AdminContext } from "./admin/admin-route.js";
import { findAdminRefusal, handleAdminRequest } from "./admin/handle-admin-request.js";
import { serveAdmin } from "./admin/serve-admin.js";
import { createDeliveryProfile, type DeliveryProfile } from "./delivery-urls/delivery-profile.js";
import { type ChildSandboxes, createChildSandboxes } from "./instances/child-sandboxes.js";
import {
  closeAll,
  type InstanceOptions,
  type OpenedParts,
  openInstance,
  openParts,
  type SandboxInstance,
} from "./instances/open-instance.js";
import type { Sandbox, SandboxOptions } from "./options.js";
import { REAL_CLOCK } from "./real-clock.js";
import { serveApi } from "./requests/serve-api.js";
import { type AddressOption, SandboxError } from "./sandbox-error.js";
import { SeedDataError } from "./seed-data/read-seed-data.js";
import { isLoopbackHost, type ListeningServer } from "./server/listen-http.js";
import { DatabaseError } from "./store/database.js";

const LOOPBACK = "127.0.0.1";

/**
 * Starts a sandbox: a stateful implementation of the service in the spec. Its state lasts as long as its database.
 *
 * @throws SandboxError when the database, the data or the address cannot be used
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  try {
    return await (options.shared === true ? createSharedSandbox(options) : startServer(options));
  } catch (error) {
    if (error instanceof SandboxError) throw error;
    throw isExpectedError(error) ? new SandboxError((error as Error).message, { cause: error }) : error;
  }
}

type SandboxServer = Sandbox & { readonly children: ChildSandboxes };

function startServer(options: SandboxOptions): Promise<SandboxServer> {
  return openParts((opened) => start(options, opened));
}

async function start(options: SandboxOptions, opened: OpenedParts): Promise<SandboxServer> {
  const { host = LOOPBACK, adminHost = LOOPBACK, singleAddress = false, realClock = REAL_CLOCK } = options;
  if (!isLoopbackHost(adminHost) && options.adminToken === undefined)
    throw new SandboxError(`the admin address ${adminHost} is not loopback: set an admin token`);
  const addresses: ListenAddresses = { service: undefined, billing: undefined, admin: undefined };
  const urls = createUrls(options, addresses);
  const createProfile = (deliveries: InstanceOptions["deliveries"]): DeliveryProfile =>
    createDeliveryProfile({ reach: getReach(options), ...deliveries, listOwnUrls: urls.listOwn });
  const root = await openInstance(options, {
    baseUrl: urls.service,
    billingUrl: urls.billing,
    deliveryProfile: createProfile(options.deliveries),
  });
  opened.push(() => root.close());
  const adminAccess: Pick<AdminContext, "address" | "token"> = {
    address: () => ({ host: adminHost, port: addresses.admin?.port ?? 0 }),
    token: options.adminToken,
  };
  const children = createChildSandboxes({
    ...{ createProfile, adminAccess, baseUrl: urls.service, billingUrl: urls.billing, adminUrl: urls.admin },
    createId: () => Buffer.from(realClock.randomBytes(6)).toString("hex"),
    defaults: () => ({ ...options, database: ":memory:", seed: root.control.app.seed }),
  });
  const handle = createInstanceRouter(root, children);
  const serve = async (name: "service" | "billing", port = 0): Promise<void> => {
    const { bodyLimit, allowOrigins } = options;
    const address = singleAddress ? undefined : name;
    addresses[name] = await serveApi({
      ...{ host, port, address, handle, bodyLimit, allowOrigins },
    }).catch(createListenErrorHandler({ host, port, option: name === "billing" ? "billingPort" : "port" }));
    opened.push(() => addresses[name]?.close() ?? Promise.resolve());
  };
  await serve("service", options.port);
  if (!singleAddress) await serve("billing", options.billingPort ?? getBillingPort(options.port));
  const control: AdminContext = { ...root.control, ...adminAccess, children: children.directory };
  addresses.admin = await serveAdmin({
    host: adminHost,
    port: options.adminPort ?? 0,
    refuse: (head) => findAdminRefusal(head, control),
    handle: (request) => handleAdminRequest(request, control),
  }).catch(createListenErrorHandler({ host: adminHost, port: options.adminPort, option: "adminPort" }));
  opened.push(() => addresses.admin?.close(100) ?? Promise.resolve());
  opened.push(() => children.close());
  root.start();
  return {
    ...{ url: urls.listening(), billingUrl: urls.listeningBilling(), adminUrl: urls.admin() },
    ...{ demo: root.demo, engine: root.engine, advance: root.advance },
    close: () => closeAll(opened),
    children,
  };
}

/** The port of the billing service, unless it is chosen. The one in between is that of the admin API. */
function getBillingPort(port = 0): number {
  return port === 0 ? 0 : port + 2;
}

/** Passes a request below `/s/{id}` to its sandbox, as if it had been sent to an address of that sandbox. */
function createInstanceRouter(root: SandboxInstance, children: ChildSandboxes): SandboxInstance["handle"] {
  return (reading, delay) => {
    const found = reading.kind === "aborted" ? undefined : children.route(reading.request.target);
    if (reading.kind === "aborted" || found === undefined) return root.handle(reading, delay);
    return found.instance.handle({ ...reading, request: { ...reading.request, target: found.target } }, delay);
  };
}

/** The server of all shared sandboxes of this process. The last one that is closed closes it. */
let sharedServer: { readonly server: Promise<SandboxServer>; sandboxes: number } | undefined;

async function createSharedSandbox({ shared: _, ...options }: SandboxOptions): Promise<Sandbox> {
  const own = SERVER_OPTIONS.find((name) => options[name] !== undefined);
  if (own !== undefined) throw new SandboxError(`${own}: a shared sandbox has no server of its own`);
  sharedServer ??= { server: startServer({ data: "none" }), sandboxes: 0 };
  const current = sharedServer;
  current.sandboxes += 1;
  const release = async (): Promise<void> => {
    current.sandboxes -= 1;
    if (current.sandboxes > 0) return;
    if (sharedServer === current) sharedServer = undefined;
    await (await current.server).close();
  };
  try {
    const { children } = await current.server;
    const { id, instance, url, billingUrl, adminUrl } = await children.create(options);
    let closing: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      await children.directory.remove(id);
      await release();
    };
    return {
      ...{ url, billingUrl, adminUrl },
      ...{ demo: instance.demo, engine: instance.engine, advance: instance.advance },
      close: () => (closing ??= close()),
    };
  } catch (error) {
    await release().catch(() => undefined);
    throw error;
  }
}

const SERVER_OPTIONS = [
  ...(["port", "billingPort", "adminPort", "host", "adminHost", "baseUrl", "billingUrl"] as const),
  ...(["singleAddress", "adminToken", "bodyLimit", "allowOrigins"] as const),
];

type ListenAddress = { readonly host: string; readonly port: number | undefined; readonly option: AddressOption };

/** Converts an error of the system to a SandboxError with the option to change. */
function createListenErrorHandler({ host, port = 0, option }: ListenAddress): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    const isHost = !("code" in error) || !/^(EADDRINUSE|EACCES)$/.test(String(error.code));
    const message = `cannot listen on ${host}, port ${port}: ${error.message}`;
    const hostOption = option === "adminPort" ? "adminHost" : "host";
    throw new SandboxError(message, { cause: error, option: isHost ? hostOption : option });
  };
}

type ListenAddresses = Record<"service" | "billing" | "admin", ListeningServer | undefined>;

function createUrls(
  { host = LOOPBACK, adminHost = LOOPBACK, baseUrl, billingUrl, singleAddress = false }: SandboxOptions,
  addresses: ListenAddresses,
) {
  const build = (name: keyof ListenAddresses, at: string) => (): string =>
    `http://${formatHost(at)}:${addresses[name]?.port ?? 0}`;
  const listening = build("service", host);
  const listeningBilling = singleAddress ? listening : build("billing", host);
  // As clients use them.
  const service = (): string => baseUrl ?? listening();
  const billing = (): string => billingUrl ?? (singleAddress ? service() : listeningBilling());
  const admin = build("admin", adminHost);
  const listOwn = (): readonly string[] => [service(), billing(), listening(), listeningBilling(), admin()];
  return { service, billing, listening, listeningBilling, admin, listOwn };
}

function getReach({ host = LOOPBACK, database = "" }: SandboxOptions): DeliveryProfile["reach"] {
  return isLoopbackHost(host) && !database.includes("://") ? "local" : "shared";
}

function isExpectedError(error: unknown): boolean {
  const isSystem = error instanceof Error && "syscall" in error;
  return isSystem || error instanceof DatabaseError || error instanceof SeedDataError || error instanceof RangeError;
}

function formatHost(host: string): string {
  const reachable = host === "0.0.0.0" || host === "::" ? LOOPBACK : host;
  return reachable.includes(":") ? `[${reachable}]` : reachable;
}
