import type { AdminContext } from "./admin/admin-route.js";
import { serveAdmin } from "./admin/serve-admin.js";
import { createBuiltInService } from "./commerce.js";
import { createDeliveryProfile } from "./delivery-urls/delivery-profile.js";
import { createSpecService } from "./engine/play-spec.js";
import { type OpenedParts, openEngine } from "./open-engine.js";
import type { Sandbox, SandboxOptions, SpecSandbox, SpecSandboxOptions } from "./options.js";
import type { PlayedService } from "./requests/operation-server.js";
import { serveApi } from "./requests/serve-api.js";
import { type AddressOption, SandboxError } from "./sandbox-error.js";
import { SeedDataError } from "./seed-data/read-seed-data.js";
import { isLoopbackHost, type ListeningServer } from "./server/listen-http.js";
import { DatabaseError } from "./store/database.js";

const LOOPBACK = "127.0.0.1";

/**
 * Starts a sandbox: a stateful implementation of the built-in spec, or of your own `spec`. Its state lasts as long as its
 * database, which is in memory by default.
 *
 * @throws SandboxError when the spec, the database, the data or the address cannot be used
 */
export function createSandbox(options?: SandboxOptions & { readonly spec?: never }): Promise<Sandbox>;
// The last one is the type that `ReturnType` shows.
export function createSandbox(options: SpecSandboxOptions): Promise<SpecSandbox>;
export async function createSandbox(options: SandboxOptions | SpecSandboxOptions = {}): Promise<Sandbox | SpecSandbox> {
  if (!("spec" in options)) return openSandbox(createBuiltInService(options.document), options);
  const { plan, basePath, ...service } = createSpecService(options);
  const { billingUrl: _, demo: __, ...sandbox } = await openSandbox(service, { ...options, singleAddress: true });
  return { ...sandbox, plan, url: `${options.baseUrl ?? sandbox.url}${basePath}` };
}

async function openSandbox(service: PlayedService, options: SandboxOptions): Promise<Sandbox> {
  const opened: OpenedParts = [];
  try {
    return await start(service, options, opened);
  } catch (error) {
    await closeAll(opened);
    if (error instanceof SandboxError) throw error;
    const isOfOptions = [DatabaseError, SeedDataError, RangeError].some((it) => error instanceof it);
    const isExpected = error instanceof Error && (isOfOptions || "syscall" in error);
    throw isExpected ? new SandboxError(error.message, { cause: error }) : error;
  }
}

async function start(played: PlayedService, options: SandboxOptions, opened: OpenedParts): Promise<Sandbox> {
  const { host = LOOPBACK, adminHost = LOOPBACK, singleAddress = false } = options;
  if (!isLoopbackHost(adminHost) && options.adminToken === undefined)
    throw new SandboxError(`the admin address ${adminHost} is not loopback: set an admin token`);
  const addresses: ListenAddresses = { service: undefined, billing: undefined, admin: undefined };
  const urls = createUrls(options, addresses);
  const surroundings = {
    baseUrl: urls.service,
    billingUrl: urls.billing,
    deliveryProfile: createDeliveryProfile({
      reach: isLoopbackHost(host) && !options.database?.includes("://") ? "local" : "shared",
      ...options.deliveries,
      listOwnUrls: urls.listOwn,
    }),
  };
  const { handle, demo, ...engine } = await openEngine(played, options, surroundings, opened);
  const serve = async (name: "service" | "billing", port = 0): Promise<void> => {
    const { allowOrigins } = options;
    const address = singleAddress ? undefined : name;
    addresses[name] = await serveApi({
      ...{ host, port, address, handle, allowOrigins },
    }).catch(createListenErrorHandler({ host, port, option: name === "billing" ? "billingPort" : "port" }));
    opened.push(() => addresses[name]?.close() ?? Promise.resolve());
  };
  await serve("service", options.port);
  if (!singleAddress) await serve("billing", options.billingPort ?? (options.port ? options.port + 2 : 0));
  const control: AdminContext = {
    ...engine.control,
    address: () => ({ host: adminHost, port: addresses.admin?.port ?? 0 }),
    token: options.adminToken,
  };
  const { adminPort = 0 } = options;
  addresses.admin = await serveAdmin(control, { host: adminHost, port: adminPort }).catch(
    createListenErrorHandler({ host: adminHost, port: adminPort, option: "adminPort" }),
  );
  opened.push(() => addresses.admin?.close(100) ?? Promise.resolve());
  engine.start();
  return {
    ...{ url: urls.listening(), billingUrl: urls.listeningBilling(), adminUrl: urls.admin() },
    ...{ demo, engine: control.database.engine, advance: engine.advance },
    close: () => closeAll(opened),
  };
}

/** Closes in reverse order of opening. */
async function closeAll(opened: OpenedParts): Promise<void> {
  for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
}

type ListenAddresses = Record<"service" | "billing" | "admin", ListeningServer | undefined>;

function createUrls(
  { host = LOOPBACK, adminHost = LOOPBACK, baseUrl, billingUrl, singleAddress = false }: SandboxOptions,
  addresses: ListenAddresses,
) {
  const build = (name: keyof ListenAddresses, at: string) => (): string => {
    const reachable = at === "0.0.0.0" || at === "::" ? LOOPBACK : at;
    return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${addresses[name]?.port ?? 0}`;
  };
  const listening = build("service", host);
  const listeningBilling = singleAddress ? listening : build("billing", host);
  // As clients use them.
  const service = (): string => baseUrl ?? listening();
  const billing = (): string => billingUrl ?? (singleAddress ? service() : listeningBilling());
  const admin = build("admin", adminHost);
  const listOwn = (): readonly string[] => [service(), billing(), listening(), listeningBilling(), admin()];
  return { service, billing, listening, listeningBilling, admin, listOwn };
}

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
